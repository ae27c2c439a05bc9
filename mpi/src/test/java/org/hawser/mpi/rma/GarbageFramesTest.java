package org.hawser.mpi.rma;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.Random;
import org.hawser.fabric.FabricException;
import org.hawser.mpi.MpiFailure;
import org.hawser.mpi.coll.op.Operand;
import org.hawser.mpi.coll.op.Operator;
import org.hawser.mpi.comm.Communicator;
import org.hawser.mpi.datatype.Layout;
import org.hawser.mpi.datatype.LayoutCode;
import org.hawser.platform.memory.RawBytes;
import org.junit.jupiter.api.Test;

/** Bytes from a peer are never trusted: a frame that is none is refused, and touches nothing outside the window. */
class GarbageFramesTest {
    private static final int GUARD = 256;
    private static final int BYTES = 128;
    private static final long SUM = Update.of(Operator.SUM, Operand.LONG).number();

    /** A window of one member, in the middle of memory that nothing may touch, and frames for it. */
    private static final class Victim implements AutoCloseable {
        private final Communicator world;
        private final Arena arena = Arena.ofShared();
        private final MemorySegment around = arena.allocate(2 * GUARD + BYTES, 8);
        private final MemorySegment frame = arena.allocate(4096, 8);
        private final Window window;

        Victim(Communicator world) {
            this.world = world;
            window = WindowMemory.create(world, around.asSlice(GUARD, BYTES), 1, Hints.NONE);
        }

        void write(long... words) {
            for (int i = 0; i < words.length; i++) {
                RawBytes.setLong(frame.address() + 8L * i, words[i]);
            }
        }

        void send(int length) {
            world.point().rank().hold();
            try {
                window.memory().messages().onFrame(Frame.REQUESTS, 0, frame.address(), length);
            } finally {
                world.point().rank().letGo();
            }
        }

        void refuses(long... records) {
            long[] words = new long[records.length + 1];
            words[0] = Frame.head(window.communicator().context(), 0);
            System.arraycopy(records, 0, words, 1, records.length);
            write(words);
            assertThrows(FabricException.class, () -> send(8 * words.length));
            checkUntouched(true);
        }

        void checkUntouched(boolean within) {
            for (long i = 0; i < around.byteSize(); i++) {
                boolean inside = i >= GUARD && i < GUARD + BYTES;
                assertTrue(inside && !within || around.get(ValueLayout.JAVA_BYTE, i) == 0, "touched: byte=" + i);
            }
        }

        @Override
        public void close() {
            window.free();
            arena.close();
        }
    }

    private static long first(int what, long reduction, int bytes) {
        return Frame.first(what, 0, (int) reduction, bytes);
    }

    @Test
    void framesThatAreNoneAreRefused() {
        WindowJob.run(1, world -> {
            try (Victim victim = new Victim(world)) {
                victim.refuses(0);
                victim.refuses(first(99, 0, 8), 0, 0, 0, 1);
                victim.refuses(first(Frame.PUT, 0, 8), 0, 0, 0);
                victim.refuses(first(Frame.PUT, 0, 9), 0, 0, 0, 1);
                victim.refuses(first(Frame.PUT, 0, -8), 0, 0, 0, 1);
                victim.refuses(first(Frame.PUT, 0, 8), 0, -1, 0, 1);
                victim.refuses(first(Frame.PUT, 0, 8), 0, 0, 7, 1);
                victim.refuses(first(Frame.PUT, 0, 8), 0, 0, 33, 1);
                victim.refuses(first(Frame.GET, 0, 1 << 30), 0, 0, 0);
                victim.refuses(first(Frame.ACCUMULATE, 0xffff, 8), 0, 0, 0, 1);
                victim.refuses(first(Frame.ACCUMULATE, SUM, 4), 0, 0, 0, 1);
                victim.refuses(first(Frame.COMPARE_SWAP, 0, 3), 0, 0, 0);
                victim.refuses(first(Frame.COMPARE_SWAP, 0, 16), 0, 0, 0);
                victim.refuses(first(Frame.UNLOCK, 0, 0), 0);
                victim.refuses(first(Frame.LAYOUT, 0, 8), 0, 8, 8, 1);
                victim.refuses(first(Frame.LAYOUT, 0, 8), 40, 8, 0, 1);
                victim.refuses(first(Frame.LAYOUT, 0, 8), 0, Long.MAX_VALUE, 0, 1);
            }
        });
    }

    @Test
    void framesOfNoMemberOrOfAnotherOnesAreRefused() {
        WindowJob.run(1, world -> {
            try (Victim victim = new Victim(world)) {
                int context = victim.window.communicator().context();
                victim.write(Frame.head(context, 1), first(Frame.SYNC, 0, 0), 1);
                assertThrows(FabricException.class, () -> victim.send(24));
                victim.write(Frame.head(context, -1), first(Frame.SYNC, 0, 0), 1);
                assertThrows(FabricException.class, () -> victim.send(24));
            }
        });
    }

    /** What a peer may believe, as when memory was detached: the target stays as it was, and the origin is told. */
    @Test
    void operationsOutsideTheWindowAreAnsweredAndNotDone() {
        WindowJob.run(1, world -> {
            try (Victim victim = new Victim(world)) {
                // Its own origin: the answers must be awaited by one.
                Outgoing outgoing = victim.window.memory().messages().to(0, true);
                Path path = new AgentPath(victim.window.memory().messages(), 0);
                long[] values = new long[4];
                for (long offset : new long[] {-8, BYTES - 7, BYTES, Long.MAX_VALUE - 3, Long.MIN_VALUE}) {
                    Arrays.fill(values, -1);
                    path.put(values, 0, null, offset, null, 8, null);
                    assertThrows(MpiFailure.class, path::flush);
                    path.get(values, 8, null, offset, null, 8, null);
                    assertThrows(MpiFailure.class, path::flush);
                    path.put(values, 0, null, offset, Layout.basic(1).vector(2, 4, 8), 8, null);
                    assertThrows(MpiFailure.class, path::flush);
                    assertEquals(-1, values[1]);
                    victim.checkUntouched(true);
                }
                path.put(values, 0, null, BYTES - 8, null, 8, null);
                path.flush();
                assertTrue(outgoing.isIdle());
                assertEquals(-1, victim.around.get(ValueLayout.JAVA_LONG, GUARD + BYTES - 8));
                victim.around.set(ValueLayout.JAVA_LONG, GUARD + BYTES - 8, 0);
            }
        });
    }

    @Test
    void noiseNeverReachesMemoryOutsideTheWindow() {
        WindowJob.run(1, world -> {
            Random random = new Random(5);
            for (int i = 0; i < 3000; i++) {
                try (Victim victim = i % 100 == 0 ? new Victim(world) : null) {
                    for (int j = 0; victim != null && j < 100; j++) {
                        noise(victim, random);
                    }
                }
            }
        });
    }

    private static void noise(Victim victim, Random random) {
        long[] layout = LayoutCode.write(Layout.basic(1).vector(1 + random.nextInt(4), 3, 5));
        if (random.nextInt(3) == 0) {
            layout[random.nextInt(layout.length)] = random.nextBoolean() ? random.nextLong() : random.nextInt(200);
        }
        long[] words = new long[6 + layout.length + 10];
        int at = 0;
        words[at++] = Frame.head(victim.window.communicator().context(), 0);
        words[at++] = first(Frame.LAYOUT, 0, 8 * layout.length);
        words[at++] = random.nextInt(3);
        words[at++] = layout.length;
        words[at++] = 0;
        System.arraycopy(layout, 0, words, at, layout.length);
        at += layout.length;
        int what = random.nextInt(3) == 0 ? Frame.ACCUMULATE : Frame.PUT;
        words[at++] = first(what, random.nextInt(4) == 0 ? random.nextInt() & 0xffff : SUM, random.nextInt(80) - 8);
        words[at++] = random.nextInt(5) == 0 ? random.nextLong() : random.nextInt(2 * GUARD) - GUARD;
        words[at++] = random.nextInt(3) == 0 ? random.nextInt(200) - 20 : 0;
        words[at++] = random.nextInt(4);
        while (at < words.length) {
            words[at++] = -1;
        }
        victim.write(words);
        try {
            victim.send(8 * (1 + random.nextInt(words.length)));
        } catch (FabricException e) {
            // As it should be, for most of them.
        }
        victim.checkUntouched(false);
    }
}
