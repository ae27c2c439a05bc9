package org.hawser.bench.report;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Optional;
import org.hawser.bench.BenchRecord;
import org.hawser.bench.Metric;
import org.hawser.bench.Place;
import org.junit.jupiter.api.Test;

class BarsTest {
    private static BenchRecord fraction(String bench, Place place, double value) {
        return new BenchRecord(bench, "shm", 16, 0, place, Metric.FRACTION, "", value, value, value, null, null);
    }

    private static String verdict(BenchRecord record, BenchRecord... others) {
        return Bars.of(record, List.of(others)).orElseThrow();
    }

    @Test
    void whatIsToBeFlatMayNeitherRiseNorFall() {
        for (String bench : List.of("memory.idle.flatness", "memory.talking.added.flatness")) {
            assertEquals("0.95 to 1.05  MISSED", verdict(fraction(bench, Place.NEAR, 0.94)));
            assertEquals("0.95 to 1.05  ok", verdict(fraction(bench, Place.NEAR, 0.96)));
            assertEquals("0.95 to 1.05  ok", verdict(fraction(bench, Place.NEAR, 1.04)));
            assertEquals("0.95 to 1.05  MISSED", verdict(fraction(bench, Place.NEAR, 1.06)));
        }
    }

    @Test
    void aCollectiveIsToHideBehindAComputationWhereAThreadAdvancesIt() {
        BenchRecord hidden = new BenchRecord("icoll.ibcast.runtime.thread", "shm", 2, 64 << 10, Place.NEAR,
            Metric.FRACTION, "", 0.79, 0.79, 0.79, null, null);
        assertEquals("≥ 0.8  MISSED", verdict(hidden));
        assertEquals(Optional.empty(), Bars.of(fraction("icoll.ibcast.runtime.poll", Place.NEAR, 0.5), List.of()));
    }

    @Test
    void aBarrierStandsBesideTheMachinesOwnOfTheSamePlace() {
        BenchRecord ours = fraction("barrier.growth", Place.NEAR, 6.2);
        BenchRecord far = fraction("barrier.growth.raw", Place.FAR, 4);
        BenchRecord near = fraction("barrier.growth.raw", Place.NEAR, 5.9);
        assertEquals("≤ 6  MISSED", verdict(ours, ours, far));
        assertEquals("≤ 6  MISSED, the machine's own 5.90", verdict(ours, ours, far, near));
        assertEquals(Optional.empty(), Bars.of(near, List.of(ours, near)));
    }
}
