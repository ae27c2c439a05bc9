package org.hawser.bench.experiment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.hawser.bench.Metric;
import org.hawser.bench.lab.Sample;
import org.hawser.bench.lab.Series;
import org.junit.jupiter.api.Test;

class CollectivesExperimentTest {
    private static final Plan PLAN = Plan.of(2, List.of(), 1);

    @Test
    void thePeersProgramMeasuresManyThingsAtOnce() {
        Series peers = new Series("collectives.bcast", "shm", 4, 8, Metric.LATENCY, "mpich");
        Contestant direct = Contestant.of(Experiments.part("collectives.direct").orElseThrow());
        assertEquals(peers.of("collectives.bcast.direct"), direct.against(new Sample(peers, 50, 1)).series());
    }

    @Test
    void overlapIsMeasuredWithTheProgressThreadAndWithout() {
        RankExperiment with = Experiments.part("icoll.runtime.thread").orElseThrow();
        assertEquals(Map.of("HAWSER_PROGRESS", "thread"), Contestant.of(with).environment());
        assertEquals("icoll.ibcast.runtime.thread", with.benchOf("icoll.ibcast"));
        assertEquals(Map.of("HAWSER_PROGRESS", "poll"),
            Contestant.of(Experiments.part("icoll.direct.poll").orElseThrow()).environment());
    }

    @Test
    void columnsGoByEveryWayInOneJobAndWithoutTheLayoutCacheInAnother() {
        List<Contestant> ways = VectorsExperiment.ways(Experiments.part("vector.runtime").orElseThrow());
        assertEquals(Arrays.asList(null, "no-layout-cache"), ways.stream().map(Contestant::name).toList());
        assertEquals(Map.of(), ways.getFirst().environment());
        assertEquals(Map.of("HAWSER_MPI_LAYOUT_CACHE", "off"), ways.getLast().environment());
    }

    @Test
    void twoRanksSendToEachOtherAndMoreExchange() {
        RankExperiment part = Experiments.part("vector.array").orElseThrow();
        assertEquals(List.of("latency", "bandwidth"), part.cases(PLAN, 2));
        assertEquals(List.of("alltoall"), part.cases(PLAN, 4));
    }

    @Test
    void collectivesThatMoveMoreHaveMoreMemory() {
        CollectiveMemory narrow = CollectiveMemory.of(BufferKind.ARRAY, List.of(Collective.BCAST), 4, 64);
        assertEquals(64, ((byte[]) narrow.out()).length);
        assertEquals(1, ((double[]) narrow.sums()).length);
        CollectiveMemory wide = CollectiveMemory.of(BufferKind.ARRAY, List.of(Collective.values()), 4, 64);
        assertEquals(256, ((byte[]) wide.in()).length);
        assertEquals(8, ((double[]) wide.terms()).length);
    }

    @Test
    void anExperimentHasItsOwnNumberOfRounds() {
        assertEquals(7, new Plan(List.of(), List.of(), 7, false, List.of(), Choice.ALL).roundsOr(40));
        assertEquals(40, new Plan(List.of(), List.of(), 0, false, List.of(), Choice.ALL).roundsOr(40));
        assertTrue(Experiments.part("collectives.array").orElseThrow().rounds() < 40);
    }
}
