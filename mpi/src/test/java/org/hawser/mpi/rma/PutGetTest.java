package org.hawser.mpi.rma;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.hawser.mpi.ErrorClass;
import org.hawser.mpi.MpiFailure;
import org.hawser.mpi.comm.Communicator;
import org.hawser.mpi.datatype.Layout;
import org.hawser.platform.memory.RawWords;
import org.hawser.testkit.Medium;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Put and get of windows: bounds, units, sizes that differ, threads, and memory that is origin and target. */
class PutGetTest {
    private static final Layout BYTE = Layout.basic(1);

    /** Where a window's memory is, and so how it is reached. */
    enum Memory {
        /** The runtime's, which peers map. */
        RUNTIME(Medium.standard()),
        /** The program's, which the kernel copies to and from. */
        PROGRAM(Medium.standardInFiles());

        private final Medium medium;

        Memory(Medium medium) {
            this.medium = medium;
        }

        void run(int ranks, WindowJob.Program program) {
            WindowJob.run(medium, ranks, program);
        }

        Window open(Communicator world, long bytes, int unit) {
            return this == RUNTIME ? WindowMemory.allocate(world, bytes, unit, Hints.NONE)
                : WindowMemory.create(world, Arena.ofAuto().allocate(Math.max(1, bytes), 64).asSlice(0, bytes), unit,
                    Hints.NONE);
        }
    }

    private static long bytesOf(int rank) {
        return rank == 1 ? 0 : 96L * (rank + 1) + 5;
    }

    private static void assertOutside(Window window, int target, long displacement, long count, Layout items) {
        byte[] origin = new byte[4096];
        Arrays.fill(origin, (byte) 1);
        long bytes = count * items.size();
        assertEquals(ErrorClass.DISP, assertThrows(MpiFailure.class, () -> window.put(origin, 0, null, target,
            displacement, count, items, bytes, null), "put displacement=" + displacement).errorClass());
        assertEquals(ErrorClass.DISP, assertThrows(MpiFailure.class, () -> window.get(origin, 0, null, target,
            displacement, count, items, bytes, null), "get displacement=" + displacement).errorClass());
    }

    @ParameterizedTest
    @EnumSource(Memory.class)
    void whatLeavesATargetsWindowIsRefusedAndTouchesNothing(Memory memory) {
        memory.run(3, world -> {
            for (int unit = 1; unit <= 16; unit++) {
                Window window = memory.open(world, bytesOf(world.rank()), unit);
                window.lockAll(true);
                for (int target = 0; target < 3; target++) {
                    long bytes = bytesOf(target);
                    long last = bytes / unit;
                    for (long displacement : new long[] {-1, last + 1, Long.MAX_VALUE, Long.MAX_VALUE / unit,
                        Long.MAX_VALUE / unit + 1, Long.MIN_VALUE, 1L << 61, (1L << 62) + 1}) {
                        assertOutside(window, target, displacement, 1, BYTE);
                    }
                    assertOutside(window, target, last, bytes - last * unit + 1, BYTE);
                    assertOutside(window, target, 0, bytes + 1, BYTE);
                    assertOutside(window, target, 0, 1, BYTE.vector(2, 1, bytes));
                    assertOutside(window, target, 0, 2, BYTE.resized(0, Long.MAX_VALUE / 2));
                    assertOutside(window, target, 0, 1, Layout.basic(8).indexed(new int[] {1}, new int[] {-1}, 1));
                }
                window.unlockAll();
                world.point().rank().barrier();
                assertTrue(isZero(window.memory().segment()), "unit=" + unit);
                window.free();
            }
        });
    }

    private static boolean isZero(MemorySegment memory) {
        return memory.mismatch(MemorySegment.ofArray(new byte[(int) memory.byteSize()])) == -1;
    }

    @ParameterizedTest
    @EnumSource(Memory.class)
    void theFirstAndTheLastByteOfEveryWindowAreReached(Memory memory) {
        memory.run(3, world -> {
            int me = world.rank();
            for (int unit = 1; unit <= 16; unit++) {
                Window window = memory.open(world, bytesOf(me), unit);
                window.fence(0);
                int target = me == 0 ? 2 : me == 2 ? 0 : 1;
                long last = bytesOf(target) / unit;
                int rest = (int) (bytesOf(target) - last * unit);
                byte[] origin = new byte[32];
                Arrays.fill(origin, (byte) (me + 1));
                if (me != 1) {
                    window.put(origin, 0, null, target, 0, 1, BYTE, 1, null);
                    window.put(origin, 0, null, target, last - 1, unit + rest, BYTE, unit + rest, null);
                }
                window.put(null, 0, null, target, last, 0, BYTE, 0, null);
                window.get(null, 0, null, 1, 0, 0, BYTE, 0, null);
                window.fence(0);
                if (me != 1) {
                    MemorySegment mine = window.memory().segment();
                    assertEquals(3 - me, mine.get(ValueLayout.JAVA_BYTE, 0), "unit=" + unit);
                    long tail = bytesOf(me) / unit * unit - unit;
                    assertTrue(isZero(mine.asSlice(1, tail - 1)), "unit=" + unit);
                    for (long i = tail; i < mine.byteSize(); i++) {
                        assertEquals(3 - me, mine.get(ValueLayout.JAVA_BYTE, i), "unit=" + unit + " byte=" + i);
                    }
                }
                window.fence(0);
                window.free();
            }
        });
    }

    /** As if the origin had been read whole before the target is written. */
    @ParameterizedTest
    @EnumSource(Memory.class)
    void memoryOfTheOwnWindowIsOriginAndTargetAtOnce(Memory memory) {
        memory.run(1, world -> {
            Window window = memory.open(world, 4096, 1);
            MemorySegment mine = window.memory().segment();
            long address = RawWords.addressOf(mine);
            Layout every = Layout.basic(4).vector(20, 1, 3);
            Layout[] layouts = {null, every, Layout.basic(8).vector(10, 1, 2)};
            window.lock(0, true, true);
            for (Layout from : layouts) {
                for (Layout to : layouts) {
                    for (int shift = -40; shift <= 40; shift += 5) {
                        for (boolean put : new boolean[] {true, false}) {
                            byte[] expected = fill(mine);
                            byte[] packed = new byte[80];
                            row(from).pack(expected, 1000 + shift, 0, 80, packed, 0);
                            row(to).unpack(packed, 0, expected, 1000, 0, 80);
                            long count = 80 / row(put ? to : from).size();
                            if (put) {
                                window.put(null, address + 1000 + shift, from, 0, 1000, count, row(to), 80, null);
                            } else {
                                window.get(null, address + 1000, to, 0, 1000 + shift, count, row(from), 80, null);
                            }
                            assertArrayEquals(expected, mine.toArray(ValueLayout.JAVA_BYTE), "shift=" + shift);
                        }
                    }
                }
            }
            window.unlock(0);
            window.free();
        });
    }

    /** From the own window to another's and back, each copy by both where the target waits. */
    @ParameterizedTest
    @ValueSource(ints = {1, 100, 4096, 65_537, 1_000_000})
    void windowsAreCopiedToWindowsByBoth(int bytes) {
        WindowJob.run(Medium.standardInFiles().with("hawser.joint", 1), 2, world -> {
            Window window = WindowMemory.allocate(world, 2L * bytes, 1, Hints.NONE);
            MemorySegment mine = window.memory().segment();
            long address = RawWords.addressOf(mine);
            for (int round = 0; round < 6; round++) {
                byte fill = (byte) (round + 1);
                if (world.rank() == round % 2) {
                    mine.asSlice(0, bytes).fill(fill);
                    window.lock(1 - world.rank(), true, false);
                    window.put(null, address, null, 1 - world.rank(), bytes, bytes, BYTE, bytes, null);
                    window.flush(1 - world.rank());
                    window.get(null, address + bytes, null, 1 - world.rank(), bytes, bytes, BYTE, bytes, null);
                    window.unlock(1 - world.rank());
                }
                world.point().rank().barrier();
                for (MemorySegment half : List.of(mine.asSlice(bytes), mine.asSlice(0, bytes))) {
                    byte expected = half.address() != address || world.rank() == round % 2 ? fill : (byte) round;
                    assertEquals(-1, half.mismatch(MemorySegment.ofArray(filled(bytes, expected))), "round=" + round);
                }
                world.point().rank().barrier();
            }
            window.free();
        });
    }

    private static byte[] filled(int bytes, byte value) {
        byte[] array = new byte[bytes];
        Arrays.fill(array, value);
        return array;
    }

    private static Layout row(Layout layout) {
        return layout == null ? BYTE : layout;
    }

    private static byte[] fill(MemorySegment memory) {
        byte[] content = new byte[(int) memory.byteSize()];
        for (int i = 0; i < content.length; i++) {
            content[i] = (byte) (i * 7 + (i >> 8));
        }
        memory.copyFrom(MemorySegment.ofArray(content));
        return content;
    }

    /** Threads of one process that put, get and flush in one window, rows and blocks, do not disturb each other. */
    @ParameterizedTest
    @EnumSource(Memory.class)
    void threadsUseOneWindowAtTheSameTime(Memory memory) {
        int threads = 4;
        int part = 4096;
        memory.run(2, world -> {
            Window window = memory.open(world, 2L * threads * part, part);
            window.lockAll(true);
            world.point().rank().barrier();
            try (ExecutorService pool = Executors.newFixedThreadPool(threads)) {
                Future<?>[] done = new Future<?>[threads];
                for (int t = 0; t < threads; t++) {
                    int slot = world.rank() * threads + t;
                    done[t] = pool.submit(() -> putAndGet(window, 1 - world.rank(), slot, part));
                }
                for (Future<?> each : done) {
                    each.get();
                }
            }
            world.point().rank().barrier();
            window.unlockAll();
            window.free();
        });
    }

    private static void putAndGet(Window window, int target, int slot, int part) {
        Layout gaps = Layout.basic(4).vector(part / 32, 1, 2);
        Layout wide = Layout.basic(8).vector(part / 64, 1, 3);
        int[] origin = new int[part / 4];
        int[] back = new int[part / 4];
        for (int round = 0; round < 200; round++) {
            Arrays.setAll(origin, i -> 31 * i + slot);
            Arrays.fill(back, 0);
            if (round % 2 == 0) {
                window.put(origin, 0, null, target, slot, part, BYTE, part, null);
                window.flush(target);
                window.get(back, 0, null, target, slot, part, BYTE, part, null);
                window.flushLocal(target);
                assertArrayEquals(origin, back, "slot=" + slot);
            } else {
                window.put(origin, 0, gaps, target, slot, 1, wide, gaps.size(), null);
                window.flush(target);
                window.get(back, 0, gaps, target, slot, 1, wide, gaps.size(), null);
                window.flushLocal(target);
                for (int i = 0; i < part / 32; i++) {
                    assertEquals(origin[2 * i], back[2 * i], "slot=" + slot + " item=" + i);
                }
            }
        }
    }
}
