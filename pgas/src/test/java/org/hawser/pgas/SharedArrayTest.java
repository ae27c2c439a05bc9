package org.hawser.pgas;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.hawser.runtime.Handle;
import org.hawser.testkit.CoreOnlyProvider;
import org.hawser.testkit.Medium;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Shared arrays of all types, in all distributions, on every medium. */
class SharedArrayTest {
    private static final int THREADS = 3;
    private static final int LENGTH = 50;
    private static final List<Distribution> DISTRIBUTIONS = List.of(Distribution.cyclic(), Distribution.blocks(4),
        Distribution.blocks(7), Distribution.even(), Distribution.indefinite(), Distribution.blocks(1000));

    @ParameterizedTest(name = "{0}")
    @MethodSource("org.hawser.pgas.PgasJob#media")
    void everyThreadSeesWhatAnyPut(String name, Medium medium) {
        PgasJob.run(medium, THREADS, pgas -> {
            for (Distribution distribution : DISTRIBUTIONS) {
                for (TypedArray array : TypedArray.all(pgas, LENGTH, distribution)) {
                    for (int i = pgas.myThread(); i < LENGTH; i += THREADS) {
                        array.put(i, i * 5);
                        assertEquals(array.value(i * 5), array.get(i), array + " own put, index=" + i);
                    }
                    pgas.barrier();
                    for (int i = 0; i < LENGTH; i++) {
                        assertEquals(array.value(i * 5), array.get(i), array + " index=" + i);
                    }
                    array.array().close();
                }
            }
        });
    }

    /** A thread's first block has whole chunks in it, and parts of chunks that others have the rest of. */
    @ParameterizedTest(name = "{0}")
    @MethodSource("org.hawser.pgas.PgasJob#media")
    void blocksOfManyChunksAreFoundByIndex(String name, Medium medium) {
        int chunk = 1 << SharedArray.CHUNK_BITS;
        PgasJob.run(medium, THREADS, pgas -> {
            for (Distribution distribution : List.of(Distribution.even(), Distribution.blocks(chunk),
                    Distribution.blocks(chunk + chunk / 2), Distribution.indefinite(), Distribution.blocks(7))) {
                SharedIntArray array = pgas.ints(5L * chunk + 11, distribution);
                array.forAll(i -> array.put(i, (int) (3 * i)));
                pgas.barrier();
                long wrong = 0;
                for (long i = pgas.myThread(); i < array.length(); i += 5) {
                    wrong += array.get(i) == 3 * i ? 0 : 1;
                }
                for (long edge = 0; edge < array.length(); edge += chunk / 2) {
                    for (long i = Math.max(0, edge - 1); i < Math.min(array.length(), edge + 2); i++) {
                        wrong += array.get(i) == 3 * i ? 0 : 1;
                    }
                }
                assertEquals(0, wrong, array.toString());
                assertThrows(IndexOutOfBoundsException.class, () -> array.get(array.length()));
                assertThrows(IndexOutOfBoundsException.class, () -> array.put(-1, 1));
                assertThrows(IndexOutOfBoundsException.class, () -> array.get(Long.MIN_VALUE));
                assertThrows(IndexOutOfBoundsException.class, () -> array.put(Long.MAX_VALUE, 1));
                array.close();
                assertThrows(PgasException.class, () -> array.get(0));
                assertThrows(PgasException.class, () -> array.put(chunk, 0));
            }
        });
    }

    /** More threads than a table of pieces has: some are in another one, on both sides. */
    @Test
    void elementsOfManyThreadsAreFoundByIndex() {
        int threads = 70;
        PgasJob.run(threads, pgas -> {
            for (Distribution distribution : List.of(Distribution.cyclic(), Distribution.even())) {
                SharedIntArray array = pgas.ints(3L * threads + 5, distribution);
                for (long i = pgas.myThread(); i < array.length(); i += threads) {
                    array.put(i, (int) (7 * i));
                }
                pgas.barrier();
                for (long i = 0; i < array.length(); i++) {
                    assertEquals(7 * i, array.get(i), array + " index=" + i);
                }
                array.close();
            }
        });
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("org.hawser.pgas.PgasJob#media")
    void sectionsCrossBlocksAndThreads(String name, Medium medium) {
        PgasJob.run(medium, THREADS, pgas -> {
            for (Distribution distribution : DISTRIBUTIONS) {
                for (TypedArray array : TypedArray.all(pgas, LENGTH, distribution)) {
                    if (pgas.myThread() == 1) {
                        array.putSection(3, 2, 44);
                        array.fill(0, 3, 77);
                        array.fill(47, 3, 78);
                    }
                    pgas.barrier();
                    assertTrue(array.sectionIs(0, LENGTH, i -> i < 3 ? 77 : i >= 47 ? 78 : i - 1), array + " whole");
                    assertTrue(array.sectionIs(5, 30, i -> i - 1), array + " a part");
                    array.array().close();
                }
            }
        });
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("org.hawser.pgas.PgasJob#media")
    void sectionsOfMemoryWithAndWithoutHandle(String name, Medium medium) {
        PgasJob.run(medium, THREADS, pgas -> {
            long length = 20_000;
            for (Distribution distribution : List.of(Distribution.cyclic(), Distribution.blocks(1500),
                    Distribution.even())) {
                SharedIntArray array = pgas.ints(length, distribution);
                MemorySegment memory = Arena.ofAuto().allocate(4 * length, 4);
                Handle handle = new Handle();
                long from = length * pgas.myThread() / THREADS;
                long to = length * (pgas.myThread() + 1) / THREADS;
                for (long i = from; i < to; i++) {
                    memory.setAtIndex(ValueLayout.JAVA_INT, i, (int) (i * i));
                }
                array.put(from, memory, 4 * from, 100);
                array.put(from + 100, memory, 4 * (from + 100), to - from - 100, handle);
                pgas.await(handle);
                pgas.barrier();
                memory.fill((byte) 0);
                array.get(0, memory, 0, length, handle);
                pgas.await(handle);
                int[] heap = new int[(int) length];
                array.get(1, MemorySegment.ofArray(heap), 4, length - 1, null);
                pgas.fence();
                for (int i = 1; i < length; i++) {
                    assertEquals(i * i, memory.getAtIndex(ValueLayout.JAVA_INT, i));
                    assertEquals(i * i, heap[i]);
                }
                array.close();
            }
        });
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("org.hawser.pgas.PgasJob#media")
    void strictAccessesPassData(String name, Medium medium) {
        PgasJob.run(medium, 2, pgas -> {
            SharedIntArray data = pgas.ints(2, Distribution.cyclic());
            for (TypedArray flag : TypedArray.all(pgas, 2, Distribution.cyclic())) {
                int other = 1 - pgas.myThread();
                for (int round = 1; round <= 5; round++) {
                    int expected = round;
                    data.put(other, round);
                    flag.putStrict(other, round % 2);
                    pgas.rank().await(() -> flag.getStrict(pgas.myThread()).equals(flag.value(expected % 2)));
                    assertEquals(round, data.get(pgas.myThread()), flag + " round=" + round);
                    pgas.barrier();
                }
                flag.array().close();
            }
        });
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("org.hawser.pgas.PgasJob#media")
    void laterPutsOfOneThreadWin(String name, Medium medium) {
        PgasJob.run(medium, THREADS, pgas -> {
            SharedShortArray array = pgas.shorts(2000, Distribution.cyclic());
            if (pgas.myThread() == 0) {
                for (int round = 0; round < 3; round++) {
                    for (int i = 0; i < 2000; i++) {
                        array.put(i, (short) (i + round));
                    }
                    for (int i = 0; i < 2000; i += 97) {
                        array.put(i, (short) 1);
                        array.put(i, (short) (i + round));
                        assertEquals((short) (i + round), array.get(i));
                    }
                }
            }
            pgas.barrier();
            array.forAll(i -> assertEquals((short) (i + 2), array.get(i)));
        });
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("org.hawser.pgas.PgasJob#media")
    void loopsMeetEveryIndexOnceAndInOrder(String name, Medium medium) {
        PgasJob.run(medium, THREADS, pgas -> {
            for (Distribution distribution : DISTRIBUTIONS) {
                SharedLongArray array = pgas.longs(LENGTH, distribution);
                List<Long> own = new ArrayList<>();
                for (long i = 0; i < LENGTH; i++) {
                    if (array.isLocal(i)) {
                        own.add(i);
                    }
                }
                assertEquals(own.size(), array.localLength());
                List<Long> met = new ArrayList<>();
                array.forAll(met::add);
                assertEquals(own, met);
                met.clear();
                array.forAllRuns((index, place, count) -> {
                    for (int k = 0; k < count; k++) {
                        assertEquals(index + k, array.indexOf(place + k));
                        met.add(index + k);
                    }
                });
                assertEquals(own, met);
                met.clear();
                array.forAllPlaces((index, place) -> {
                    assertEquals(index, array.indexOf(place));
                    met.add(index);
                });
                assertEquals(own, met);
                met.clear();
                array.forAll(9, 31, met::add);
                assertEquals(own.stream().filter(i -> i >= 9 && i < 31).toList(), met);
                AtomicLong sum = new AtomicLong();
                array.forAllParallel(i -> sum.addAndGet(i * i));
                assertEquals(own.stream().mapToLong(i -> i * i).sum(), sum.get());
                sum.set(0);
                array.forAllPlacesParallel((index, place) -> sum.addAndGet(array.indexOf(place) * index));
                assertEquals(own.stream().mapToLong(i -> i * i).sum(), sum.get());
                array.close();
            }
        });
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("org.hawser.pgas.PgasJob#media")
    void theLocalPartIsPlainMemory(String name, Medium medium) {
        PgasJob.run(medium, THREADS, pgas -> {
            SharedDoubleArray array = pgas.doubles(LENGTH, Distribution.blocks(3));
            MemorySegment local = array.local();
            assertEquals(8 * array.localLength(), local.byteSize());
            for (long place = 0; place < array.localLength(); place++) {
                local.setAtIndex(ValueLayout.JAVA_DOUBLE, place, array.indexOf(place) + 0.5);
                assertEquals(place, array.placeOf(array.indexOf(place)));
            }
            pgas.barrier();
            for (int i = 0; i < LENGTH; i++) {
                assertEquals(i + 0.5, array.get(i));
                if (array.isMapped(array.threadOf(i))) {
                    assertEquals(i + 0.5,
                        array.at(array.threadOf(i)).getAtIndex(ValueLayout.JAVA_DOUBLE, array.placeOf(i)));
                } else {
                    int far = array.threadOf(i);
                    assertThrows(PgasException.class, () -> array.at(far));
                }
            }
            pgas.barrier();
            array.putLocal(0, 7.25);
            assertEquals(7.25, array.getLocal(0));
            pgas.barrier();
        });
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("org.hawser.pgas.PgasJob#media")
    void sectionsAgreeWithAnArrayOfJava(String name, Medium medium) {
        PgasJob.run(medium, THREADS, pgas -> {
            Random random = new Random(7);
            for (int round = 0; round < 12; round++) {
                int length = 1 + random.nextInt(3000);
                SharedLongArray array = pgas.longs(length, new Distribution(random.nextInt(40) - 1));
                long[] model = new long[length];
                for (int i = 0; i < 8; i++) {
                    int from = random.nextInt(length);
                    int count = random.nextInt(length - from + 1);
                    long[] values = random.longs(count).toArray();
                    int writer = random.nextInt(THREADS);
                    if (writer == pgas.myThread()) {
                        array.put(from, values, 0, count);
                    }
                    System.arraycopy(values, 0, model, from, count);
                    pgas.barrier();
                }
                int from = random.nextInt(length);
                long[] found = new long[length - from];
                array.get(from, found, 0, length - from);
                assertArrayEquals(Arrays.copyOfRange(model, from, length), found, array.toString());
                array.close();
            }
        });
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("org.hawser.pgas.PgasJob#media")
    void aTeamHasArraysOfItsOwn(String name, Medium medium) {
        PgasJob.run(medium, 4, pgas -> {
            int half = pgas.myThread() % 2;
            // Backwards: thread 0 of a team is its last rank.
            try (Pgas team = pgas.split(half, -pgas.myThread())) {
                SharedIntArray array = team.ints(20, Distribution.blocks(3));
                array.forAll(i -> array.put(i, (int) i + 100 * team.myThread() + 1000 * half));
                team.barrier();
                for (int i = 0; i < 20; i++) {
                    assertEquals(i + 100 * (i / 3 % 2) + 1000 * half, array.get(i));
                }
                array.close();
            }
        });
    }

    @Test
    void pointersAgreeWithTheIndex() {
        PgasJob.run(THREADS, pgas -> {
            for (Distribution distribution : DISTRIBUTIONS) {
                SharedIntArray array = pgas.ints(LENGTH, distribution);
                for (int i = 0; i < LENGTH; i++) {
                    GlobalPointer pointer = array.pointer(i);
                    assertEquals(array.threadOf(i), pointer.thread());
                    assertEquals(array.phaseOf(i), pointer.phase());
                    assertEquals(4 * array.placeOf(i), pointer.offset());
                    assertEquals(array.isLocal(i), pointer.isLocal());
                }
                array.close();
            }
        });
    }

    @Test
    void whatIsNotThereIsRefused() {
        PgasJob.run(2, pgas -> {
            SharedIntArray array = pgas.ints(10, Distribution.blocks(2));
            refused("index=10 length=10", () -> array.get(10));
            refused("index=-1", () -> array.put(-1, 1));
            refused("place=99", () -> array.getLocal(99));
            refused("index=8 count=3", () -> array.get(8, new int[5], 0, 3));
            refused("at=3 count=3 length=5", () -> array.get(0, new int[5], 3, 3));
            refused("count=-1", () -> array.fill(0, -1, 0));
            refused("from=5 to=11", () -> array.forAll(5, 11, i -> { }));
            refused("offset=4", () -> array.get(0, Arena.ofAuto().allocate(8), 4, 2));
            assertTrue(assertThrows(PgasException.class, () -> array.lengthAt(2)).getMessage().contains("asked=2"));
            assertTrue(assertThrows(PgasException.class, () -> pgas.ints(-1, Distribution.cyclic())).getMessage()
                .contains("length=-1"));
            assertTrue(assertThrows(PgasException.class, () -> pgas.longs(Long.MAX_VALUE, Distribution.cyclic()))
                .getMessage().contains("length=" + Long.MAX_VALUE));
            assertThrows(PgasException.class, () -> pgas.longs(1L << 55, Distribution.cyclic()));
            assertThrows(PgasException.class, () -> Distribution.blocks(0));
            assertArrayEquals(new int[10], whole(array), "nothing was changed");
            pgas.barrier();
        });
    }

    /** As by a Java thread that uses an array while another one frees it, and is late. */
    @ParameterizedTest
    @ValueSource(strings = {"tcp", CoreOnlyProvider.NAME})
    void aPieceThatItsOwnerHasGivenBackIsRefusedFromAfar(String provider) {
        PgasJob.run(Medium.inMemory(provider), 2, pgas -> {
            SharedLongArray array = pgas.longs(6, Distribution.even());
            Tiling tiles = Tiling.of(2, 2).by(1, 2);
            SharedLongArray grid = pgas.longs(tiles.length(), tiles.distribution());
            array.get(3);
            pgas.barrier();
            if (pgas.myThread() == 1) {
                array.services.allocations.end(array.area.number());
                grid.services.allocations.end(grid.area.number());
            }
            pgas.barrier();
            if (pgas.myThread() == 0) {
                String freed = "if it was there, it was freed";
                MemoryTest.refused(() -> array.get(4), freed);
                MemoryTest.refused(() -> array.getStrict(4), freed);
                MemoryTest.refused(() -> array.putStrict(4, 1), freed);
                MemoryTest.refused(() -> array.get(2, new long[3], 0, 3), freed);
                MemoryTest.refused(() -> array.put(2, new long[3], 0, 3), freed);
                MemoryTest.refused(() -> grid.get(tiles, Box.at(0, 0).by(2, 2), new long[4], 0), freed);
                MemoryTest.refused(() -> grid.put(tiles, Box.at(0, 0).by(2, 2), new long[4], 0), freed);
            }
            pgas.barrier();
        });
    }

    @Test
    void aCloseThatIsRefusedFreesNothing() {
        PgasJob.run(2, pgas -> {
            SharedIntArray array = pgas.ints(10, Distribution.blocks(2));
            pgas.notifyBarrier();
            MemoryTest.refused(array::close, "between notify and wait");
            pgas.waitBarrier();
            array.put(3, 4);
            assertEquals(4, array.get(3));
            array.close();
            MemoryTest.refused(() -> array.get(3), "was freed");
        });
    }

    @Test
    void afterItWasFreedEveryUseIsRefused() {
        PgasJob.run(2, pgas -> {
            SharedIntArray array = pgas.ints(10, Distribution.blocks(2));
            array.close();
            List<Runnable> uses = List.of(() -> array.get(0), () -> array.put(0, 1), () -> array.getLocal(0),
                () -> array.local(), () -> array.forAll(i -> { }), () -> array.fill(0, 1, 1),
                () -> array.get(0, new int[1], 0, 1), () -> array.putStrict(0, 1), () -> array.pointer(0),
                () -> array.forAllParallel(i -> { }), () -> array.forAllPlaces((index, place) -> { }),
                () -> array.forAllPlacesParallel((index, place) -> { }));
            for (Runnable use : uses) {
                assertTrue(assertThrows(PgasException.class, use::run).getMessage().contains("was freed"));
            }
            array.close();
        });
    }

    @Test
    void anEmptyArrayHasNothing() {
        PgasJob.run(2, pgas -> {
            for (Distribution distribution : DISTRIBUTIONS) {
                SharedIntArray array = pgas.ints(0, distribution);
                assertEquals(0, array.localLength());
                array.forAll(i -> {
                    throw new AssertionError("index=" + i);
                });
                array.fill(0, 0, 1);
                array.get(0, new int[0], 0, 0);
                assertEquals(0, array.local().byteSize());
                assertThrows(IndexOutOfBoundsException.class, () -> array.get(0));
                array.close();
            }
        });
    }

    @Test
    void aBodyThatThrowsEndsTheLoop() {
        PgasJob.run(2, pgas -> {
            SharedIntArray array = pgas.ints(1000, Distribution.even());
            assertEquals("at 7", assertThrows(IllegalStateException.class, () -> array.forAllParallel(i -> {
                if (i % 500 == 7) {
                    throw new IllegalStateException("at " + i % 500);
                }
            })).getMessage());
            AtomicLong count = new AtomicLong();
            array.forAllParallel(i -> count.incrementAndGet());
            assertEquals(500, count.get());
            assertFalse(array.toString().contains("freed"));
        });
    }

    private static int[] whole(SharedIntArray array) {
        int[] all = new int[(int) array.length()];
        array.get(0, all, 0, all.length);
        return all;
    }

    private static void refused(String text, Runnable call) {
        String said = assertThrows(IndexOutOfBoundsException.class, call::run).getMessage();
        assertTrue(said.contains(text), said);
    }
}
