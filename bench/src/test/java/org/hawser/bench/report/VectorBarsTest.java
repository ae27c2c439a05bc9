package org.hawser.bench.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.hawser.bench.BenchRecord;
import org.hawser.bench.Metric;
import org.hawser.bench.Place;
import org.junit.jupiter.api.Test;

class VectorBarsTest {
    private final List<BenchRecord> all = new ArrayList<>();

    private BenchRecord add(String bench, Metric metric, double value, String peer) {
        BenchRecord record = new BenchRecord(bench, "shm", 2, 2048, Place.NEAR, metric, metric.unit(), value, value,
            value, peer, null);
        all.add(record);
        return record;
    }

    private BenchRecord latency(double ours) {
        BenchRecord record = add("vector.latency.64.runtime", Metric.LATENCY, ours, null);
        add("vector.latency.64.runtime", Metric.LATENCY, 120, "pack");
        add("vector.latency.64.runtime", Metric.LATENCY, 100, "sgrs");
        add("vector.latency.64.runtime", Metric.LATENCY, 40, "contiguous");
        add("vector.latency.64.runtime", Metric.LATENCY, 126, "no-layout-cache");
        return record;
    }

    @Test
    void theChosenWayIsNearlyTheBestOfTheThree() {
        assertEquals("1.05 × sgrs; ≤ 1.05  ok", Bars.of(latency(105), all).orElseThrow());
        all.clear();
        assertEquals("1.06 × sgrs; ≤ 1.05  MISSED", Bars.of(latency(106), all).orElseThrow());
    }

    @Test
    void andAtLeastAsGoodAsTheBestLibrary() {
        BenchRecord ours = latency(104);
        add("vector.latency.64.runtime", Metric.LATENCY, 103, "mpich");
        add("vector.latency.64.runtime", Metric.LATENCY, 200, "openmpi");
        assertEquals("1.04 × sgrs; ≤ 1.05; 1.01 × mpich; ≤ 1.00  MISSED", Bars.of(ours, all).orElseThrow());
    }

    @Test
    void ofBandwidthsMoreIsBetter() {
        BenchRecord ours = add("vector.bandwidth.64.runtime", Metric.BANDWIDTH, 96, null);
        add("vector.bandwidth.64.runtime", Metric.BANDWIDTH, 100, "multi-w");
        add("vector.bandwidth.64.runtime", Metric.BANDWIDTH, 80, "mpich");
        assertEquals("0.96 × multi-w; ≥ 0.95; 1.20 × mpich; ≥ 1.00  ok", Bars.of(ours, all).orElseThrow());
    }

    @Test
    void theGainOfTheLayoutCacheIsReported() {
        latency(105);
        assertEquals(List.of("vector.latency.64.runtime, near: bars met at 1 of 1 sizes; the layout cache gains"
            + " +20 % at 2 KiB"), VectorBars.conclusions(all));
    }

    @Test
    void aTableShowsTheWaysAndTheBestLibrary() {
        latency(105);
        add("vector.latency.64.runtime", Metric.LATENCY, 103, "mpich");
        add("vector.latency.64.runtime", Metric.LATENCY, 200, "openmpi");
        String table = String.join("\n", TextReport.of(all));
        assertTrue(table.contains("  pack ") && table.contains("  contiguous ") && table.contains("  mpich "), table);
        assertTrue(!table.contains("openmpi"), table);
    }
}
