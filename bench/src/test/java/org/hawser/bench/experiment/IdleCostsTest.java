package org.hawser.bench.experiment;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.hawser.bench.Metric;
import org.hawser.bench.lab.IdleModel;
import org.hawser.bench.lab.Sample;
import org.hawser.bench.lab.Series;
import org.junit.jupiter.api.Test;

class IdleCostsTest {
    private static final String OFF = "off";

    private final Series latency = new Series("idle.latency", "shm", 2, 8, Metric.LATENCY, null);
    private final Series bandwidth = new Series("idle.bandwidth", "shm", 2, 8, Metric.BANDWIDTH, null);
    private final IdleCosts costs = new IdleCosts();

    private double cost(String bench) throws IOException, InterruptedException {
        Campaign campaign = new Campaign(new Plan(List.of(2), List.of(), 1, false, List.of(), Choice.ALL), text -> { });
        costs.addTo(campaign);
        return campaign.samples().stream().filter(sample -> sample.series().bench().equals(bench)).findFirst()
            .orElseThrow().value();
    }

    @Test
    void ofEachTwoRoundsOneHasTheModelAndNeitherIsAlwaysFirst() {
        List<Integer> there = new ArrayList<>();
        for (int round = 0; round < 9; round++) {
            if (IdleModel.isThereIn(round)) {
                there.add(round);
            }
        }
        assertEquals(List.of(0, 3, 4, 7, 8), there);
    }

    @Test
    void aCostIsHowMuchLongerItTakesAfterThanBefore() throws IOException, InterruptedException {
        costs.add(latency, 100, 102);
        costs.add(bandwidth, 100, 98);
        assertEquals(1.02, cost("idle.latency.cost"), 1e-9);
        assertEquals(100.0 / 98, cost("idle.bandwidth.cost"), 1e-9);
    }

    /** The machine becomes slower all the while; what the model costs does not change. */
    @Test
    void turnsAreComparedWithTheirNeighbours() throws IOException, InterruptedException {
        List<Sample> samples = new ArrayList<>();
        for (int i = 0; i < 9; i++) {
            double pace = 100 * (i + 1);
            samples.add(new Sample(latency, 50, 1.5 * pace));
            samples.add(new Sample(latency.by(OFF), 50, pace));
            samples.add(new Sample(bandwidth.by(OFF), 50, 3 * pace));
            samples.add(new Sample(bandwidth, 50, 2 * pace));
        }
        costs.takeTurns(samples, OFF, null);
        assertEquals(1.5, cost("idle.latency.turns"), 1e-9);
        assertEquals(1.5, cost("idle.bandwidth.turns"), 1e-9);
    }
}
