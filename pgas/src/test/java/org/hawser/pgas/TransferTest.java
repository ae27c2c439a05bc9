package org.hawser.pgas;

import static org.hawser.pgas.MemoryTest.refused;
import static org.hawser.pgas.MemoryTest.words;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Random;
import org.hawser.runtime.Handle;
import org.hawser.testkit.AllocatedBytes;
import org.hawser.testkit.Medium;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Copies to, from and inside shared memory, of every length and form, wherever the memory is. */
class TransferTest {
    private static final int[] LENGTHS = {0, 1, 2, 3, 4, 5, 7, 8, 9, 12, 15, 16, 17, 31, 64, 1000, 70_000, 700_000};

    @ParameterizedTest(name = "{0}")
    @MethodSource("org.hawser.pgas.PgasJob#media")
    void everyLengthArrivesFromEveryKindOfMemory(String name, Medium medium) {
        PgasJob.run(medium, 2, pgas -> {
            int room = 700_100;
            GlobalPointer all = pgas.allAlloc(2, room);
            GlobalPointer to = all.plus((long) room * (1 - pgas.myThread()) + 3);
            try (Arena arena = Arena.ofConfined()) {
                for (int length : LENGTHS) {
                    for (MemorySegment from : new MemorySegment[] {MemorySegment.ofArray(new byte[length + 5]),
                        MemorySegment.ofArray(new long[length / 8 + 2]), arena.allocate(length + 5)}) {
                        fill(from, length);
                        pgas.memput(to, from, 5, length);
                        MemorySegment into = MemorySegment.ofArray(new byte[length + 9]);
                        pgas.memget(into, 4, to, length);
                        assertEquals(-1, from.asSlice(5, length).mismatch(into.asSlice(4, length)), "length=" + length);
                        assertEquals(0, into.get(ValueLayout.JAVA_INT_UNALIGNED, 0));
                        assertEquals(0, into.get(ValueLayout.JAVA_BYTE, 4 + length));
                    }
                }
            }
            pgas.barrier();
            pgas.allFree(all);
        });
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("org.hawser.pgas.PgasJob#media")
    void everyLengthGoesFromTheOwnPieceToAnothersAndBack(String name, Medium medium) {
        PgasJob.run(medium, 2, pgas -> {
            int room = 2 * 700_100;
            GlobalPointer all = pgas.allAlloc(2, room);
            MemorySegment own = all.plus((long) room * pgas.myThread()).local();
            GlobalPointer other = all.plus((long) room * (1 - pgas.myThread()));
            for (int length : LENGTHS) {
                MemorySegment sent = own.asSlice(5, length);
                if (pgas.myThread() == length % 2) {
                    fill(sent, length);
                    pgas.memput(other.plus(room / 2 + 3), own, 5, length);
                    pgas.memget(own, room / 2 + 1, other.plus(room / 2 + 3), length);
                    assertEquals(-1, sent.mismatch(own.asSlice(room / 2 + 1, length)), "length=" + length);
                }
                pgas.barrier();
            }
            pgas.allFree(all);
        });
    }

    private static void fill(MemorySegment memory, int seed) {
        for (long i = 0; i < memory.byteSize(); i++) {
            memory.set(ValueLayout.JAVA_BYTE, i, (byte) (seed + i * 7 + 1));
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("org.hawser.pgas.PgasJob#media")
    void handlesAndFencesEndWhatWasStarted(String name, Medium medium) {
        PgasJob.run(medium, 3, pgas -> {
            int count = 100;
            GlobalPointer all = pgas.allAlloc(3, 8L * count * 3);
            long[] values = new long[count];
            int next = (pgas.myThread() + 1) % 3;
            GlobalPointer to = all.plus(8L * count * (3 * next + pgas.myThread()));
            Handle aggregate = new Handle();
            for (int i = 0; i < count; i++) {
                values[i] = 1000L * pgas.myThread() + i;
                pgas.memput(to.plus(8L * i), MemorySegment.ofArray(values), 8L * i, 8, i % 2 == 0 ? aggregate : null);
            }
            while (!pgas.test(aggregate)) {
                Thread.onSpinWait();
            }
            pgas.await(aggregate);
            pgas.fence();
            pgas.fence(next);
            long[] found = new long[count];
            Handle one = new Handle();
            pgas.memget(MemorySegment.ofArray(found), 0, to, 8L * count, one);
            pgas.await(one);
            assertArrayEquals(values, found);
            pgas.memget(MemorySegment.ofArray(found), 0, to, 8L * count / 2, null);
            pgas.fence();
            assertEquals(values[0], found[0]);
            pgas.barrier();
            pgas.allFree(all);
        });
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("org.hawser.pgas.PgasJob#media")
    void aGetSeesWhatTheThreadPutBeforeWithNoHandle(String name, Medium medium) {
        PgasJob.run(medium, 2, pgas -> {
            GlobalPointer to = pgas.allAlloc(2, 100_000).plus(100_000L * (1 - pgas.myThread()));
            for (int i = 0; i < 20; i++) {
                MemorySegment bytes = MemorySegment.ofArray(new byte[100_000]).fill((byte) i);
                pgas.memput(to, bytes, 0, 100_000, null);
                byte[] last = new byte[1];
                pgas.memget(MemorySegment.ofArray(last), to.plus(99_999));
                assertEquals(i, last[0]);
            }
            pgas.barrier();
        });
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("org.hawser.pgas.PgasJob#media")
    void anyThreadCopiesBetweenAnyTwo(String name, Medium medium) {
        PgasJob.run(medium, 4, pgas -> {
            int room = 300_000;
            GlobalPointer all = pgas.allAlloc(8, room);
            if (pgas.myThread() == 0) {
                for (int from = 0; from < 4; from++) {
                    for (int to = 0; to < 4; to++) {
                        pgas.memset(all.plus((long) from * room), 16 + from, room);
                        GlobalPointer target = all.plus((4L + to) * room);
                        pgas.memset(target, 0, room);
                        pgas.memcpy(target.plus(1), all.plus((long) from * room), room - 2);
                        byte[] found = new byte[room];
                        pgas.memget(MemorySegment.ofArray(found), target);
                        byte[] wanted = new byte[room];
                        java.util.Arrays.fill(wanted, 1, room - 1, (byte) (16 + from));
                        assertArrayEquals(wanted, found, "from " + from + " to " + to);
                    }
                }
            }
            pgas.barrier();
            pgas.allFree(all);
        });
    }

    /** Random shapes against loops over bytes. */
    @ParameterizedTest(name = "{0}")
    @MethodSource("org.hawser.pgas.PgasJob#media")
    void shapesTakeWhatALoopOverTheirBytesWould(String name, Medium medium) {
        PgasJob.run(medium, 4, pgas -> {
            int room = 4096;
            GlobalPointer all = pgas.allAlloc(4, room);
            if (pgas.myThread() == 0) {
                Random random = new Random(11);
                for (int round = 0; round < 120; round++) {
                    GlobalPointer one = all.plus((long) room * random.nextInt(4) + room / 2);
                    GlobalPointer other = all.plus((long) room * random.nextInt(4) + room / 2);
                    if (one.thread() != other.thread()) {
                        check(pgas, random, one, other, round);
                    }
                }
            }
            pgas.barrier();
            pgas.allFree(all);
        });
    }

    private static void check(Pgas pgas, Random random, GlobalPointer to, GlobalPointer from, int round) {
        int half = 2048;
        int bytes = 24 * (1 + random.nextInt(20));
        Shape source = shape(random, bytes);
        Shape target = shape(random, bytes);
        byte[] data = new byte[2 * half];
        random.nextBytes(data);
        pgas.memput(to.as(1, 0).plus(-half), MemorySegment.ofArray(new byte[2 * half]));
        pgas.memput(from.as(1, 0).plus(-half), MemorySegment.ofArray(data));
        byte[] wanted = new byte[2 * half];
        for (long i = 0; i < bytes; i++) {
            wanted[(int) (half + place(target, i))] = data[(int) (half + place(source, i))];
        }
        Handle handle = round % 2 == 0 ? new Handle() : null;
        boolean blocks = random.nextInt(3) == 0;
        byte[] found = new byte[2 * half];
        if (round % 3 == 0) {
            if (blocks) {
                pgas.memcpy(to, target, from, source);
            } else {
                pgas.memcpy(to, target, from, source, handle);
                end(pgas, handle);
            }
            pgas.memget(MemorySegment.ofArray(found), to.as(1, 0).plus(-half));
        } else if (round % 3 == 1 && target.low() >= 0) {
            MemorySegment into = MemorySegment.ofArray(found).asSlice(half);
            if (blocks) {
                pgas.memget(into, target, from, source);
            } else {
                pgas.memget(into, target, from, source, handle);
                end(pgas, handle);
            }
        } else if (source.low() >= 0) {
            MemorySegment out = MemorySegment.ofArray(data).asSlice(half);
            if (blocks) {
                pgas.memput(to, target, out, source);
            } else {
                pgas.memput(to, target, out, source, handle);
                end(pgas, handle);
            }
            pgas.memget(MemorySegment.ofArray(found), to.as(1, 0).plus(-half));
        } else {
            return;
        }
        assertArrayEquals(wanted, found, "round=" + round + " " + source + " " + target);
    }

    private static void end(Pgas pgas, Handle handle) {
        if (handle == null) {
            pgas.fence();
        } else {
            pgas.await(handle);
        }
    }

    private static long place(Shape shape, long index) {
        return shape.offset(index / shape.chunk()) + index % shape.chunk();
    }

    /** Chunks that do not overlap, within half a piece on either side. */
    private static Shape shape(Random random, int bytes) {
        int chunk = new int[] {1, 2, 3, 4, 6, 8, 12, 24, bytes}[random.nextInt(9)];
        int count = bytes / chunk;
        int stride = chunk + random.nextInt(2) * random.nextInt(Math.max(1, 1500 / count - chunk + 1) + 1);
        if (count * stride > 2040) {
            stride = chunk;
        }
        if (random.nextInt(3) > 0) {
            return Shape.strided(chunk, random.nextInt(4) == 0 && count * stride < 2000 ? -stride : stride, count);
        }
        long[] offsets = new long[count];
        for (int i = 0; i < count; i++) {
            offsets[i] = (long) i * stride;
        }
        for (int i = count - 1; i > 0; i--) {
            int j = random.nextInt(i + 1);
            long swapped = offsets[i];
            offsets[i] = offsets[j];
            offsets[j] = swapped;
        }
        return Shape.indexed(chunk, offsets);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("org.hawser.pgas.PgasJob#media")
    void badShapesAreRefusedAndNothingIsCopied(String name, Medium medium) {
        PgasJob.run(medium, 2, pgas -> {
            GlobalPointer all = pgas.allAlloc(2, 64);
            GlobalPointer there = all.plus(64L * (1 - pgas.myThread()));
            MemorySegment mine = MemorySegment.ofArray(new byte[64]).fill((byte) 9);
            refused(() -> Shape.run(-1), "negative");
            refused(() -> Shape.strided(8, 8, -1), "negative");
            refused(() -> Shape.strided(8, Long.MAX_VALUE / 2, 4), "longer");
            refused(() -> Shape.indexed(8, Long.MIN_VALUE), "longer");
            refused(() -> Shape.strided(1L << 40, 0, 1L << 40), "longer");
            refused(() -> pgas.memput(there, Shape.run(8), mine, Shape.run(9), null), "different lengths");
            refused(() -> pgas.memput(there, Shape.run(8), mine, Shape.run(9)), "different lengths");
            refused(() -> pgas.memget(mine, Shape.run(8), there, Shape.strided(8, 16, 5)), "different lengths");
            refused(() -> pgas.memput(there, Shape.strided(8, 16, 5), mine, Shape.run(40), null), "outside");
            refused(() -> pgas.memput(there, Shape.strided(8, -8, 2), mine, Shape.run(16), null), "outside");
            refused(() -> pgas.memput(there, Shape.run(40), mine, Shape.strided(8, 16, 5), null), "leaves");
            refused(() -> pgas.memget(mine, Shape.indexed(1, -1), there, Shape.run(1), null), "leaves");
            refused(() -> pgas.memcpy(all, Shape.run(8), there, Shape.indexed(8, 0, 60), null), "different");
            refused(() -> pgas.memset(there, 1, 65), "outside");
            refused(() -> pgas.memcpy(all, there, -8), "outside");
            pgas.memput(there, Shape.indexed(8), mine, Shape.run(0), null);
            pgas.barrier();
            assertEquals(0, MemoryTest.get(pgas, there));
            pgas.barrier();
        });
    }

    @Test
    @Tag("once")
    void nothingIsAllocatedWhereMemoryIsMapped() {
        PgasJob.run(2, pgas -> {
            GlobalPointer there = pgas.allAlloc(2, 4096).plus(4096L * (1 - pgas.myThread()));
            Semaphore semaphore = pgas.semaphore();
            MemorySegment heap = words(1, 2, 3, 4);
            MemorySegment large = MemorySegment.ofArray(new byte[2048]);
            Shape column = Shape.strided(8, 32, 20);
            Shape run = Shape.run(160);
            GlobalPointer word = there.plus(8);
            long least = Long.MAX_VALUE;
            // The first rounds are compiled, and that is paid for.
            for (int round = 0; round < 15; round++) {
                long before = AllocatedBytes.ofThisThread();
                for (int i = 0; i < 2000; i++) {
                    pgas.memput(there, heap, 0, 8);
                    pgas.memget(heap, 8, there, 8);
                    pgas.memput(there, large);
                    pgas.memget(large, there);
                    pgas.memcpy(word, there, 100);
                    pgas.memset(there, 0, 100);
                    pgas.memput(there, column, large, run, null);
                    pgas.memget(large, run, there, column, null);
                    pgas.memput(there, column, large, run);
                    pgas.memget(large, run, there, column);
                    pgas.atomics().fetchAdd(word, 1L);
                    pgas.atomics().fetchAdd(word, 1.5);
                    pgas.memputSignal(there, heap, 0, 8, semaphore, 1);
                    semaphore.await();
                }
                least = Math.min(least, AllocatedBytes.ofThisThread() - before);
            }
            assertTrue(least < 2000, "bytes=" + least);
            pgas.barrier();
        });
    }
}
