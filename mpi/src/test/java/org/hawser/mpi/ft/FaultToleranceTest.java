package org.hawser.mpi.ft;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.hawser.mpi.ErrorClass;
import org.hawser.mpi.MpiFailure;
import org.hawser.mpi.comm.Communicator;
import org.hawser.mpi.comm.Contexts;
import org.hawser.mpi.comm.Creation;
import org.hawser.mpi.group.Members;
import org.hawser.mpi.p2p.Operation;
import org.hawser.mpi.p2p.PointToPoint;
import org.hawser.testkit.CoreOnlyProvider;
import org.hawser.testkit.LocalRanks;
import org.hawser.testkit.Medium;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Ranks that are threads are lost by leaving; real deaths are in the system tests. */
class FaultToleranceTest {
    private static final Medium TCP = Medium.inMemory("tcp");

    /** What one rank does. */
    private interface Program {
        void run(Communicator world) throws Exception;
    }

    static Stream<Medium> media() {
        return Stream.of(Medium.standard(), Medium.inMemory(CoreOnlyProvider.NAME));
    }

    /** The rank {@code lost} leaves at once; the others leave together. */
    private static void run(Medium medium, int ranks, int lost, Program program) {
        run(medium, ranks, lost, world -> { }, program);
    }

    /** As the other; the rank that leaves has a program, too. */
    private static void run(Medium medium, int ranks, int lost, Program last, Program program) {
        LocalRanks.on(medium).start(ranks, rank -> {
            PointToPoint point = new PointToPoint(rank);
            FaultTolerance.start(point);
            Contexts contexts = Contexts.open(rank);
            Members all = Members.range(0, ranks);
            Communicator world = new Communicator(point, contexts, all, all, rank.number(), 0, null);
            rank.barrier();
            if (rank.number() == lost) {
                last.run(world);
            } else {
                program.run(world);
                FaultTolerance.partInPeace(point);
            }
        });
    }

    private static int errorOf(Runnable call) {
        return assertThrows(MpiFailure.class, call::run).errorClass();
    }

    @ParameterizedTest
    @MethodSource("media")
    void allThatAreLeftAgreeAndShrinkAlike(Medium medium) {
        run(medium, 4, 3, world -> {
            assertEquals(0b1000, FaultTolerance.agree(world, ~(1 << world.rank()) & 0b1111));
            assertArrayEquals(new int[] {3}, FaultTolerance.failed(world).ranks());
            Communicator rest = FaultTolerance.shrink(world);
            assertArrayEquals(new int[] {0, 1, 2}, rest.local().ranks());
            assertEquals(0, FaultTolerance.failed(rest).size());
            Creation.duplicate(rest).end();
            rest.end();
        });
    }

    /** The first rank has the table of contexts, and is the first coordinator. */
    @ParameterizedTest
    @MethodSource("media")
    void theFirstRankMayBeLost(Medium medium) {
        run(medium, 3, 0, world -> {
            assertEquals(6, FaultTolerance.agree(world, 6 | world.rank() << 4));
            Communicator rest = FaultTolerance.shrink(world);
            assertArrayEquals(new int[] {1, 2}, rest.local().ranks());
            Communicator copy = Creation.duplicate(rest);
            Communicator again = FaultTolerance.shrink(copy);
            assertEquals(2, again.size());
            assertTrue(rest.context() != copy.context() && copy.context() != again.context());
        });
    }

    @ParameterizedTest
    @MethodSource("media")
    void revokingEndsWhatWaitsAndWhatComesLater(Medium medium) {
        run(medium, 4, -1, world -> {
            Communicator copy = Creation.duplicate(world);
            if (world.rank() == 0) {
                FaultTolerance.revoke(copy);
            } else {
                byte[] bytes = new byte[world.rank() == 1 ? 8 : 1 << 20];
                Operation receive = copy.point().startReceive(copy.context(), copy.rank() % 3 + 1, 0, bytes, 0,
                    bytes.length, bytes);
                copy.point().await(receive);
                assertEquals(ErrorClass.REVOKED, receive.failure().errorClass());
                copy.point().recycle(receive);
            }
            assertEquals(ErrorClass.REVOKED, errorOf(() -> Creation.duplicate(copy)));
            assertEquals(1, FaultTolerance.agree(copy, 1));
            assertEquals(4, FaultTolerance.shrink(copy).size());
            assertEquals(0, copy.point().pending());
        });
    }

    /** Of some of them the network has a part, of some nothing: what it has not got it does not look at any more. */
    @Test
    void whatIsSentFromTheProgramsMemoryIsGivenBackThoughTheReceiverComputes() {
        AtomicBoolean computes = new AtomicBoolean(true);
        run(TCP, 2, -1, world -> {
            Communicator copy = Creation.duplicate(world);
            Streams streams = new Streams(copy);
            if (world.rank() == 0) {
                streams.sendAll(3);
                FaultTolerance.revoke(copy);
                streams.awaitAll(3, ErrorClass.REVOKED);
                streams.fill(4);
                computes.set(false);
            } else {
                streams.receive(Streams.COUNT - 3);
                while (computes.get()) {
                    Thread.onSpinWait();
                }
                streams.awaitAll(3, ErrorClass.REVOKED);
            }
            assertEquals(1, FaultTolerance.agree(copy, 1));
            assertEquals(0, copy.point().pending());
            // The two ranks are as good as new.
            Streams again = new Streams(world);
            if (world.rank() == 0) {
                again.sendAll(5);
            } else {
                again.receive(Streams.COUNT);
            }
            again.awaitAll(5);
        });
    }

    @Test
    void whatIsSentFromTheProgramsMemoryIsGivenBackWhenTheReceiverIsLost() {
        run(TCP, 2, 1, world -> new Streams(world).receive(Streams.COUNT - 3), world -> {
            Streams streams = new Streams(world);
            streams.sendAll(3);
            // Who leaves takes back the memory of its receives first.
            streams.awaitAll(3, ErrorClass.PROC_FAILED, ErrorClass.OTHER);
            assertEquals(0, world.point().pending());
        });
    }

    @ParameterizedTest
    @MethodSource("media")
    void receivesFromAnybodyGoOnWhenTheLossIsAcknowledged(Medium medium) {
        run(medium, 3, 2, world -> {
            PointToPoint point = world.point();
            long[] word = new long[1];
            if (world.rank() == 0) {
                Operation receive = point.startReceive(0, PointToPoint.ANY_SOURCE, 1, word, 0, Long.BYTES, word);
                assertEquals(ErrorClass.PROC_FAILED_PENDING, errorOf(() -> point.await(receive)));
                FaultTolerance.acknowledge(world);
                assertArrayEquals(new int[] {2}, FaultTolerance.acknowledged(world).ranks());
                point.send(0, 1, 2, false, word, 0, 0);
                point.await(receive);
                assertEquals(7, word[0]);
                point.recycle(receive);
            } else {
                point.recycle(point.receive(0, 0, 2, word, 0, 0));
                word[0] = 7;
                point.send(0, 0, 1, false, word, 0, Long.BYTES);
            }
        });
    }

    @ParameterizedTest
    @MethodSource("media")
    void callsThatDoNotGoTogetherFailAtAll(Medium medium) {
        run(medium, 3, -1, world -> assertEquals(ErrorClass.OTHER, errorOf(() -> {
            if (world.rank() == 1) {
                FaultTolerance.shrink(world);
            } else {
                FaultTolerance.agree(world, 1);
            }
        })));
    }
}
