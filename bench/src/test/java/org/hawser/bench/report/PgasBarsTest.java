package org.hawser.bench.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.hawser.bench.BenchRecord;
import org.hawser.bench.Metric;
import org.hawser.bench.Place;
import org.junit.jupiter.api.Test;

class PgasBarsTest {
    private final List<BenchRecord> all = new ArrayList<>();

    private BenchRecord add(String provider, String bench, long size, Place place, Metric metric, double value,
                            String peer) {
        BenchRecord record = new BenchRecord(bench, provider, 2, size, place, metric, metric.unit(), value, value,
            value, peer, null);
        all.add(record);
        return record;
    }

    private BenchRecord near(String bench, long size, Metric metric, double value, String peer) {
        return add("shm", bench, size, Place.NEAR, metric, value, peer);
    }

    private String bar(BenchRecord record) {
        return Bars.of(record, all).orElse("");
    }

    @Test
    void aPutOfAWordHasABarOfItsOwnAndOneAgainstOpenShmem() {
        BenchRecord put = near("pgas-latency.put", 8, Metric.LATENCY, 12, null);
        assertEquals("≤ 15 ns, aim 8  ok", bar(put));
        near("pgas-latency.put", 8, Metric.LATENCY, 30, "oshmem");
        assertEquals("≤ 15 ns, aim 8  ok; 0.400 × oshmem, ≤ 0.30  MISSED", bar(put));
        assertEquals("", bar(near("pgas-latency.put", 64, Metric.LATENCY, 12, null)));
    }

    @Test
    void throughConnectionsAPutIsComparedWithTheRuntimesOwn() {
        BenchRecord put = add("tcp", "pgas-latency.put", 8, Place.NEAR, Metric.LATENCY, 20_600, null);
        add("tcp", "pgas-latency.put", 8, Place.NEAR, Metric.LATENCY, 20_000, "runtime");
        assertEquals("1.030 × runtime, ≤ 1.05  ok", bar(put));
    }

    @Test
    void elementsAndSignalsHaveBars() {
        assertEquals("≤ 10 ns  MISSED", bar(near("pgas-latency.cyclic-get", 4, Metric.LATENCY, 11, null)));
        BenchRecord signal = near("pgas-latency.signal", 8, Metric.LATENCY, 120, null);
        near("pgas-latency.am", 8, Metric.LATENCY, 100, null);
        assertEquals("≤ 128 ns  ok; 1.20 × am, ≤ 1  MISSED", bar(signal));
        assertEquals("", bar(add("shm", "pgas-latency.signal", 8, Place.FAR, Metric.LATENCY, 300, null)));
    }

    @Test
    void bandwidthIsAShareOfACopyAndMemoryIsFlat() {
        assertEquals("≥ 0.9 of a copy  ok", bar(near("pgas-bandwidth.get", 64 << 10, Metric.FRACTION, 0.95, null)));
        assertEquals("0.98 to 1.02  MISSED", bar(near("pgas-memory.processes.flatness", 0, Metric.FRACTION, 1.03,
            null)));
    }

    @Test
    void othersOfTheSameRunAreTheMeasure() {
        BenchRecord loop = near("pgas-loop.segment", 80, Metric.LATENCY, 105, null);
        near("pgas-loop.segment", 80, Metric.LATENCY, 100, "double[]");
        assertEquals("1.050 × double[], ≤ 1.10  ok", bar(loop));
        BenchRecord idle = near("pgas-idle.bandwidth.cost", 64, Metric.FRACTION, 1.02, null);
        near("pgas-idle.bandwidth.cost", 64, Metric.FRACTION, 1, "without");
        assertEquals("1.020 × without, ≤ 1.01  MISSED", bar(idle));
        BenchRecord kernel = near("pgas-idle.cg.W.turns", 0, Metric.FRACTION, 1.005, null);
        near("pgas-idle.cg.W.turns", 0, Metric.FRACTION, 1, "without");
        assertEquals("1.005 × without, ≤ 1.01  ok", bar(kernel));
        BenchRecord put = near("pgas-pcj.put", 8, Metric.LATENCY, 10, null);
        near("pgas-pcj.put", 8, Metric.LATENCY, 50_000, "pcj");
        assertEquals("1/5000 × pcj, ≤ 0.10  ok", bar(put));
    }

    @Test
    void pcjIsComparedWhateverThePlaces() {
        add("shm", "pgas-pcj.put", 8, Place.NEAR, Metric.LATENCY, 10, null);
        add("shm", "pgas-pcj.put", 8, Place.FAR, Metric.LATENCY, 20, null);
        add("pcj", "pgas-pcj.put", 8, Place.SAME, Metric.LATENCY, 60_000, "pcj");
        add("pcj", "pgas-pcj.get", 8, Place.SAME, Metric.LATENCY, 60_000, "pcj");
        assertEquals(List.of("pgas-pcj.put, 2 ranks, 8 B: pcj takes at least 3000 × as long, ≥ 10  ok"),
            PcjRatios.of(all));
    }

    @Test
    void plotsGoOverSizesAndRanks() {
        near("pgas-latency.put", 8, Metric.LATENCY, 10, null);
        near("pgas-latency.put", 64, Metric.LATENCY, 12, null);
        all.add(new BenchRecord("pgas-memory.processes", "shm", 16, 0, Place.NEAR, Metric.BYTES, "B", 1, 1, 1, null,
            null));
        all.add(new BenchRecord("pgas-memory.processes", "shm", 256, 0, Place.NEAR, Metric.BYTES, "B", 1, 1, 1, null,
            null));
        assertEquals(2, HtmlReport.plots(all).size());
        assertTrue(HtmlReport.plots(all).getLast().toSvg().contains("pgas-memory.processes"));
    }
}
