package org.hawser.mpi.p2p;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.hawser.mpi.datatype.Layout;
import org.hawser.testkit.AllocatedBytes;
import org.hawser.testkit.Medium;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The budget of short messages: no object per blocking send or receive. */
@Tag("once")
class AllocationTest {
    private static final int OPERATIONS = 5_000;
    private static final int LARGE = 200;
    /**
     * The compilers have less of the cores than the ranks, and objects are left out only by the second one. All ranks
     * run as often, whenever one of them has seen a run without.
     */
    private static final int RUNS = 40;

    static List<Medium> media() {
        return List.of(P2pJob.FILES, P2pJob.THREADS);
    }

    /** Bytes of a run are fewer than its operations: none per operation, and room for what happens now and then. */
    private static void assertAllocatesNothing(String what, Runnable operations) {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < RUNS; i++) {
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

    @ParameterizedTest
    @MethodSource("media")
    void pingPongsOfShortVectorsAllocateNothing(Medium medium) {
        Layout vector = Layout.basic(8).vector(16, 1, 3);
        for (Spot.Kind kind : new Spot.Kind[] {Spot.Kind.DOUBLES, Spot.Kind.NATIVE}) {
            P2pJob.run(medium, 2, (rank, p2p) -> {
                Spot place = new Spot.Maker(rank).make(kind, vector.endOf(2), 0);
                assertAllocatesNothing(rank + ", ping-pong of vectors in " + kind, () ->
                    pingPong(rank.number(), p2p, place, 2 * vector.size(), vector, OPERATIONS));
            });
        }
    }

    /** Large messages have a few objects each; gaps may add none. */
    @ParameterizedTest
    @MethodSource("media")
    void pingPongsOfLargeVectorsAllocateNoMoreThanBytes(Medium medium) {
        Layout vector = Layout.basic(8).vector(2_000, 4, 8);
        for (Spot.Kind kind : new Spot.Kind[] {Spot.Kind.DOUBLES, Spot.Kind.RUNTIME}) {
            P2pJob.run(medium, 2, (rank, p2p) -> {
                Spot place = new Spot.Maker(rank).make(kind, vector.endOf(1), 0);
                long[] least = {Long.MAX_VALUE, Long.MAX_VALUE};
                for (int i = 0; i < 20; i++) {
                    Layout layout = i % 2 == 0 ? null : vector;
                    long before = AllocatedBytes.ofThisThread();
                    pingPong(rank.number(), p2p, place, vector.size(), layout, LARGE);
                    least[i % 2] = Math.min(least[i % 2], AllocatedBytes.ofThisThread() - before);
                }
                assertTrue(least[1] <= least[0] + 64 * LARGE, rank + ", vectors in " + kind + " allocate: bytes="
                    + least[1] + " without gaps=" + least[0] + " operations=" + LARGE);
            });
        }
    }

    /** Arrays of this length go through staging memory, each in two copies. */
    @ParameterizedTest
    @ValueSource(strings = {"on", "off"})
    void arraysInStagingMemoryAllocateNothing(String streaming) {
        int bytes = 16 << 10;
        P2pJob.run(P2pJob.FILES.with("hawser.streaming", streaming), 2, (rank, p2p) -> {
            for (Object array : new Object[] {new byte[bytes], new int[bytes / 4], new double[bytes / 8]}) {
                int other = 1 - rank.number();
                String what = rank + ", " + array.getClass().getSimpleName() + " streaming " + streaming;
                assertAllocatesNothing(what, () -> {
                    for (int i = 0; i < OPERATIONS; i++) {
                        if (rank.number() == 0) {
                            p2p.send(0, other, 1, false, array, 0, bytes);
                        } else {
                            p2p.recycle(p2p.receive(0, other, 1, array, 0, bytes));
                        }
                    }
                });
                rank.barrier();
            }
        });
    }

    private static void pingPong(int rank, PointToPoint p2p, Spot place, long bytes, Layout layout, int times) {
        int other = 1 - rank;
        for (int i = 0; i < times; i++) {
            if (rank == 0) {
                send(p2p, other, place, bytes, layout);
            }
            p2p.recycle(layout == null ? p2p.receive(0, other, 1, place.array, place.offset, bytes)
                : p2p.receive(0, other, 1, place.array, place.offset, bytes, layout));
            if (rank == 1) {
                send(p2p, other, place, bytes, layout);
            }
        }
    }

    private static void send(PointToPoint p2p, int to, Spot place, long bytes, Layout layout) {
        if (layout == null) {
            p2p.send(0, to, 1, false, place.array, place.offset, bytes);
        } else {
            p2p.send(0, to, 1, false, place.array, place.offset, bytes, layout);
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
