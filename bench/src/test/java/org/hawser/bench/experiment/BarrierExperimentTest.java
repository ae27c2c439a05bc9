package org.hawser.bench.experiment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.hawser.bench.Metric;
import org.hawser.bench.lab.Sample;
import org.hawser.bench.lab.Series;
import org.junit.jupiter.api.Test;

class BarrierExperimentTest {

    private static Sample barrier(int ranks, double bracket, double nanos) {
        return new Sample(new Series("barrier", "shm", ranks, 0, Metric.LATENCY, null), bracket, nanos);
    }

    @Test
    void growthComparesSamplesOfTheSamePlaceOnly() {
        List<Sample> growth = BarrierExperiment.growth(List.of(barrier(4, 50, 100), barrier(4, 200, 1000),
            barrier(16, 200, 5000), barrier(16, 60, 300)), "barrier", "barrier.growth");
        assertEquals(List.of(3.0, 5.0), growth.stream().map(Sample::value).toList());
    }

    @Test
    void thereIsNoGrowthBetweenDifferentPlaces() {
        assertTrue(BarrierExperiment.growth(List.of(barrier(4, 50, 100), barrier(16, 200, 500)), "barrier",
            "barrier.growth").isEmpty());
    }
}
