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
        record("raw.copy", 4096, Place.NEAR, Metric.BANDWIDTH, 20_000, null),
        record("am", 8, Place.NEAR, Metric.LATENCY, 95, null), record("am", 8, Place.NEAR, Metric.LATENCY, 55, "raw"),
        record("am", 8, Place.FAR, Metric.LATENCY, 300, null), record("am", 64, Place.NEAR, Metric.LATENCY, 99, null),
        record("put", 64, Place.NEAR, Metric.BANDWIDTH, 2_000, null),
        record("put", 4096, Place.NEAR, Metric.BANDWIDTH, 19_000, null),
        record("put", 4096, Place.NEAR, Metric.BANDWIDTH, 20_000, "memcpy"),
        record("put", 4096, Place.NEAR, Metric.FRACTION, 0.95, null),
        record("rate", 8, Place.FAR, Metric.RATE, 40e6, null));

    @Test
    void figuresOfThePlaceSeenMostAreShownAndOfAnotherWhereThereAreNone() {
        FabricTable table = new FabricTable(RECORDS);
        assertEquals(Place.NEAR, table.place());
        assertEquals(List.of(Place.NEAR, Place.NEAR, Place.NEAR, Place.FAR),
            table.lines().stream().map(line -> line.record().place()).toList());
    }

    @Test
    void theSmallestMessageAndTheLargestCopyAreShownAgainstTheMachine() {
        List<FabricTable.Line> lines = new FabricTable(RECORDS).lines();
        assertEquals(List.of("copy, 4 KiB", "active message, one way, 8 B", "put, 4 KiB",
            "active messages, one direction, 8 B"), lines.stream().map(FabricTable.Line::what).toList());
        assertEquals(List.of("", "+40 ns", "95 %", ""), lines.stream().map(FabricTable.Line::against).toList());
    }

    @Test
    void nothingMeasuredIsAnEmptyTable() {
        assertTrue(new FabricTable(List.of()).isEmpty());
    }

    @Test
    void thePageHasALineForEachFigureAndBarsWhereThereIsALimit() {
        String html = new FabricSection(new FabricTable(RECORDS)).html();
        assertEquals(5, html.split("<tr").length - 1, html);
        assertEquals(2, html.split("class=\"ours\"").length - 1, html);
        assertEquals(2, html.split("<div class=\"machine\"").length - 1, html);
    }

    private static BenchRecord record(String bench, long size, Place place, Metric metric, double value,
                                      String peer) {
        return new BenchRecord(bench, "shm", 2, size, place, metric, metric.unit(), value, value, value, peer, null);
    }
}
