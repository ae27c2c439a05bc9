package org.hawser.bench.experiment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.hawser.bench.BenchRecord;
import org.hawser.bench.Metric;
import org.hawser.bench.Network;
import org.hawser.bench.Place;
import org.hawser.bench.lab.Sample;
import org.hawser.bench.lab.Series;
import org.junit.jupiter.api.Test;

class TuningTest {
    private final List<BenchRecord> records = new ArrayList<>();

    private void add(int ranks, long size, Place place, String algorithm, double value) {
        records.add(new BenchRecord("collectives.bcast.array", "shm", ranks, size, place, Metric.LATENCY, "ns", value,
            value, value, algorithm, null));
    }

    private AlgorithmTable table() {
        return AlgorithmTable.of(records, (collective, algorithm) -> !algorithm.equals("node"));
    }

    private List<String> rows() {
        return table().rows().stream().map(row -> row.toString().replaceAll(" +", " ")).toList();
    }

    @Test
    void theBestOfEachSizeIsChosenAndTheLineDrawnBetween() {
        add(2, 8, Place.NEAR, "binomial", 100);
        add(2, 8, Place.NEAR, "chain", 200);
        add(2, 64 << 10, Place.NEAR, "binomial", 100);
        add(2, 64 << 10, Place.NEAR, "chain", 101);
        add(2, 1 << 20, Place.NEAR, "binomial", 200);
        add(2, 1 << 20, Place.NEAR, "chain", 100);
        assertEquals(List.of("bcast * 256K binomial", "bcast * * chain"), rows());
    }

    @Test
    void anAlgorithmIsKeptUnlessAnotherIsWorthAChange() {
        add(2, 8, Place.NEAR, "binomial", 100);
        add(2, 8, Place.NEAR, "chain", 200);
        add(2, 64, Place.NEAR, "binomial", 102);
        add(2, 64, Place.NEAR, "chain", 100);
        assertEquals(List.of("bcast * * binomial"), rows());
    }

    @Test
    void theMostRanksStandForAllAbove() {
        add(2, 8, Place.NEAR, "chain", 100);
        add(4, 8, Place.NEAR, "binomial", 100);
        assertEquals(List.of("bcast 2 * chain", "bcast * * binomial"), rows());
        List<String> lines = table().lines("tcp");
        assertEquals("[tcp]", lines.getFirst());
        assertTrue(lines.get(1).startsWith("# collective"), lines::toString);
    }

    @Test
    void whatCannotWaitIsFollowedByWhatCan() {
        add(2, 8, Place.NEAR, "node", 50);
        add(2, 8, Place.NEAR, "chain", 200);
        add(2, 8, Place.NEAR, "binomial", 100);
        assertEquals(List.of("bcast * * node", "bcast * * binomial"), rows());
    }

    @Test
    void figuresAreComparedWithinTheirPlace() {
        add(2, 8, Place.FAR, "binomial", 300);
        add(2, 8, Place.FAR, "chain", 400);
        add(2, 8, Place.NEAR, "chain", 100);
        add(2, 8, Place.NEAR, "binomial", 90);
        assertEquals("binomial", AlgorithmTable.best(records, null));
    }

    @Test
    void sizesAreWrittenAsTheLibraryReadsThem() {
        assertEquals(List.of("512", "2K", "1M"), List.of(AlgorithmTable.bytes(512), AlgorithmTable.bytes(2048),
            AlgorithmTable.bytes(1 << 20)));
        assertEquals(16, AlgorithmTable.middle(8, 64));
        assertEquals(8, AlgorithmTable.middle(8, 9));
    }

    @Test
    void whatAnAlgorithmCannotDoIsNotItsFigure() {
        Series series = new Series("collectives.allreduce.array", "shm", 4, 8, Metric.LATENCY, null);
        Map<String, String> held = Map.of("allreduce", "rabenseifner");
        assertTrue(Tuning.labelled(new Sample(series, 50, 1), held).isEmpty());
        Series longer = new Series("collectives.allreduce.array", "shm", 4, 1024, Metric.LATENCY, null);
        assertEquals("rabenseifner", Tuning.labelled(new Sample(longer, 50, 1), held).getFirst().series().peer());
        assertTrue(Tuning.labelled(new Sample(longer.of("collectives.bcast.array"), 50, 1), held).isEmpty());
    }

    @Test
    void theOutlineNamesEveryAlgorithm() {
        Plan plan = new Plan(List.of(2), List.of(8L), 1, false, List.of(), Choice.ALL);
        String outline = String.join("\n", new Tuning(plan, text -> { }).outline());
        for (Collective collective : Collective.values()) {
            if (Candidates.of(collective, true).size() > 1) {
                assertTrue(outline.contains(String.join(", ", Candidates.of(collective, true))), outline);
            }
        }
    }

    @Test
    void throughConnectionsNothingIsTriedThatNeedsSharedMemory() {
        assertTrue(Candidates.of(Collective.BCAST, true).contains("node"));
        assertEquals(List.of("binomial", "scatter-allgather", "chain"), Candidates.of(Collective.BCAST, false));
        Plan plan = new Plan(List.of(2), List.of(8L), 1, false, List.of(), Choice.ALL, new Network("tcp", false, null));
        String outline = String.join("\n", new Tuning(plan, text -> { }).outline());
        assertTrue(outline.startsWith("between ranks  tcp"), outline);
        assertTrue(!outline.contains("node") && !outline.contains("hierarchical"), outline);
    }
}
