package org.hawser.mpi.p2p;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.hawser.testkit.AllocatedBytes;
import org.hawser.testkit.Medium;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The budget of short messages: no object per blocking send or receive. */
class AllocationTest {
    private static final int OPERATIONS = 5_000;

    static List<Medium> media() {
        return List.of(P2pJob.FILES, P2pJob.THREADS);
    }

    /** Bytes of a run are fewer than its operations: none per operation, and room for what happens now and then. */
    private static void assertAllocatesNothing(String what, Runnable operations) {
        for (int i = 0; i < 4; i++) {
            operations.run();
        }
        long least = Long.MAX_VALUE;
        for (int i = 0; i < 6; i++) {
            long before = AllocatedBytes.ofThisThread();
            operations.run();
            least = Math.min(least, AllocatedBytes.ofThisThread() - before);
        }
        assertTrue(least < OPERATIONS, what + " allocates: bytes=" + least + " operations=" + OPERATIONS);
    }

    @ParameterizedTest
    @MethodSource("media")
    void pingPongsOfShortMessagesAllocateNothing(Medium medium) {
        for (int bytes : new int[] {8, 1024}) {
            for (Spot.Kind kind : new Spot.Kind[] {Spot.Kind.BYTES, Spot.Kind.NATIVE}) {
                P2pJob.run(medium, 2, (rank, p2p) -> {
                    Spot place = new Spot.Maker(rank).make(kind, bytes, 0);
                    int other = 1 - rank.number();
                    assertAllocatesNothing(rank + ", ping-pong of " + bytes + " in " + kind, () -> {
                        for (int i = 0; i < OPERATIONS; i++) {
                            if (rank.number() == 0) {
                                p2p.send(0, other, 1, false, place.array, place.offset, bytes);
                            }
                            p2p.recycle(p2p.receive(0, other, 1, place.array, place.offset, bytes));
                            if (rank.number() == 1) {
                                p2p.send(0, other, 1, false, place.array, place.offset, bytes);
                            }
                        }
                    });
                });
            }
        }
    }

    /** Each receive is posted before the other rank may send: a message that waits for its receive costs an object. */
    @ParameterizedTest
    @MethodSource("media")
    void startedSendsAndReceivesOfShortMessagesAllocateNothing(Medium medium) {
        P2pJob.run(medium, 2, (rank, p2p) -> {
            Spot in = Spot.bytes(64);
            Spot out = Spot.bytes(64);
            int other = 1 - rank.number();
            Operation[] next = {p2p.startReceive(0, other, 1, in.array, in.offset, 64, null)};
            rank.barrier();
            assertAllocatesNothing(rank + ", exchange of 64 bytes", () -> {
                for (int i = 0; i < OPERATIONS; i++) {
                    Operation receive = next[0];
                    Operation send = null;
                    if (rank.number() == 0) {
                        send = p2p.startSend(0, other, 1, false, out.array, out.offset, 64, null);
                    }
                    p2p.await(receive);
                    p2p.recycle(receive);
                    next[0] = p2p.startReceive(0, other, 1, in.array, in.offset, 64, null);
                    if (rank.number() == 1) {
                        send = p2p.startSend(0, other, 1, false, out.array, out.offset, 64, null);
                    }
                    p2p.await(send);
                    p2p.recycle(send);
                }
            });
            p2p.cancel(next[0]);
            p2p.await(next[0]);
            p2p.recycle(next[0]);
        });
    }
}
