package org.hawser.bench.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.hawser.bench.BenchRecord;
import org.hawser.bench.Metric;
import org.junit.jupiter.api.Test;

class PeerBarsTest extends BarTest {
    PeerBarsTest() {
        super("shm");
    }

    @Test
    void theBestLatencyIsTheShortest() {
        BenchRecord ours = add("latency.array", 8, Metric.LATENCY, 85, null);
        add("latency.array", 8, Metric.LATENCY, 100, "openmpi-ucx");
        add("latency.array", 8, Metric.LATENCY, 130, "mpich");
        add("latency.array", 8, Metric.LATENCY, 50, "raw");
        assertEquals("0.85 × openmpi-ucx; ≤ 0.90, aim 0.7  ok", bar(ours));
    }

    @Test
    void theBestBandwidthIsTheHighest() {
        BenchRecord ours = add("bandwidth.direct", 64 << 10, Metric.BANDWIDTH, 8_000, null);
        add("bandwidth.direct", 64 << 10, Metric.BANDWIDTH, 10_000, "openmpi-nocma");
        add("bandwidth.direct", 64 << 10, Metric.BANDWIDTH, 7_000, "openmpi");
        assertEquals("0.80 × openmpi-nocma; ≥ 0.90  MISSED", bar(ours));
    }

    @Test
    void barsDependOnTheKindOfMemory() {
        BenchRecord array = add("latency.array", 1 << 20, Metric.LATENCY, 120, null);
        BenchRecord runtime = add("latency.runtime", 1 << 20, Metric.LATENCY, 120, null);
        add("latency.array", 1 << 20, Metric.LATENCY, 100, "mpich");
        add("latency.runtime", 1 << 20, Metric.LATENCY, 100, "mpich");
        assertTrue(bar(array).endsWith("ok") && bar(runtime).endsWith("MISSED"));
    }

    @Test
    void withoutALibraryThereIsNoBar() {
        assertTrue(Bars.of(add("rate.mpi.runtime", 8, Metric.RATE, 1e7, null), all).isEmpty());
    }

    @Test
    void thePingPongIsFasterThanBothTraditionalOnes() {
        BenchRecord ours = add("pingpong-protocols", 16 << 10, Metric.LATENCY, 95, null);
        add("pingpong-protocols", 16 << 10, Metric.LATENCY, 100, "traditional-write");
        add("pingpong-protocols", 16 << 10, Metric.LATENCY, 90, "traditional-read");
        assertEquals("1.06 × traditional-read; < 1  MISSED", bar(ours));
    }

    @Test
    void anEarlySenderTakesItsComputationAndNoMore() {
        BenchRecord ours = add("progress.0-0-60-10-0-0", 30 << 10, Metric.LATENCY, 1_100, null);
        add("progress.0-0-60-10-0-0", 30 << 10, Metric.LATENCY, 1_080, "C(60)");
        add("progress.0-0-60-10-0-0", 30 << 10, Metric.LATENCY, 1_260, "traditional-write");
        assertEquals("1.02 × C(60); 1 ± 0.05  ok", bar(ours));
    }

    @Test
    void theOtherConfigurationsAreComparedWithTheTraditionalWrite() {
        BenchRecord ours = add("progress.27-0-0-20-20-20", 1 << 20, Metric.LATENCY, 1_100, null);
        add("progress.27-0-0-20-20-20", 1 << 20, Metric.LATENCY, 1_000, "C(60)");
        add("progress.27-0-0-20-20-20", 1 << 20, Metric.LATENCY, 1_250, "traditional-write");
        add("progress.27-0-0-20-20-20.hybrid", 1 << 20, Metric.FRACTION, 1, null);
        assertEquals("0.88 × traditional-write; < 1  ok", bar(ours));
        assertTrue(Bars.of(all.getLast(), all).isEmpty());
    }

    @Test
    void aTableShowsTheBestLibraryOnly() {
        add("latency.array", 8, Metric.LATENCY, 85, null);
        add("latency.array", 8, Metric.LATENCY, 100, "openmpi-ucx");
        add("latency.array", 8, Metric.LATENCY, 130, "mpich");
        add("latency.array", 8, Metric.LATENCY, 50, "raw");
        String table = String.join("\n", TextReport.of(all));
        assertTrue(table.contains("  openmpi-ucx ") && table.contains("  raw ") && !table.contains("mpich"), table);
    }
}
