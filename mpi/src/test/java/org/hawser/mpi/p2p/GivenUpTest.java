package org.hawser.mpi.p2p;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.concurrent.CountDownLatch;
import org.hawser.mpi.ErrorClass;
import org.hawser.mpi.MpiFailure;
import org.hawser.mpi.group.Members;
import org.hawser.runtime.Rank;
import org.hawser.testkit.LocalRanks;
import org.hawser.testkit.Medium;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Operations that nobody waits for to the end, while their peer lives: they end, nothing is written where it is not
 * wanted, and what is sent afterwards arrives. The ranks are threads, which meet at latches where no message may pass.
 */
@Timeout(120)
class GivenUpTest {
    private static final int WORLD = 0;
    private static final int REVOKED = 2;
    private static final int TAG = 7;
    private static final int LONG = 1 << 20;

    static Medium[] media() {
        return new Medium[] {P2pJob.FILES, P2pJob.TCP};
    }

    private static Circle open(PointToPoint p2p) {
        Members both = Members.range(0, 2);
        p2p.watch().open(WORLD, both, both);
        return p2p.watch().open(REVOKED, both, both);
    }

    private static void revoke(PointToPoint p2p, Circle circle) {
        circle.revoke();
        p2p.watch().revoked();
    }

    private static void progress(PointToPoint p2p) {
        for (int i = 0; i < 10; i++) {
            p2p.progress();
        }
    }

    private static void end(PointToPoint p2p, Operation operation) {
        p2p.await(operation);
        p2p.recycle(operation);
    }

    /** Long messages to receives that were announced, in a communicator that is whole. */
    private static void exchangeLong(Rank rank, PointToPoint p2p) {
        MemorySegment memory = rank.allocate(LONG).memory();
        for (int round = 1; round <= 5; round++) {
            if (rank.number() == 1) {
                Operation receive = p2p.startReceive(WORLD, 0, TAG, null, memory.address(), LONG, memory);
                rank.barrier();
                end(p2p, receive);
                assertEquals(round, memory.get(ValueLayout.JAVA_BYTE, LONG - 1));
            } else {
                memory.fill((byte) round);
                rank.barrier();
                p2p.send(WORLD, 1, TAG, false, null, memory.address(), LONG);
            }
        }
    }

    /** What one rank does with a communicator that is revoked. */
    private interface Part {
        void run(PointToPoint p2p, Circle circle) throws Exception;
    }

    /** Rank 0 sends while rank 1 receives; then long messages arrive in a communicator that is whole. */
    private static void run(Medium medium, Part sender, Part receiver) {
        P2pJob.run(medium, 2, (rank, p2p) -> {
            Circle circle = open(p2p);
            rank.barrier();
            (rank.number() == 0 ? sender : receiver).run(p2p, circle);
            exchangeLong(rank, p2p);
        });
    }

    /** The announced receive into an array is given up when its message has begun to come: both still count alike. */
    @ParameterizedTest
    @MethodSource("media")
    void aMessageToAReceiveThatWasGivenUpIsCounted(Medium medium) {
        CountDownLatch announced = new CountDownLatch(1);
        CountDownLatch sent = new CountDownLatch(1);
        CountDownLatch revoked = new CountDownLatch(1);
        run(medium, (p2p, circle) -> {
            announced.await();
            progress(p2p);
            Operation send = p2p.startSend(REVOKED, 1, TAG, false, new byte[LONG], 0, LONG, null);
            sent.countDown();
            revoked.await();
            revoke(p2p, circle);
            end(p2p, send);
        }, (p2p, circle) -> {
            Operation receive = p2p.startReceive(REVOKED, 0, TAG, new byte[LONG], 0, LONG, null);
            announced.countDown();
            sent.await();
            revoke(p2p, circle);
            revoked.countDown();
            end(p2p, receive);
        });
    }

    /** A receive in front of an announced one has a part in its count. */
    @Test
    void aShortReceiveInFrontOfAnAnnouncedOneIsGivenUp() {
        CountDownLatch announced = new CountDownLatch(1);
        CountDownLatch revoked = new CountDownLatch(1);
        run(P2pJob.FILES, (p2p, circle) -> {
            MemorySegment memory = p2p.rank().allocate(LONG).memory();
            announced.await();
            revoked.await();
            Operation send = startUnlooked(p2p, memory);
            revoke(p2p, circle);
            end(p2p, send);
        }, (p2p, circle) -> {
            MemorySegment memory = p2p.rank().allocate(LONG).memory();
            Operation first = p2p.startReceive(REVOKED, 0, TAG, new byte[8], 0, 8, null);
            Operation second = p2p.startReceive(REVOKED, 0, TAG, null, memory.address(), LONG, memory);
            announced.countDown();
            revoke(p2p, circle);
            revoked.countDown();
            end(p2p, first);
            end(p2p, second);
        });
    }

    /** Native memory might be written by the kernel, so the receive waits for its sender's word. */
    @ParameterizedTest
    @MethodSource("media")
    void theSenderGivesUpInTheMiddle(Medium medium) {
        CountDownLatch offered = new CountDownLatch(1);
        CountDownLatch cleared = new CountDownLatch(1);
        CountDownLatch revoked = new CountDownLatch(1);
        int bytes = 8 << 20;
        run(medium, (p2p, circle) -> {
            Operation send = p2p.startSend(REVOKED, 1, TAG, false, new byte[bytes], 0, bytes, null);
            offered.countDown();
            cleared.await();
            progress(p2p);
            revoke(p2p, circle);
            revoked.countDown();
            p2p.await(send);
            assertNotNull(send.failure());
            p2p.recycle(send);
        }, (p2p, circle) -> {
            try (Arena arena = Arena.ofShared()) {
                MemorySegment memory = arena.allocate(bytes, 8);
                offered.await();
                progress(p2p);
                Operation receive = p2p.startReceive(REVOKED, 0, TAG, null, memory.address(), bytes, memory);
                cleared.countDown();
                revoked.await();
                progress(p2p);
                revoke(p2p, circle);
                end(p2p, receive);
            }
        });
    }

    /** The sender's word and the receiver's cross, and the message is given up before the latter comes. */
    @Test
    void theSenderGivesUpWhatTheReceiverWaitsFor() {
        CountDownLatch announced = new CountDownLatch(1);
        CountDownLatch revoked = new CountDownLatch(1);
        run(P2pJob.FILES, (p2p, circle) -> {
            MemorySegment memory = p2p.rank().allocate(LONG).memory();
            announced.await();
            Operation send = startUnlooked(p2p, memory);
            revoke(p2p, circle);
            revoked.countDown();
            end(p2p, send);
        }, (p2p, circle) -> {
            MemorySegment memory = p2p.rank().allocate(LONG).memory();
            Operation receive = p2p.startReceive(REVOKED, 0, TAG, null, memory.address(), LONG, memory);
            announced.countDown();
            revoked.await();
            progress(p2p);
            revoke(p2p, circle);
            end(p2p, receive);
        });
    }

    /** Starts a send of a long message with no look at what has arrived. */
    private static Operation startUnlooked(PointToPoint p2p, MemorySegment memory) {
        Operation[] send = new Operation[1];
        p2p.continued().held(() -> send[0] = p2p.continued().send(REVOKED, 1, TAG, null, memory.address(), LONG,
            new Continuation() {
                @Override
                public void ended(Operation operation) {
                }

                @Override
                public void goOn() {
                }
            }));
        return send[0];
    }

    @ParameterizedTest
    @MethodSource("media")
    void nothingIsWrittenIntoAnAbandonedReceive(Medium medium) {
        P2pJob.run(medium, 2, (rank, p2p) -> {
            open(p2p);
            MemorySegment memory = rank.allocate(LONG).memory();
            rank.barrier();
            if (rank.number() == 1) {
                Operation receive = p2p.startReceive(WORLD, 0, TAG, null, memory.address(), LONG, memory);
                p2p.send(WORLD, 0, TAG, false, new byte[1], 0, 1);
                p2p.abandon(receive, new MpiFailure(ErrorClass.OTHER, "no longer wanted"));
                assertEquals(ErrorClass.OTHER, receive.failure().errorClass());
                p2p.recycle(receive);
                p2p.send(WORLD, 0, TAG, false, new byte[1], 0, 1);
                byte[] other = new byte[LONG];
                Operation wanted = p2p.receive(WORLD, 0, TAG, other, 0, LONG);
                assertNull(wanted.failure());
                p2p.recycle(wanted);
                assertEquals(5, other[LONG - 1]);
                assertEquals(0, memory.get(ValueLayout.JAVA_BYTE, 0));
            } else {
                memory.fill((byte) 5);
                // The first comes behind the announcement, the second when the receive is no more.
                for (int i = 0; i < 2; i++) {
                    p2p.recycle(p2p.receive(WORLD, 1, TAG, new byte[1], 0, 1));
                }
                p2p.send(WORLD, 1, TAG, false, null, memory.address(), LONG);
            }
            rank.barrier();
            exchangeLong(rank, p2p);
        });
    }

    /** Nobody looks at the last byte of a receive that was let go. */
    @Test
    void aReceiveThatWasLetGoEnds() {
        int bytes = 16 << 10;
        P2pJob.run(P2pJob.FILES, 2, (rank, p2p) -> {
            MemorySegment memory = rank.allocate(bytes).memory();
            if (rank.number() == 1) {
                p2p.release(p2p.startReceive(WORLD, 0, TAG, null, memory.address(), bytes, memory));
                rank.barrier();
                rank.barrier();
                assertFalse(p2p.isBusyIn(WORLD));
                assertEquals(9, memory.get(ValueLayout.JAVA_BYTE, 0));
            } else {
                memory.fill((byte) 9);
                rank.barrier();
                progress(p2p);
                p2p.send(WORLD, 1, TAG, false, null, memory.address(), bytes);
                rank.barrier();
            }
        });
    }

    /** More ranks are waited for than one look asks after, and the last of them is lost. */
    @Test
    void oneOfVeryManyIsMissed() {
        int ranks = 70;
        LocalRanks.on(P2pJob.THREADS).start(ranks, rank -> {
            PointToPoint p2p = new PointToPoint(rank);
            Members all = Members.range(0, ranks);
            p2p.watch().open(WORLD, all, all);
            rank.barrier();
            int me = rank.number();
            if (me == 0) {
                Operation[] receives = new Operation[ranks];
                for (int i = 1; i < ranks; i++) {
                    receives[i] = p2p.startReceive(WORLD, i, TAG, new byte[1], 0, 1, null);
                }
                p2p.await(receives[ranks - 1]);
                assertEquals(ErrorClass.PROC_FAILED, receives[ranks - 1].failure().errorClass());
                for (int i = 1; i < ranks - 1; i++) {
                    p2p.send(WORLD, i, TAG, false, new byte[1], 0, 1);
                    end(p2p, receives[i]);
                }
            } else if (me < ranks - 1) {
                p2p.recycle(p2p.receive(WORLD, 0, TAG, new byte[1], 0, 1));
                p2p.send(WORLD, 0, TAG, false, new byte[1], 0, 1);
            }
        });
    }
}
