package org.hawser.mpi.coll;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.hawser.mpi.ErrorClass;
import org.hawser.mpi.MpiFailure;
import org.hawser.mpi.coll.op.Operand;
import org.hawser.mpi.coll.op.Operator;
import org.hawser.mpi.coll.op.Reduction;
import org.hawser.mpi.coll.op.Reductions;
import org.hawser.mpi.comm.Communicator;
import org.hawser.mpi.group.Members;
import org.hawser.mpi.p2p.PointToPoint;
import org.hawser.testkit.CoreOnlyProvider;
import org.hawser.testkit.LocalRanks;
import org.hawser.testkit.Medium;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Collectives that go on while the program does something else, and what becomes of those that fail. */
class SchedulesTest {
    private static final Reduction SUM = Reductions.of(Operator.SUM, Operand.INT, false);

    private static int[] filled(int length, int value) {
        int[] array = new int[length];
        Arrays.fill(array, value);
        return array;
    }

    /** A sum of all ranks' numbers that has been started. */
    private static Schedule startSum(Collectives collectives, int[] array) {
        Schedule schedule = collectives.schedule();
        collectives.allReduce(schedule, SUM, array, 0, array, 0, 4L * array.length);
        collectives.start(schedule, array);
        return schedule;
    }

    @ParameterizedTest
    @CsvSource({"2, 1", "3, 600", "5, 20000"})
    void manyUnderWayEndInAnyOrder(int ranks, int length) {
        CollectiveJob.run(ranks, rank -> null, communicator -> {
            Collectives collectives = Collectives.of(communicator);
            PointToPoint point = communicator.point();
            Random random = new Random(communicator.rank());
            for (int round = 0; round < 5; round++) {
                List<int[]> arrays = new ArrayList<>();
                List<Schedule> schedules = new ArrayList<>();
                List<Integer> order = new ArrayList<>();
                for (int i = 0; i < 12; i++) {
                    arrays.add(filled(length, communicator.rank() + i));
                    schedules.add(startSum(collectives, arrays.get(i)));
                    order.add(i);
                }
                // One that is waited for comes between, and must not disturb those under way.
                int[] told = filled(length, communicator.rank() == 0 ? 77 : 0);
                CollectiveJob.carryOut(collectives, false, steps -> collectives.bcast(steps, told, 0, 4L * length, 0));
                assertEquals(77, told[length - 1]);
                Collections.shuffle(order, random);
                for (int i : order) {
                    schedules.get(i).await(point);
                    assertNull(schedules.get(i).failure());
                    assertEquals(ranks * (ranks - 1) / 2 + ranks * i, arrays.get(i)[length - 1]);
                }
            }
        });
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aScheduleGoesOnInOtherCallsAndInTheProgressThread(boolean progressThread) {
        LocalRanks ranks = LocalRanks.on(Medium.standard());
        (progressThread ? ranks.withProgressThreads() : ranks).start(4, rank -> {
            PointToPoint point = new PointToPoint(rank);
            rank.barrier();
            Communicator communicator = Communicator.of(point, Members.range(0, 4), rank.number(), 8);
            Collectives collectives = Collectives.of(communicator);
            int[] array = filled(30_000, 1);
            Schedule sum = startSum(collectives, array);
            if (progressThread) {
                // Nothing is called that makes progress: the other thread does.
                while (!sum.isDone()) {
                    Thread.onSpinWait();
                }
            } else {
                // Waits for something else, which all that is under way goes on in.
                point.await(sum::isDone);
            }
            assertNull(sum.failure());
            assertEquals(4, array[29_999]);
            rank.barrier();
        });
    }

    @Test
    void schedulesRunWhereRemoteAccessIsDoneWithMessages() {
        LocalRanks.on(Medium.inMemory(CoreOnlyProvider.NAME)).start(3, rank -> {
            PointToPoint point = new PointToPoint(rank);
            rank.barrier();
            Communicator communicator = Communicator.of(point, Members.range(0, 3), rank.number(), 8);
            Collectives collectives = Collectives.of(communicator);
            int[] array = filled(50_000, rank.number());
            Schedule sum = startSum(collectives, array);
            sum.await(point);
            assertEquals(3, array[49_999]);
            int[] again = filled(50_000, rank.number());
            CollectiveJob.carryOut(collectives, false, steps -> collectives.allReduce(steps, SUM, again, 0, again, 0,
                200_000));
            assertEquals(3, again[0]);
            rank.barrier();
        });
    }

    /** Rank 1 has given another length: those that get its messages fail, and those that get theirs, and none hangs. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aCountThatDiffersFailsWhereItIsSeenAndHarmsNothingElse(boolean later) {
        CollectiveJob.run(4, rank -> null, communicator -> {
            Collectives collectives = Collectives.of(communicator);
            int length = communicator.rank() == 1 ? 10 : 20;
            int[] all = new int[80];
            int[] own = new int[length];
            Blocks blocks = new Blocks().equal(all, 0, 80);
            Runnable gather = () -> CollectiveJob.carryOut(collectives, later,
                steps -> collectives.gather(steps, own, 0, 4L * length, blocks, 0));
            if (communicator.rank() == 0) {
                MpiFailure failure = assertThrows(MpiFailure.class, gather::run);
                assertEquals(ErrorClass.TRUNCATE, failure.errorClass());
            } else {
                gather.run();
            }
            int[] sum = filled(20, 1);
            CollectiveJob.carryOut(collectives, later, steps -> collectives.allReduce(steps, SUM, sum, 0, sum, 0, 80));
            assertEquals(4, sum[19]);
        });
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void anOperationThatFailsAtOneRankIsAnErrorAtAllThatNeedItsResult(boolean later) {
        CollectiveJob.run(5, rank -> null, communicator -> {
            Collectives collectives = Collectives.of(communicator);
            Reduction failing = new Failing(communicator.rank() == 3);
            int[] sum = filled(40_000, 1);
            assertThrows(MpiFailure.class, () -> CollectiveJob.carryOut(collectives, true,
                steps -> collectives.allReduce(steps, failing, sum, 0, sum, 0, 160_000)));
            int[] next = filled(20, 1);
            CollectiveJob.carryOut(collectives, later, steps -> collectives.allReduce(steps, SUM, next, 0, next, 0,
                80));
            assertEquals(5, next[19]);
        });
    }

    @Test
    void whatIsGivenUpLeavesNothingUnderWay() {
        CollectiveJob.run(2, rank -> null, communicator -> {
            Collectives collectives = Collectives.of(communicator);
            Direct direct = collectives.direct();
            collectives.begin(direct);
            if (communicator.rank() == 0) {
                direct.receive(new byte[8], 0, 8, 1);
                direct.giveUp(new IllegalStateException("on purpose"));
                assertEquals(0, communicator.point().pending());
            } else {
                direct.end();
            }
            CollectiveJob.carryOut(collectives, false, collectives::barrier);
        });
    }

    @Test
    void aScheduleKeepsItsCommunicatorBusyUntilItIsDone() {
        CollectiveJob.run(2, rank -> null, communicator -> {
            Collectives collectives = Collectives.of(communicator);
            Schedule barrier = collectives.schedule();
            collectives.barrier(barrier);
            if (communicator.rank() == 1) {
                // Rank 0 cannot be done before this.
                communicator.point().recycle(communicator.point().receive(0, 0, 3, new byte[0], 0, 0));
            }
            collectives.start(barrier);
            if (communicator.rank() == 0) {
                assertTrue(communicator.isBusy());
                communicator.point().send(0, 1, 3, false, new byte[0], 0, 0);
            }
            barrier.await(communicator.point());
            communicator.drain();
            assertNotNull(barrier);
        });
    }

    /** A sum that one rank cannot do. */
    private record Failing(boolean here) implements Reduction {
        @Override
        public boolean isCommutative() {
            return true;
        }

        @Override
        public int item() {
            return Integer.BYTES;
        }

        @Override
        public void combine(Object in, long inAt, Object inOut, long inOutAt, long bytes) {
            combine(in, inAt, inOut, inOutAt, inOut, inOutAt, bytes);
        }

        @Override
        public void combine(Object first, long firstAt, Object second, long secondAt, Object out, long outAt,
                            long bytes) {
            if (here) {
                throw new IllegalStateException("this rank cannot add");
            }
            SUM.combine(first, firstAt, second, secondAt, out, outAt, bytes);
        }
    }
}
