package org.hawser.bench.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.hawser.bench.BenchRecord;
import org.hawser.bench.Metric;
import org.hawser.bench.Place;
import org.junit.jupiter.api.Test;

class FabricTableTest {
    private static final List<BenchRecord> RECORDS = List.of(
        record("raw.pingpong", 8, Place.NEAR, Metric.LATENCY, 55),
        record("raw.copy", 4096, Place.NEAR, Metric.BANDWIDTH, 20_000),
        record("am", 8, Place.NEAR, Metric.LATENCY, 95), record("put", 4096, Place.NEAR, Metric.BANDWIDTH, 19_000),
        record("put", 64, Place.NEAR, Metric.BANDWIDTH, 2_000), record("am", 8, Place.FAR, Metric.LATENCY, 300));

    @Test
    void figuresOfThePlaceSeenMostAreShown() {
        FabricTable table = new FabricTable(RECORDS);
        assertEquals(Place.NEAR, table.place());
        assertEquals(5, table.records().size());
    }

    @Test
    void aMessageIsHeldAgainstThePingPongAndAPutAgainstACopy() {
        List<FabricTable.Line> lines = new FabricTable(RECORDS).lines();
        assertEquals(List.of("", "", "+40 ns", "10 %", "95 %"), lines.stream().map(FabricTable.Line::against).toList());
    }

    @Test
    void nothingMeasuredIsAnEmptyTable() {
        assertTrue(new FabricTable(List.of()).isEmpty());
    }

    private static BenchRecord record(String bench, long size, Place place, Metric metric, double value) {
        return new BenchRecord(bench, "shm", 2, size, place, metric, metric.unit(), value, value, value, null, null);
    }
}
