package org.hawser.mpi.coll;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;
import org.hawser.mpi.ErrorClass;
import org.hawser.mpi.MpiFailure;
import org.hawser.mpi.coll.op.Operand;
import org.hawser.mpi.coll.op.Operator;
import org.hawser.mpi.coll.op.Reduction;
import org.hawser.mpi.coll.op.Reductions;
import org.hawser.mpi.comm.Communicator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Collectives between two groups of any sizes: each group gets what the other gives. */
class InterCollectivesTest {
    private static final int ROOT = -4;
    private static final int NOBODY = -2;
    private static final int[] COUNTS = {0, 1, 7, 5000};
    private static final Reduction SUM = Reductions.of(Operator.SUM, Operand.INT, false);

    /** One rank of the job. The ranks of the job are the members of the second group, then those of the first. */
    private record Side(Communicator communicator, Collectives collectives, boolean later) {
        int size() {
            return communicator.size();
        }

        int others() {
            return communicator.remote().size();
        }

        /** Tells a rank of the other group from all other ranks of the job. */
        int other(int i) {
            return communicator.remote().get(i);
        }

        int mine() {
            return communicator.local().get(communicator.rank());
        }
    }

    /** What one rank does. */
    private interface Program {
        void run(Side side, int count);
    }

    private static void run(int first, int second, Program program) {
        CollectiveJob.between(first, second, communicator -> {
            Collectives collectives = Collectives.of(communicator);
            for (int count : COUNTS) {
                program.run(new Side(communicator, collectives, false), count);
                program.run(new Side(communicator, collectives, true), count);
            }
        });
    }

    /** Distinct items of a rank, for another one of theirs when {@code to} is not 0. */
    private static int[] items(int count, int rank, int to) {
        int[] items = new int[count];
        Arrays.setAll(items, i -> 1_000_000 * rank + 10_000 * to + i);
        return items;
    }

    private static int[] sumOf(int count, int... ranks) {
        int[] sum = new int[count];
        for (int rank : ranks) {
            int[] items = items(count, rank, 0);
            Arrays.setAll(sum, i -> sum[i] + items[i]);
        }
        return sum;
    }

    /** What the root argument is at this rank when the root is rank {@code root} of the group it is in. */
    private static int rootArgument(Side side, boolean ours, int root) {
        return !ours ? root : side.communicator.rank() == root ? ROOT : NOBODY;
    }

    /** Each rank of each group is the root once. */
    private static void eachRoot(Side side, IntConsumer withRoot) {
        boolean isFirst = side.communicator.local().get(0) != 0;
        for (boolean rootInFirst : new boolean[] {true, false}) {
            boolean ours = rootInFirst == isFirst;
            for (int root = 0; root < (ours ? side.size() : side.others()); root++) {
                withRoot.accept(rootArgument(side, ours, root));
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"1,1", "1,2", "2,1", "3,2", "1,4", "3,3"})
    void bcastAndReduceCrossFromGroupToGroup(int first, int second) {
        run(first, second, (side, count) -> eachRoot(side, root -> {
            int[] items = root == ROOT ? items(count, 42, 0) : new int[count];
            CollectiveJob.carryOut(side.collectives, side.later,
                steps -> side.collectives.bcast(steps, items, 0, 4L * count, root));
            assertArrayEquals(root == NOBODY ? new int[count] : items(count, 42, 0), items);
            int[] result = new int[count];
            CollectiveJob.carryOut(side.collectives, side.later, steps -> side.collectives.reduce(steps, SUM,
                items(count, side.mine(), 0), 0, result, 0, 4L * count, root));
            assertArrayEquals(root == ROOT ? sumOf(count, side.communicator.remote().ranks()) : new int[count],
                result);
        }));
    }

    @ParameterizedTest
    @CsvSource({"1,1", "2,1", "2,3", "4,1", "3,3"})
    void gatherAndScatterCrossFromGroupToGroup(int first, int second) {
        run(first, second, (side, count) -> eachRoot(side, root -> {
            int pieces = root == ROOT ? side.others() : 0;
            int[] all = new int[count * pieces];
            CollectiveJob.carryOut(side.collectives, side.later, steps -> side.collectives.gather(steps,
                items(count, side.mine(), 0), 0, 4L * count, new Blocks().equal(all, 0, 4L * count), root));
            for (int i = 0; i < pieces; i++) {
                assertArrayEquals(items(count, side.other(i), 0), Arrays.copyOfRange(all, i * count, (i + 1) * count));
                System.arraycopy(items(count, side.other(i), 3), 0, all, i * count, count);
            }
            int[] piece = new int[count];
            CollectiveJob.carryOut(side.collectives, side.later, steps -> side.collectives.scatter(steps,
                new Blocks().equal(all, 0, 4L * count), piece, 0, 4L * count, root));
            boolean gets = root >= 0;
            assertArrayEquals(gets ? items(count, side.mine(), 3) : new int[count], piece);
        }));
    }

    @ParameterizedTest
    @CsvSource({"1,1", "1,3", "2,2", "2,3", "4,2"})
    void allGatherAndAllToAllCrossFromGroupToGroup(int first, int second) {
        run(first, second, (side, count) -> {
            int others = side.others();
            int[] all = new int[count * others];
            Blocks in = new Blocks().equal(all, 0, 4L * count);
            CollectiveJob.carryOut(side.collectives, side.later, steps -> side.collectives.allGather(steps,
                items(count, side.mine(), 0), 0, 4L * count, in));
            int[] out = new int[count * others];
            for (int i = 0; i < others; i++) {
                assertArrayEquals(items(count, side.other(i), 0), Arrays.copyOfRange(all, i * count, (i + 1) * count));
                System.arraycopy(items(count, side.mine(), 1 + i), 0, out, i * count, count);
            }
            CollectiveJob.carryOut(side.collectives, side.later,
                steps -> side.collectives.allToAll(steps, new Blocks().equal(out, 0, 4L * count), in));
            for (int i = 0; i < others; i++) {
                assertArrayEquals(items(count, side.other(i), 1 + side.communicator.rank()),
                    Arrays.copyOfRange(all, i * count, (i + 1) * count));
            }
        });
    }

    @ParameterizedTest
    @CsvSource({"1,1", "1,2", "3,2", "2,4"})
    void allReduceAndReduceScatterGiveEachGroupTheSumOfTheOther(int first, int second) {
        run(first, second, (side, count) -> {
            int[] result = new int[count];
            CollectiveJob.carryOut(side.collectives, side.later, steps -> side.collectives.allReduce(steps, SUM,
                items(count, side.mine(), 0), 0, result, 0, 4L * count));
            int[] ranks = side.communicator.remote().ranks();
            assertArrayEquals(sumOf(count, ranks), result);
            int total = count * side.size() * side.others();
            int each = total / side.size();
            int[] part = new int[each];
            int[] mine = items(total, side.mine(), 0);
            CollectiveJob.carryOut(side.collectives, side.later, steps -> side.collectives.reduceScatter(steps, SUM,
                new Blocks().equal(mine, 0, 4L * each), part, 0, 4L * each));
            int from = side.communicator.rank() * each;
            assertArrayEquals(Arrays.copyOfRange(sumOf(total, ranks), from, from + each), part);
        });
    }

    @ParameterizedTest
    @CsvSource({"1,1", "1,3", "3,2"})
    void aBarrierWaitsForBothGroups(int first, int second) {
        AtomicInteger came = new AtomicInteger();
        AtomicInteger round = new AtomicInteger();
        run(first, second, (side, count) -> {
            came.incrementAndGet();
            CollectiveJob.carryOut(side.collectives, side.later, side.collectives::barrier);
            assertEquals(0, came.get() % (first + second), "ranks that went through too early");
            CollectiveJob.carryOut(side.collectives, side.later, side.collectives::barrier);
            round.incrementAndGet();
        });
        assertEquals(2 * COUNTS.length * (first + second), round.get());
    }

    @ParameterizedTest
    @CsvSource({"1,1"})
    void thereIsNoScanBetweenGroups(int first, int second) {
        run(first, second, (side, count) -> {
            Direct direct = side.collectives.direct();
            MpiFailure e = assertThrows(MpiFailure.class,
                () -> side.collectives.scan(direct, SUM, new int[1], 0, new int[1], 0, 4));
            assertEquals(ErrorClass.COMM, e.errorClass());
        });
    }
}
