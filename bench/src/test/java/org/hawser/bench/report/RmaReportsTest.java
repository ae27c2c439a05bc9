package org.hawser.bench.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.hawser.bench.BenchRecord;
import org.hawser.bench.Metric;
import org.hawser.bench.Place;
import org.junit.jupiter.api.Test;

class RmaReportsTest {
    private final List<BenchRecord> all = new ArrayList<>();

    private BenchRecord add(String bench, int ranks, long size, Metric metric, double value, String peer) {
        BenchRecord record = new BenchRecord(bench, "shm", ranks, size, Place.NEAR, metric, metric.unit(), value, value,
            value, peer, null);
        all.add(record);
        return record;
    }

    @Test
    void alternativesStandBesideOurs() {
        add("rma-latency.put", 2, 8, Metric.LATENCY, 10, null);
        add("rma-latency.put", 2, 8, Metric.LATENCY, 100, "messages");
        add("rma-latency.put", 2, 8, Metric.LATENCY, 50, "openmpi");
        add("rma-latency.put", 2, 8, Metric.LATENCY, 40, "openmpi-ucx/create");
        List<String> lines = SideBySide.of(all, List.of("direct", "messages"));
        assertEquals(3, lines.size());
        assertTrue(lines.getFirst().matches("bench .* direct .* messages .* openmpi .*"), lines.getFirst());
        assertTrue(lines.getLast().contains("100.0 ns (0.10)") && lines.getLast().contains("40.0 ns (0.25)"),
            lines.getLast());
        assertTrue(lines.getLast().endsWith("0.25 × openmpi-ucx/create; ≤ 0.50  ok"), lines.getLast());
    }

    @Test
    void barsDependOnTheSize() {
        BenchRecord small = add("rma-latency.lock-put", 2, 8 << 10, Metric.LATENCY, 80, null);
        BenchRecord large = add("rma-latency.lock-put", 2, 64 << 10, Metric.LATENCY, 80, null);
        add("rma-latency.lock-put", 2, 8 << 10, Metric.LATENCY, 100, "mpich");
        add("rma-latency.lock-put", 2, 64 << 10, Metric.LATENCY, 100, "mpich");
        assertEquals("0.80 × mpich; ≤ 0.70  MISSED", Bars.of(small, all).orElseThrow());
        assertEquals("0.80 × mpich; ≤ 0.95  ok", Bars.of(large, all).orElseThrow());
    }

    @Test
    void updatesAreComparedWithThePlainAccumulate() {
        add("rma-gups.accumulate", 2, 64, Metric.RATE, 10e6, null);
        add("rma-gups.accumulate", 2, 64, Metric.RATE, 4e6, "mpich");
        add("rma-gups.direct", 2, 64, Metric.RATE, 30e6, null);
        add("rma-gups.direct.errors", 2, 64, Metric.FRACTION, 0, null);
        assertEquals("rma-gups.direct, 2 ranks, 64 B, near: 0.03000 GUPS; 3.00 × accumulate, 7.50 × that of mpich;"
            + " wrong words 0.0000 %", GupsTable.of(all).getLast());
        assertTrue(GupsTable.isRight(all));
    }

    @Test
    void lostUpdatesAreWrongUnlessTheWayMayLoseSome() {
        add("rma-gups.get-modify-put.errors", 2, 64, Metric.FRACTION, 0.005, null);
        assertTrue(GupsTable.isRight(all));
        add("rma-gups.accumulate.errors", 2, 64, Metric.FRACTION, 0.005, "agent");
        assertFalse(GupsTable.isRight(all));
    }

    @Test
    void plotsGoOverSizesRanksAndSharesOfMigrations() {
        add("rma-latency.put", 2, 8, Metric.LATENCY, 10, null);
        add("rma-latency.put", 2, 64, Metric.LATENCY, 12, null);
        add("rma-fence.empty", 2, 0, Metric.LATENCY, 10, null);
        add("rma-fence.empty", 4, 0, Metric.LATENCY, 20, null);
        add("rma-lock.migration.near.05", 3, 0, Metric.LATENCY, 10, null);
        add("rma-lock.migration.near.10", 3, 0, Metric.LATENCY, 11, null);
        assertEquals(3, RmaPlots.of(all).size());
    }
}
