package org.hawser.mpi.p2p;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.concurrent.CountDownLatch;
import org.hawser.fabric.FabricException;
import org.hawser.mpi.ErrorClass;
import org.hawser.mpi.datatype.Layout;
import org.hawser.mpi.group.Members;
import org.hawser.runtime.Rank;
import org.hawser.testkit.LocalRanks;
import org.hawser.testkit.Medium;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Rank 1 ends in the middle of a rendezvous, and its memory with it: rank 0, which has been told of that memory, finds
 * a lost rank and nothing else. The ranks are threads, which meet at latches where no message may pass.
 */
@Timeout(120)
class GoneMemoryTest {
    private static final int WORLD = 0;
    private static final int TAG = 7;
    private static final int LONG = 1 << 20;
    private static final int MIDDLE = 32 << 10;
    private static final Medium FILES = P2pJob.FILES.with("hawser.mpi.joint", 1L << 40);

    /** What rank 0 has begun when rank 1 begins; rank 1 goes when its part is over. */
    private interface First {
        Operation begin(Rank rank, PointToPoint p2p);
    }

    /** A part of a rank. */
    private interface Part {
        void run(Rank rank, PointToPoint p2p);
    }

    /** Runs {@code first} at rank 0, {@code last} at rank 1 until it is gone, and {@code then} at rank 0. */
    private static void run(Medium medium, First first, Part last, First then, boolean whole) {
        CountDownLatch ready = new CountDownLatch(1);
        CountDownLatch begun = new CountDownLatch(1);
        LocalRanks.on(medium).start(2, rank -> {
            PointToPoint p2p = new PointToPoint(rank);
            Members both = Members.range(0, 2);
            p2p.watch().open(WORLD, both, both);
            rank.barrier();
            exchange(rank, p2p);
            rank.barrier();
            if (rank.number() == 1) {
                // From here on it takes no message unless its part does.
                ready.countDown();
                begun.await();
                last.run(rank, p2p);
                return;
            }
            ready.await();
            Operation early = first.begin(rank, p2p);
            begun.countDown();
            while (rank.isAlive(1)) {
                Thread.onSpinWait();
            }
            Operation own = early != null ? early : then.begin(rank, p2p);
            p2p.await(own);
            if (whole) {
                assertNull(own.failure());
            } else {
                assertNotNull(own.failure(), "a message to or from a rank that is gone");
                assertEquals(ErrorClass.PROC_FAILED, own.failure().errorClass());
            }
            p2p.recycle(own);
            assertEquals(0, p2p.pending());
        });
    }

    /** Both know each other, and neither the other's memory. */
    private static void exchange(Rank rank, PointToPoint p2p) {
        byte[] one = new byte[1];
        if (rank.number() == 0) {
            p2p.send(WORLD, 1, TAG, false, one, 0, 1);
        } else {
            p2p.recycle(p2p.receive(WORLD, 0, TAG, one, 0, 1));
        }
    }

    private static Operation send(Rank rank, PointToPoint p2p, int to) {
        MemorySegment memory = rank.allocate(LONG).memory();
        memory.fill((byte) 3);
        return p2p.startSend(WORLD, to, TAG, false, null, memory.address(), LONG, memory);
    }

    private static Operation receive(Rank rank, PointToPoint p2p, int from) {
        MemorySegment memory = rank.allocate(LONG).memory();
        return p2p.startReceive(WORLD, from, TAG, null, memory.address(), LONG, memory);
    }

    /** Begins to receive, with no look at what has arrived. */
    private static void receiveUnlooked(Rank rank, PointToPoint p2p) {
        MemorySegment memory = rank.allocate(LONG).memory();
        p2p.continued().held(() -> p2p.continued().receive(WORLD, 0, TAG, null, memory.address(), LONG,
            new Continuation() {
                @Override
                public void ended(Operation operation) {
                }

                @Override
                public void goOn() {
                }
            }));
    }

    /** The receive that could not begin is nobody's, and whatever is begun next has memory of its own only. */
    @Test
    @Tag("once")
    void aReceiveFromARankThatIsGoneAndWasNeverMetLeavesNothingBehind() {
        Layout vector = Layout.basic(4).vector(LONG / 8, 1, 2);
        LocalRanks.on(FILES).start(2, rank -> {
            PointToPoint p2p = new PointToPoint(rank);
            rank.barrier();
            if (rank.number() == 1) {
                return;
            }
            while (rank.isAlive(1)) {
                Thread.onSpinWait();
            }
            int[] array = new int[LONG / 2];
            assertThrows(FabricException.class,
                () -> p2p.startReceive(WORLD, 1, TAG, array, 0, vector.size(), vector, array));
            MemorySegment memory = rank.allocate(2 * LONG).memory();
            memory.asSlice(0, LONG).fill((byte) 5);
            Operation own = p2p.startReceive(WORLD, 0, TAG, null, memory.address() + LONG, LONG, memory);
            p2p.send(WORLD, 0, TAG, false, null, memory.address(), LONG);
            p2p.await(own);
            assertNull(own.failure());
            p2p.recycle(own);
            assertEquals(-1, memory.asSlice(0, LONG).mismatch(memory.asSlice(LONG, LONG)));
            assertEquals(0, p2p.pending());
        });
    }

    private static Operation nothing(Rank rank, PointToPoint p2p) {
        return null;
    }

    private static void progress(PointToPoint p2p) {
        for (int i = 0; i < 10; i++) {
            p2p.progress();
        }
    }

    @Test
    void anAnnouncedReceiveIsGone() {
        run(FILES, GoneMemoryTest::nothing, (rank, p2p) -> receive(rank, p2p, 0), (rank, p2p) -> send(rank, p2p, 1),
            false);
    }

    @Test
    void anAnnouncedReceiveIsGoneWhereBothCopy() {
        run(P2pJob.FILES.with("hawser.mpi.joint", "64K"), GoneMemoryTest::nothing,
            (rank, p2p) -> receive(rank, p2p, 0), (rank, p2p) -> send(rank, p2p, 1), false);
    }

    /** The offer and the announcement pass each other; the sender finds it in a handler. */
    @Test
    void aReceiveThatWasAnnouncedAtTheSameTimeIsGone() {
        run(FILES, (rank, p2p) -> send(rank, p2p, 1), GoneMemoryTest::receiveUnlooked, null, false);
    }

    @Test
    void aReceiveThatAskedToBeWrittenIsGone() {
        run(FILES.with("hawser.mpi.protocol", "write"), (rank, p2p) -> send(rank, p2p, 1), (rank, p2p) -> {
            progress(p2p);
            receive(rank, p2p, 0);
        }, null, false);
    }

    @Test
    void anOfferIsGone() {
        run(FILES, GoneMemoryTest::nothing, (rank, p2p) -> send(rank, p2p, 0), (rank, p2p) -> receive(rank, p2p, 1),
            false);
    }

    @Test
    void anOfferToAnybodyIsGone() {
        run(FILES, GoneMemoryTest::nothing, (rank, p2p) -> send(rank, p2p, 0), (rank, p2p) -> {
            progress(p2p);
            return receive(rank, p2p, PointToPoint.ANY_SOURCE);
        }, false);
    }

    /** The message lies in memory of the sender that the receiver has not mapped. */
    @Test
    @Tag("once")
    void stagingMemoryIsGone() {
        run(FILES, GoneMemoryTest::nothing, (rank, p2p) -> p2p.send(WORLD, 0, TAG, false, new byte[MIDDLE], 0, MIDDLE),
            (rank, p2p) -> p2p.startReceive(WORLD, 1, TAG, new byte[MIDDLE], 0, MIDDLE, null), false);
    }

    /** The first chunks lie in memory of the sender, the others were not sent. */
    @Test
    void stagingMemoryOfChunksIsGone() {
        run(FILES, (rank, p2p) -> p2p.startReceive(WORLD, 1, TAG, new byte[8 * LONG], 0, 8 * LONG, null),
            (rank, p2p) -> {
                progress(p2p);
                p2p.startSend(WORLD, 0, TAG, false, new byte[8 * LONG], 0, 8 * LONG, null);
            }, null, false);
    }

    /** Rank 1 has copied all of it, and has told so; that it might have been helped does not matter any more. */
    @Test
    void aMessageThatWasWrittenIsThereThoughItsSenderIsGone() {
        MemorySegment[] into = new MemorySegment[1];
        run(P2pJob.FILES.with("hawser.mpi.joint", "64K"), (rank, p2p) -> {
            into[0] = rank.allocate(LONG).memory();
            return p2p.startReceive(WORLD, 1, TAG, null, into[0].address(), LONG, into[0]);
        }, (rank, p2p) -> {
            progress(p2p);
            Operation send = send(rank, p2p, 0);
            p2p.await(send);
            p2p.recycle(send);
        }, null, true);
    }

    /** Rank 0 has the other's memory mapped; it is cut off under it. */
    @Test
    void mappedMemoryIsGone() {
        CountDownLatch begun = new CountDownLatch(1);
        LocalRanks.on(FILES).start(2, rank -> {
            PointToPoint p2p = new PointToPoint(rank);
            Members both = Members.range(0, 2);
            p2p.watch().open(WORLD, both, both);
            MemorySegment memory = rank.allocate(LONG).memory();
            rank.barrier();
            if (rank.number() == 1) {
                Operation receive = p2p.startReceive(WORLD, 0, TAG, null, memory.address(), LONG, memory);
                rank.barrier();
                p2p.await(receive);
                p2p.recycle(receive);
                assertEquals(4, memory.get(ValueLayout.JAVA_BYTE, LONG - 1));
                p2p.startReceive(WORLD, 0, TAG, null, memory.address(), LONG, memory);
                begun.countDown();
                return;
            }
            memory.fill((byte) 4);
            rank.barrier();
            p2p.send(WORLD, 1, TAG, false, null, memory.address(), LONG);
            begun.await();
            while (rank.isAlive(1)) {
                Thread.onSpinWait();
            }
            Operation send = p2p.startSend(WORLD, 1, TAG, false, null, memory.address(), LONG, memory);
            p2p.await(send);
            assertEquals(ErrorClass.PROC_FAILED, send.failure().errorClass());
            p2p.recycle(send);
        });
    }
}
