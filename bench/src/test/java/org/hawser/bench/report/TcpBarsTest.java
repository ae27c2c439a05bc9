package org.hawser.bench.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.hawser.bench.BenchRecord;
import org.hawser.bench.Metric;
import org.junit.jupiter.api.Test;

class TcpBarsTest extends BarTest {
    TcpBarsTest() {
        super("tcp");
    }

    @Test
    void aLatencyIsComparedWithTheBestLibraryAndABareConnection() {
        BenchRecord ours = add("latency.runtime", 8, Metric.LATENCY, 6_000, null);
        add("latency.runtime", 8, Metric.LATENCY, 7_000, "openmpi-tcp");
        add("latency.runtime", 8, Metric.LATENCY, 5_000, "mpich-tcp");
        add("latency.runtime", 8, Metric.LATENCY, 4_900, "socket");
        assertEquals("1.20 × mpich-tcp, ≤ 1.0  MISSED; socket +1100 ns, ≤ +1500  ok", bar(ours));
    }

    @Test
    void soIsABandwidth() {
        BenchRecord ours = add("bandwidth.array", 1 << 20, Metric.BANDWIDTH, 5_000, null);
        add("bandwidth.array", 1 << 20, Metric.BANDWIDTH, 4_000, "openmpi-ucx-tcp");
        add("bandwidth.array", 1 << 20, Metric.BANDWIDTH, 5_200, "socket");
        assertEquals("1.25 × openmpi-ucx-tcp, ≥ 1.2  ok; 0.96 × socket, ≥ 0.9  ok", bar(ours));
    }

    @Test
    void barsOfSharedMemoryDoNotCount() {
        add("latency.runtime", 64, Metric.LATENCY, 6_000, null);
        add("latency.runtime", 64, Metric.LATENCY, 5_000, "mpich-tcp");
        assertTrue(Bars.of(all.getFirst(), all).isEmpty());
    }

    @Test
    void aTargetThatComputesIsAsGoodAsOneThatWaits() {
        BenchRecord ours = add("rma-target.put", 8, Metric.LATENCY, 12_000, null);
        add("rma-target.put", 8, Metric.LATENCY, 10_000, "waiting");
        assertEquals("1.20 × waiting, 1 ± 0.1  MISSED", bar(ours));
    }

    @Test
    void anEarlySenderIsFasterThanATraditionalOne() {
        BenchRecord ours = add("progress.0-0-60-10-0-0", 30 << 10, Metric.LATENCY, 1_150, null);
        add("progress.0-0-60-10-0-0", 30 << 10, Metric.LATENCY, 1_080, "C(60)");
        add("progress.0-0-60-10-0-0", 30 << 10, Metric.LATENCY, 1_260, "traditional-write");
        assertEquals("0.91 × traditional-write; < 1  ok", bar(ours));
    }
}
