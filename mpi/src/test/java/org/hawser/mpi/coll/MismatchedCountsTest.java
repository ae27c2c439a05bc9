package org.hawser.mpi.coll;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.hawser.mpi.ErrorClass;
import org.hawser.mpi.MpiFailure;
import org.hawser.mpi.coll.op.Operand;
import org.hawser.mpi.coll.op.Operator;
import org.hawser.mpi.coll.op.Reduction;
import org.hawser.mpi.coll.op.Reductions;
import org.hawser.mpi.comm.Communicator;
import org.hawser.mpi.group.Members;
import org.hawser.mpi.p2p.PointToPoint;
import org.hawser.testkit.LocalRanks;
import org.hawser.testkit.Medium;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Ranks whose counts differ choose different algorithms: all come back, and who was let down says so. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class MismatchedCountsTest {
    private static final Reduction SUM = Reductions.of(Operator.SUM, Operand.LONG, false);
    /** Longs, about where algorithms begin and end in the tables. */
    private static final int[] COUNTS =
        {1, 16, 33, 128, 129, 256, 257, 384, 512, 513, 1025, 2048, 2049, 4097, 8192, 8193, 16385, 33000};
    /** A message that goes only where its algorithm is chosen: on one node, calls that wait share memory else. */
    private static final String THRESHOLDS = """
        [shm]
        bcast     * 1K node
        bcast     * *  scatter-allgather
        reduce    * 1K binomial
        allreduce * 2K recursive-doubling
        allgather * 1K node
        allgather * *  linear
        alltoall  * 1K bruck
        """;

    @TempDir
    private Path directory;

    @AfterEach
    void forget() {
        System.clearProperty("hawser.mpi.coll.table");
    }

    /** The collectives that are called. */
    enum Kind { BCAST, GATHER, SCATTER, ALLGATHER, ALLTOALL, REDUCE, ALLREDUCE, REDUCE_SCATTER, SCAN, EXSCAN }

    /** One call at one rank, with so many longs. */
    private static void call(Collectives collectives, Kind kind, boolean later, int count, int root) {
        int size = collectives.communicator().size();
        long bytes = 8L * count;
        long[] one = new long[count];
        Arrays.fill(one, 1);
        long[] all = new long[count * size];
        Blocks out = new Blocks().equal(new long[count * size], 0, bytes);
        Blocks in = new Blocks().equal(all, 0, bytes);
        CollectiveJob.carryOut(collectives, later, steps -> {
            switch (kind) {
                case BCAST -> collectives.bcast(steps, one, 0, bytes, root);
                case GATHER -> collectives.gather(steps, one, 0, bytes, in, root);
                case SCATTER -> collectives.scatter(steps, in, one, 0, bytes, root);
                case ALLGATHER -> collectives.allGather(steps, one, 0, bytes, in);
                case ALLTOALL -> collectives.allToAll(steps, out, in);
                case REDUCE -> collectives.reduce(steps, SUM, one, 0, all, 0, bytes, root);
                case ALLREDUCE -> collectives.allReduce(steps, SUM, one, 0, all, 0, bytes);
                case REDUCE_SCATTER -> collectives.reduceScatter(steps, SUM, out, one, 0, bytes);
                case SCAN -> collectives.scan(steps, SUM, one, 0, all, 0, bytes);
                case EXSCAN -> collectives.exScan(steps, SUM, one, 0, all, 0, bytes);
            }
        });
    }

    private static Collectives in(PointToPoint point, int size, int context) {
        return Collectives.of(Communicator.of(point, Members.range(0, size), point.rank().number(), context));
    }

    /** What this rank's call ends with: 0, or the class of the error. */
    private static int outcome(Runnable call) {
        try {
            call.run();
            return 0;
        } catch (MpiFailure e) {
            return e.errorClass();
        }
    }

    /** Another communicator of the same ranks still works. */
    private static void checkOther(PointToPoint point, int size, int context) {
        Collectives other = in(point, size, context);
        for (boolean later : new boolean[] {false, true}) {
            long[] sum = {point.rank().number(), 1};
            CollectiveJob.carryOut(other, later, steps -> other.allReduce(steps, SUM, sum, 0, sum, 0, 16));
            assertEquals(size, sum[1]);
            assertEquals(size * (size - 1) / 2, sum[0]);
        }
    }

    @ParameterizedTest
    @CsvSource({"GATHER, 4, 3, 384, 128, false", "SCATTER, 4, 3, 384, 128, false", "ALLREDUCE, 2, 1, 513, 512, true",
        "BCAST, 4, 0, 8192, 2048, true", "GATHER, 5, 4, 128, 384, true", "ALLTOALL, 4, 2, 600, 16, true",
        "ALLGATHER, 3, 1, 2000, 10, true", "REDUCE, 4, 1, 4096, 16, true"})
    void allRanksComeBackWhereOneChoosesAnotherAlgorithm(Kind kind, int ranks, int odd, int count, int others,
                                                         boolean later) {
        AtomicInteger failed = new AtomicInteger();
        LocalRanks.on(Medium.standard()).start(ranks, rank -> {
            PointToPoint point = new PointToPoint(rank);
            rank.barrier();
            Collectives collectives = in(point, ranks, 8);
            int outcome = outcome(() -> call(collectives, kind, later, rank.number() == odd ? count : others, 0));
            assertTrue(outcome == 0 || outcome == ErrorClass.TRUNCATE, () -> "class=" + outcome);
            failed.addAndGet(outcome == 0 ? 0 : 1);
            checkOther(point, ranks, 10);
            point.finish();
            rank.barrier();
        });
        assertTrue(failed.get() > 0);
    }

    /** Where what is under way is told apart. */
    enum Place {
        ONE_NODE(CollectiveJob.ONE_NODE), TCP(CollectiveJob.TCP), TWO_NODES(CollectiveJob.TWO_NODES),
        IN_TURN(CollectiveJob.IN_TURN), MIXED(CollectiveJob.MIXED);

        final Medium medium;

        Place(Medium medium) {
            this.medium = medium;
        }
    }

    /** Some calls after each other in one job, each in a communicator of its own. */
    private static void tryAll(Medium medium, long seed, int calls) {
        Random random = new Random(seed);
        int ranks = 2 + random.nextInt(4);
        record Trial(Kind kind, int odd, int root, int count, int others, boolean later) {
            boolean isTolerated() {
                // A root may have less to tell than the others have room for.
                return kind == Kind.BCAST && (odd == root ? count < others : others < count);
            }
        }

        List<Trial> trials = IntStream.range(0, calls).mapToObj(i -> {
            int count = COUNTS[random.nextInt(COUNTS.length)];
            int others = COUNTS[random.nextInt(COUNTS.length)];
            return new Trial(Kind.values()[random.nextInt(Kind.values().length)], random.nextInt(ranks),
                random.nextInt(ranks), count, others == count ? count + 1 : others, random.nextBoolean());
        }).toList();
        AtomicInteger[] failed = trials.stream().map(trial -> new AtomicInteger()).toArray(AtomicInteger[]::new);
        LocalRanks.on(medium).start(ranks, rank -> {
            PointToPoint point = new PointToPoint(rank);
            rank.barrier();
            for (int i = 0; i < calls; i++) {
                Trial trial = trials.get(i);
                Collectives collectives = in(point, ranks, 8 + 4 * i);
                int count = rank.number() == trial.odd ? trial.count : trial.others;
                int outcome = outcome(() -> call(collectives, trial.kind, trial.later, count, trial.root));
                assertTrue(outcome == 0 || outcome == ErrorClass.TRUNCATE || outcome == ErrorClass.OTHER,
                    () -> "class=" + outcome + " seed=" + seed + " of " + trial);
                failed[i].addAndGet(outcome == 0 ? 0 : 1);
                checkOther(point, ranks, 10 + 4 * i);
                assertTrue(failed[i].get() > 0 || trial.isTolerated(), () -> "seed=" + seed + " of " + trial);
            }
            point.finish();
            rank.barrier();
        });
    }

    @ParameterizedTest
    @EnumSource(Place.class)
    void nobodyWaitsForEverWhateverIsCalledWithOtherCounts(Place place) {
        int jobs = Integer.getInteger("hawser.test.mismatches", 6);
        for (int i = 0; i < jobs; i++) {
            tryAll(place.medium, new Random().nextLong(), 8);
        }
    }

    @Test
    void nobodyWaitsForEverWhereMemoryIsSharedForSomeCountsAlone() throws Exception {
        Path table = directory.resolve("own.algorithms");
        Files.writeString(table, THRESHOLDS);
        System.setProperty("hawser.mpi.coll.table", table.toString());
        for (int i = 0; i < 8; i++) {
            tryAll(CollectiveJob.ONE_NODE, new Random().nextLong(), 8);
        }
    }
}
