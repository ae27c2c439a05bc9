package org.hawser.pgas;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.hawser.testkit.LocalRanks;
import org.hawser.testkit.Medium;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Shared memory that is made together, by one for all, and by one for itself; its end; pointers in memory. */
class MemoryTest {
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;

    @ParameterizedTest(name = "{0}")
    @MethodSource("org.hawser.pgas.PgasJob#media")
    void blocksAreDealtOutAndReachedFromEverywhere(String name, Medium medium) {
        PgasJob.run(medium, 4, pgas -> {
            GlobalPointer all = pgas.allAlloc(9, 16);
            for (int block = 0; block < 9; block++) {
                GlobalPointer at = all.plus(block * 16L);
                assertEquals(block % 4, at.thread());
                assertEquals(block / 4 * 16, at.offset());
                if (at.isLocal()) {
                    pgas.memput(at, words(block, -block));
                }
            }
            pgas.barrier();
            long[] found = new long[2];
            for (int block = 0; block < 9; block++) {
                pgas.memget(MemorySegment.ofArray(found), all.plus(block * 16L));
                assertArrayEquals(new long[] {block, -block}, found);
            }
            pgas.allFree(all);
            refused(() -> pgas.memget(MemorySegment.ofArray(found), all), "freed");
            refused(() -> pgas.allFree(all), "freed");
            refused(() -> pgas.free(all), "freed");
        });
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("org.hawser.pgas.PgasJob#media")
    void differentLengthsAreRefusedAtAll(String name, Medium medium) {
        PgasJob.run(medium, 3, pgas -> {
            refused(() -> pgas.allAlloc(3, pgas.myThread() == 1 ? 8 : 16), "different lengths");
            GlobalPointer empty = pgas.allAlloc(0, 0);
            refused(() -> get(pgas, empty), "outside");
            pgas.allFree(empty);
        });
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("org.hawser.pgas.PgasJob#media")
    void aTeamHasMemoryOfItsOwn(String name, Medium medium) {
        PgasJob.run(medium, 4, pgas -> {
            Pgas half = pgas.split(pgas.myThread() % 2, -pgas.myThread());
            GlobalPointer all = half.allAlloc(2, 8);
            assertEquals(half.myThread(), all.plus(8L * half.myThread()).thread());
            half.memput(all.plus(8L * (1 - half.myThread())), words(pgas.myThread()));
            half.barrier();
            assertEquals((pgas.myThread() + 2) % 4, get(pgas, all.plus(8L * half.myThread())));
            GlobalPointer made = half.myThread() == 0 ? half.globalAlloc(2, Pgas.POINTER_BYTES) : null;
            GlobalPointer box = half.allAlloc(2, Pgas.POINTER_BYTES);
            if (made != null) {
                send(half, made, box, 1);
                send(half, half.localAlloc(8), made, 1);
            }
            half.barrier();
            if (half.myThread() == 1) {
                GlobalPointer found = receive(half, box);
                GlobalPointer node = receive(half, found);
                assertEquals(0, node.thread());
                half.memput(node, words(3));
                half.free(node);
                half.free(found);
            }
            half.barrier();
            if (made != null) {
                refused(() -> get(half, made), "freed");
            }
            half.allFree(all);
            pgas.barrier();
        });
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("org.hawser.pgas.PgasJob#media")
    void oneMakesAndAnotherFreesForAll(String name, Medium medium) {
        PgasJob.run(medium, 3, pgas -> {
            GlobalPointer box = pgas.allAlloc(3, Pgas.POINTER_BYTES);
            GlobalPointer made = pgas.myThread() == 1 ? pgas.globalAlloc(6, 8) : null;
            if (made != null) {
                assertEquals(0, made.thread());
                for (int thread = 0; thread < 3; thread++) {
                    send(pgas, made, box, thread);
                }
            }
            pgas.barrier();
            GlobalPointer here = receive(pgas, box);
            pgas.memput(here.plus(8L * pgas.myThread()), words(pgas.myThread() + 100));
            pgas.barrier();
            assertEquals(100 + (pgas.myThread() + 1) % 3, get(pgas, here.plus(8L * ((pgas.myThread() + 1) % 3))));
            pgas.barrier();
            if (pgas.myThread() == 2) {
                pgas.free(here);
            }
            pgas.barrier();
            refused(() -> get(pgas, here), "freed");
            refused(() -> receive(pgas, box), "freed");
            refused(() -> pgas.free(here), "freed");
            pgas.barrier();
        });
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("org.hawser.pgas.PgasJob#media")
    void ofThreadsThatFreeAtOnceOneSucceeds(String name, Medium medium) {
        PgasJob.run(medium, 4, pgas -> {
            GlobalPointer wins = pgas.allAlloc(1, 8);
            for (int round = 0; round < 5; round++) {
                GlobalPointer memory = pgas.allAlloc(4, 8);
                pgas.barrier();
                try {
                    pgas.free(memory);
                    pgas.atomics().fetchAdd(wins, 1L);
                } catch (PgasException e) {
                    assertTrue(e.getMessage().contains("freed"), e.getMessage());
                }
                pgas.barrier();
                assertEquals(round + 1, pgas.atomics().read(wins));
                pgas.barrier();
            }
        });
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("org.hawser.pgas.PgasJob#media")
    void memoryOfOneThreadIsFoundByPointersInMemory(String name, Medium medium) {
        PgasJob.run(medium, 3, pgas -> {
            // A list with a node at each thread, from the last to the first.
            GlobalPointer head = pgas.allAlloc(1, Pgas.POINTER_BYTES);
            for (int thread = 0; thread < 3; thread++) {
                if (thread == pgas.myThread()) {
                    GlobalPointer node = pgas.localAlloc(Pgas.POINTER_BYTES + 8);
                    assertTrue(node.isLocal());
                    MemorySegment form = MemorySegment.ofArray(new byte[Pgas.POINTER_BYTES]);
                    pgas.memget(form, head);
                    pgas.memput(node, form);
                    pgas.memput(node.plus(Pgas.POINTER_BYTES), words(10 * thread));
                    pgas.writePointer(node, form, 0);
                    pgas.memput(head, form);
                }
                pgas.barrier();
            }
            List<Long> seen = new ArrayList<>();
            List<GlobalPointer> nodes = new ArrayList<>();
            MemorySegment form = MemorySegment.ofArray(new byte[Pgas.POINTER_BYTES]);
            pgas.memget(form, head);
            for (GlobalPointer node = pgas.readPointer(form, 0); node != null; node = pgas.readPointer(form, 0)) {
                seen.add(get(pgas, node.plus(Pgas.POINTER_BYTES)));
                nodes.add(node);
                pgas.memget(form, node);
            }
            assertEquals(List.of(20L, 10L, 0L), seen);
            pgas.barrier();
            if (pgas.myThread() == 0) {
                for (GlobalPointer node : nodes) {
                    pgas.free(node);
                    refused(() -> pgas.free(node), "freed");
                }
            }
            pgas.barrier();
            for (GlobalPointer node : nodes) {
                refused(() -> get(pgas, node), "freed");
                refused(() -> pgas.memput(node, words(1)), "freed");
                refused(() -> pgas.atomics().fetchAdd(node, 1L), "freed");
            }
            pgas.memget(form, head);
            refused(() -> pgas.readPointer(form, 0), "freed");
            pgas.barrier();
        });
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("org.hawser.pgas.PgasJob#media")
    void aFreedBlockIsNeverTakenForTheNextOne(String name, Medium medium) {
        PgasJob.run(medium, 2, pgas -> {
            GlobalPointer box = pgas.allAlloc(2, Pgas.POINTER_BYTES);
            GlobalPointer first = pgas.myThread() == 0 ? pgas.localAlloc(100) : null;
            if (first != null) {
                send(pgas, first, box, 1);
            }
            pgas.barrier();
            GlobalPointer there = pgas.myThread() == 1 ? receive(pgas, box) : null;
            pgas.barrier();
            if (first != null) {
                pgas.free(first);
                GlobalPointer second = pgas.localAlloc(100);
                assertNotEquals(first, second);
                assertEquals(0, get(pgas, second));
            }
            pgas.barrier();
            if (there != null) {
                refused(() -> get(pgas, there), "freed");
                refused(() -> pgas.memput(there, words(7)), "freed");
            }
            pgas.barrier();
        });
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("org.hawser.pgas.PgasJob#media")
    void longMemoryOfOneThreadGoesBackToTheSystem(String name, Medium medium) {
        PgasJob.run(medium, 2, pgas -> {
            GlobalPointer box = pgas.allAlloc(2, Pgas.POINTER_BYTES);
            for (int round = 0; round < 3; round++) {
                GlobalPointer mine = pgas.localAlloc(3 << 20);
                pgas.memput(mine.plus((3 << 20) - 8), words(round));
                send(pgas, mine, box, 1 - pgas.myThread());
                pgas.barrier();
                GlobalPointer theirs = receive(pgas, box);
                assertEquals(round, get(pgas, theirs.plus((3 << 20) - 8)));
                refused(() -> get(pgas, theirs.plus((3 << 20) - 7)), "outside");
                pgas.barrier();
                pgas.free(theirs);
                pgas.barrier();
                refused(() -> get(pgas, mine), "freed");
                refused(() -> get(pgas, theirs), "freed");
                refused(() -> receive(pgas, box), "freed");
                pgas.barrier();
            }
        });
    }

    /** A heap against a list of what is in it. */
    @ParameterizedTest(name = "{0}")
    @MethodSource("org.hawser.pgas.PgasJob#media")
    void blocksNeverOverlap(String name, Medium medium) {
        PgasJob.run(medium, 1, pgas -> {
            Random random = new Random(7);
            List<GlobalPointer> live = new ArrayList<>();
            List<Integer> sizes = new ArrayList<>();
            for (int step = 0; step < 2000; step++) {
                if (live.size() > 50 && random.nextBoolean() || live.size() > 100) {
                    int victim = random.nextInt(live.size());
                    GlobalPointer freed = live.remove(victim);
                    int size = sizes.remove(victim);
                    byte[] held = new byte[size];
                    pgas.memget(MemorySegment.ofArray(held), freed);
                    for (byte each : held) {
                        assertEquals((byte) size, each);
                    }
                    pgas.free(freed);
                } else {
                    int size = random.nextInt(random.nextInt(20) == 0 ? 200_000 : 500);
                    GlobalPointer made = pgas.localAlloc(size);
                    if (size >= 8) {
                        assertEquals(0, get(pgas, made.plus(size - 8)));
                    }
                    pgas.memset(made, size, size);
                    live.add(made);
                    sizes.add(size);
                }
            }
            live.forEach(pgas::free);
        });
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("org.hawser.pgas.PgasJob#media")
    void badWishesAreRefusedAndNothingChanges(String name, Medium medium) {
        PgasJob.run(medium, 2, pgas -> {
            refused(() -> pgas.localAlloc(-1), "negative");
            refused(() -> pgas.allAlloc(-1, 8), "negative");
            refused(() -> pgas.allAlloc(1, -8), "negative");
            refused(() -> pgas.globalAlloc(Long.MAX_VALUE, 8), "more memory than there can be");
            refused(() -> pgas.localAlloc(Long.MAX_VALUE), "more memory than there can be");
            refused(() -> pgas.allAlloc(2, 1L << 50), "bytes=" + (1L << 50));
            refused(() -> pgas.localAlloc(1L << 50), "bytes=" + (1L << 50));
            if (pgas.myThread() == 0) {
                refused(() -> pgas.globalAlloc(2, 1L << 50), "bytes=" + (1L << 50));
            }
            pgas.barrier();
            GlobalPointer all = pgas.allAlloc(2, 64);
            refused(() -> pgas.free(all.plus(1)), "beginning");
            refused(() -> pgas.allFree(all.plus(64)), "beginning");
            GlobalPointer mine = pgas.localAlloc(100);
            refused(() -> pgas.free(mine.plus(64)), "beginning");
            refused(() -> mine.as(8, 4), "no blocks");
            for (GlobalPointer outside : new GlobalPointer[] {all.plus(57), all.as(1, 0).plus(-1), mine.plus(93),
                mine.plus(Long.MAX_VALUE), all.as(1, 0).plus(Long.MIN_VALUE)}) {
                refused(() -> pgas.memput(outside, words(1)), "outside");
                refused(() -> get(pgas, outside), "outside");
            }
            refused(() -> mine.plus(Long.MAX_VALUE).plus(1), "no such place");
            refused(() -> pgas.memput(mine, words(1), 0, -1), "outside");
            assertThrows(IndexOutOfBoundsException.class, () -> pgas.memput(all, words(1), 1, 8));
            assertThrows(IndexOutOfBoundsException.class, () -> pgas.memput(all.plus(64), words(1), 1, 8));
            assertEquals(0, get(pgas, mine));
            pgas.free(mine);
            MemorySegment form = MemorySegment.ofArray(new byte[Pgas.POINTER_BYTES]);
            pgas.writePointer(null, form, 0);
            assertNull(pgas.readPointer(form, 0));
            form.fill((byte) 0x5b);
            refused(() -> pgas.readPointer(form, 0), "pointer");
            pgas.allFree(all);
        });
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("org.hawser.pgas.PgasJob#media")
    void nearMemoryIsPlainMemory(String name, Medium medium) {
        PgasJob.run(medium, 2, pgas -> {
            GlobalPointer all = pgas.allAlloc(2, 64);
            GlobalPointer mine = all.plus(64L * pgas.myThread() + 8);
            mine.local().set(LONG, 0, 55 + pgas.myThread());
            assertEquals(56, mine.local().byteSize());
            pgas.barrier();
            GlobalPointer theirs = all.plus(64L * (1 - pgas.myThread()) + 8);
            assertEquals(56 - pgas.myThread(), get(pgas, theirs));
            if (pgas.isNear(theirs.thread()) && pgas.rank().has(org.hawser.fabric.Capability.DIRECT_MAPPING, 1)) {
                assertEquals(56 - pgas.myThread(), theirs.local().get(LONG, 0));
            } else {
                refused(theirs::local, "memget");
            }
            assertFalse(theirs.isLocal());
            pgas.allFree(all);
            refused(mine::local, "freed");
        });
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("org.hawser.pgas.PgasJob#media")
    void whatOutlivesTheModelIsRefused(String name, Medium medium) {
        LocalRanks.on(medium).start(2, rank -> {
            Pgas pgas = Pgas.on(rank);
            GlobalPointer all = pgas.allAlloc(2, 64);
            GlobalPointer mine = pgas.localAlloc(64);
            Semaphore semaphore = pgas.semaphore();
            SharedLongArray array = pgas.longs(10, Distribution.cyclic());
            Atomics atomics = pgas.atomics();
            GlobalLock lock = pgas.allLock();
            pgas.barrier();
            pgas.close();
            assertThrows(PgasException.class, lock::lock);
            for (GlobalPointer place : new GlobalPointer[] {all, all.plus(64), mine}) {
                assertThrows(PgasException.class, () -> pgas.memput(place, words(1)));
                assertThrows(PgasException.class, place::local);
                assertThrows(PgasException.class, () -> atomics.fetchAdd(place, 1L));
            }
            assertThrows(PgasException.class, () -> semaphore.post(0));
            assertThrows(PgasException.class, semaphore::count);
            assertThrows(PgasException.class, () -> array.get(0));
            assertThrows(PgasException.class, () -> array.put(1, 1));
            rank.barrier();
        });
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("org.hawser.pgas.PgasJob#media")
    void anArrayWhoseMemoryOneThreadFreesIsFreed(String name, Medium medium) {
        PgasJob.run(medium, 2, pgas -> {
            SharedLongArray array = pgas.longs(10, Distribution.cyclic());
            pgas.barrier();
            if (pgas.myThread() == 1) {
                pgas.free(array.pointer(0));
            }
            pgas.barrier();
            assertThrows(PgasException.class, () -> array.get(0));
            assertThrows(PgasException.class, () -> array.put(1, 1));
            pgas.barrier();
        });
    }

    static void send(Pgas pgas, GlobalPointer pointer, GlobalPointer box, int thread) {
        MemorySegment form = MemorySegment.ofArray(new byte[Pgas.POINTER_BYTES]);
        pgas.writePointer(pointer, form, 0);
        pgas.memput(box.plus((long) Pgas.POINTER_BYTES * thread), form);
    }

    static GlobalPointer receive(Pgas pgas, GlobalPointer box) {
        MemorySegment form = MemorySegment.ofArray(new byte[Pgas.POINTER_BYTES]);
        pgas.memget(form, box.plus((long) Pgas.POINTER_BYTES * pgas.myThread()));
        return pgas.readPointer(form, 0);
    }

    static MemorySegment words(long... values) {
        return MemorySegment.ofArray(values);
    }

    static long get(Pgas pgas, GlobalPointer from) {
        long[] found = new long[1];
        pgas.memget(MemorySegment.ofArray(found), from);
        return found[0];
    }

    static void refused(org.junit.jupiter.api.function.Executable call, String because) {
        PgasException e = assertThrows(PgasException.class, call);
        assertTrue(e.getMessage().contains(because), e.getMessage());
    }
}
