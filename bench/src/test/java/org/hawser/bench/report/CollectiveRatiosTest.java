package org.hawser.bench.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.hawser.bench.BenchRecord;
import org.hawser.bench.Metric;
import org.hawser.bench.Place;
import org.junit.jupiter.api.Test;

class CollectiveRatiosTest {
    private final List<BenchRecord> all = new ArrayList<>();

    private BenchRecord add(String collective, int ranks, long size, Place place, double value, String peer) {
        BenchRecord record = new BenchRecord("collectives." + collective + ".array", "shm", ranks, size, place,
            Metric.LATENCY, "ns", value, value, value, peer, null);
        all.add(record);
        return record;
    }

    private void pair(String collective, int ranks, long size, double ours, double theirs) {
        add(collective, ranks, size, Place.NEAR, ours, null);
        add(collective, ranks, size, Place.NEAR, theirs, "openmpi");
        add(collective, ranks, size, Place.NEAR, 2 * theirs, "mpich");
    }

    private String lines() {
        return String.join("\n", CollectiveRatios.of(all).lines());
    }

    @Test
    void theMeanIsGeometric() {
        assertEquals(1, CollectiveRatios.mean(Stream.of(0.5, 2.0)), 1e-12);
        assertTrue(Double.isNaN(CollectiveRatios.mean(Stream.of())));
    }

    @Test
    void aCellIsComparedWithTheBestLibrary() {
        pair("bcast", 2, 8, 80, 100);
        CollectiveRatios.Cell cell = CollectiveRatios.of(all).cells().getFirst();
        assertEquals(new CollectiveRatios.Cell(2, "array", "bcast", 8, 0.8, "openmpi", false), cell);
    }

    @Test
    void aCellOfTwoPlacesHasTheMeanOfTheirRatios() {
        pair("bcast", 2, 8, 50, 100);
        add("bcast", 2, 8, Place.FAR, 400, null);
        add("bcast", 2, 8, Place.FAR, 200, "openmpi");
        assertEquals(1, CollectiveRatios.of(all).cells().getFirst().ratio(), 1e-12);
    }

    @Test
    void figuresOfDifferentPlacesAreMarkedWhereThereIsNothingElse() {
        add("bcast", 16, 8, Place.FAR, 50, null);
        add("bcast", 16, 8, Place.NEAR, 100, "openmpi");
        CollectiveRatios.Cell cell = CollectiveRatios.of(all).cells().getFirst();
        assertTrue(cell.mixed());
        assertEquals(0.5, cell.ratio(), 1e-12);
        assertTrue(lines().contains("0.50*") && lines().contains("never saw the cores in the same place"), lines());
    }

    @Test
    void fewRanksHaveABarOnTheMeanAndOneOnTheWorst() {
        pair("bcast", 4, 8, 60, 100);
        pair("reduce", 4, 8, 120, 100);
        assertTrue(lines().endsWith(
            "geometric mean 0.85; ≤ 0.9; worst 1.20 (reduce, 8 B, against openmpi); ≤ 1.3  ok"), lines());
        pair("allreduce", 4, 64 << 10, 131, 100);
        assertTrue(lines().endsWith("worst 1.31 (allreduce, 64 KiB, against openmpi); ≤ 1.3  MISSED"), lines());
    }

    @Test
    void manyRanksHaveABarOnTheMeanOnly() {
        pair("bcast", 8, 8, 20, 100);
        pair("reduce", 8, 8, 150, 100);
        assertTrue(lines().contains("geometric mean 0.55; ≤ 0.7; worst 1.50 (reduce, 8 B, against openmpi)  ok"),
            lines());
        pair("alltoall", 16, 8, 71, 100);
        assertTrue(lines().endsWith("MISSED"), lines());
    }

    @Test
    void theTableHasARowPerCollectiveAndAColumnPerSize() {
        pair("barrier", 2, 0, 80, 100);
        pair("bcast", 2, 8, 70, 100);
        pair("bcast", 2, 1 << 20, 90, 100);
        List<String> lines = CollectiveRatios.of(all).lines();
        assertTrue(lines.get(2).matches("\\s+–\\s+8 B\\s+1 MiB\\s+mean"), lines.get(2));
        assertTrue(lines.get(3).matches("\\s+barrier\\s+0\\.80\\s+0\\.80"), lines.get(3));
        assertTrue(lines.get(4).matches("\\s+bcast\\s+0\\.70\\s+0\\.90\\s+0\\.79"), lines.get(4));
    }

    @Test
    void withoutALibraryThereIsNothingToSay() {
        add("bcast", 2, 8, Place.NEAR, 50, null);
        assertTrue(CollectiveRatios.of(all).lines().isEmpty());
    }

    @Test
    void eachCollectiveOfFewRanksHasItsBarInTheTable() {
        pair("bcast", 2, 8, 131, 100);
        pair("bcast", 8, 8, 131, 100);
        assertEquals("1.31 × openmpi; ≤ 1.30  MISSED", Bars.of(all.getFirst(), all).orElseThrow());
        assertFalse(Bars.of(all.get(3), all).isPresent());
    }
}
