package org.hawser.pgas;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.reflect.Array;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;
import org.hawser.runtime.Handle;
import org.hawser.testkit.Medium;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Grids in tiles: where cells are, and boxes of them across tiles and threads. */
class TilingTest {
    @Test
    void everyCellHasAnElementOfItsOwn() {
        for (Tiling tiling : List.of(Tiling.of(13), Tiling.of(13).by(4), Tiling.of(9, 7).by(4, 3),
                Tiling.of(8, 8).by(4, 4), Tiling.of(5, 4, 3).by(2, 3, 2), Tiling.of(3, 2, 2, 3).by(2, 1, 2, 2))) {
            Set<Long> met = new HashSet<>();
            long[] cell = new long[tiling.dimensions()];
            do {
                long index = tiling.index(cell);
                assertTrue(index >= 0 && index < tiling.length() && met.add(index), tiling + " index=" + index);
                assertArrayEquals(cell, tiling.coordinates(index));
                Box tile = tiling.tileOf(index);
                for (int d = 0; d < cell.length; d++) {
                    assertTrue(tile.from(d) <= cell[d] && cell[d] < tile.to(d), tiling + " " + tile);
                }
            } while (next(tiling, cell));
        }
    }

    @Test
    void aTileIsABlock() {
        Tiling tiling = Tiling.of(9, 7).by(4, 3);
        assertEquals(3, tiling.tiles(0));
        assertEquals(3, tiling.tiles(1));
        assertEquals(9 * 12, tiling.length());
        assertEquals(12, tiling.distribution().block());
        assertEquals(5 * 12, tiling.tileIndex(1, 2));
        assertEquals(tiling.index(4L, 6L), tiling.tileIndex(1, 2));
        assertEquals(4 * 12 + 3 + 1, tiling.index(5, 4));
        assertEquals(1, tiling.tile(2, 2).cells());
    }

    @Test
    void whatIsNoGridIsRefused() {
        assertThrows(PgasException.class, Tiling::of);
        assertThrows(PgasException.class, () -> Tiling.of(4, 0));
        assertThrows(PgasException.class, () -> Tiling.of(4, 4).by(2));
        assertThrows(PgasException.class, () -> Tiling.of(1L << 40, 1L << 40));
        Tiling tiling = Tiling.of(4, 4).by(2, 2);
        assertThrows(PgasException.class, () -> tiling.index(1, 1, 1));
        assertTrue(assertThrows(IndexOutOfBoundsException.class, () -> tiling.index(1, 4)).getMessage()
            .contains("coordinate=4 dimension=1 extent=4"));
        assertThrows(IndexOutOfBoundsException.class, () -> tiling.tileIndex(2, 0));
        assertThrows(IndexOutOfBoundsException.class, () -> tiling.coordinates(16));
        assertThrows(PgasException.class, () -> Box.at(0, 0).by(1));
        assertThrows(PgasException.class, () -> Box.at(0, 0).by(1, -1));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("org.hawser.pgas.PgasJob#media")
    void boxesCrossTilesAndThreads(String name, Medium medium) {
        PgasJob.run(medium, 3, pgas -> {
            Tiling tiling = Tiling.of(9, 11).by(4, 3);
            List<Box> boxes = List.of(Box.at(0, 0).by(9, 11), Box.at(4, 3).by(4, 3), Box.at(2, 2).by(5, 1),
                Box.at(-1, -1).by(3, 20), tiling.tile(1, 1).grown(1), Box.at(8, 10), Box.at(3, 3).by(0, 2),
                Box.at(20, 20).by(2, 2), Box.at(0, 4).by(9, 1));
            for (TypedArray array : TypedArray.all(pgas, tiling.length(), tiling.distribution())) {
                for (Box box : boxes) {
                    if (pgas.myThread() == 1) {
                        array.fill(0, tiling.length(), 0);
                        Object from = array.java((int) box.cells() + 1);
                        for (int i = 0; i < box.cells(); i++) {
                            Array.set(from, 1 + i, array.value(2 * i + 1));
                        }
                        array.put(tiling, box, from, 1);
                    }
                    pgas.barrier();
                    checkCells(tiling, array, box);
                    checkBox(tiling, array, box);
                    pgas.barrier();
                }
                array.array().close();
            }
        });
    }

    /** Cells in the box are numbered by rows, those outside are 0. */
    private static void checkCells(Tiling tiling, TypedArray array, Box box) {
        long[] cell = new long[2];
        Object all = array.java((int) tiling.length());
        array.get(0, all, 0, (int) tiling.length());
        do {
            assertEquals(array.value(number(box, cell)), Array.get(all, (int) tiling.index(cell)),
                array + " " + box + " " + Arrays.toString(cell));
        } while (next(tiling, cell));
    }

    /** What comes back is what was put, and nothing where the box is outside the grid. */
    private static void checkBox(Tiling tiling, TypedArray array, Box box) {
        Object into = array.java((int) box.cells() + 2);
        array.get(tiling, box, into, 1);
        int at = 1;
        for (long row = box.from(0); row < box.to(0); row++) {
            for (long column = box.from(1); column < box.to(1); column++, at++) {
                boolean inside = row >= 0 && row < tiling.extent(0) && column >= 0 && column < tiling.extent(1);
                assertEquals(array.value(inside ? number(box, row, column) : 0), Array.get(into, at));
            }
        }
        assertEquals(array.value(0), Array.get(into, 0));
        assertEquals(array.value(0), Array.get(into, at));
    }

    private static int number(Box box, long... cell) {
        boolean inside = cell[0] >= box.from(0) && cell[0] < box.to(0) && cell[1] >= box.from(1)
            && cell[1] < box.to(1);
        return inside ? (int) (2 * ((cell[0] - box.from(0)) * box.extent(1) + cell[1] - box.from(1)) + 1) : 0;
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("org.hawser.pgas.PgasJob#media")
    void boxesOfMemoryWithAndWithoutHandle(String name, Medium medium) {
        PgasJob.run(medium, 2, pgas -> {
            Tiling tiling = Tiling.of(40, 30, 20).by(16, 16, 16);
            SharedLongArray array = pgas.longs(tiling.length(), tiling.distribution());
            array.forAll(i -> array.put(i, i));
            pgas.barrier();
            Box box = Box.at(10, 5, 3).by(20, 20, 16);
            MemorySegment memory = Arena.ofAuto().allocate(8 * box.cells() + 8, 8);
            Handle handle = new Handle();
            array.get(tiling, box, memory, 8, handle);
            pgas.await(handle);
            checkIndices(tiling, box, memory);
            memory.fill((byte) 0);
            array.get(tiling, box, memory, 8);
            checkIndices(tiling, box, memory);
            pgas.barrier();
            if (pgas.myThread() == 0) {
                array.fill(0, tiling.length(), -1);
                array.put(tiling, box, memory, 8, handle);
                pgas.await(handle);
                array.put(tiling, box, memory, 8);
            }
            pgas.barrier();
            long[] all = new long[(int) tiling.length()];
            array.get(0, all, 0, all.length);
            long right = LongStream.range(0, all.length).filter(i -> all[(int) i] == i).count();
            assertEquals(box.cells(), right);
            pgas.barrier();
        });
    }

    private static void checkIndices(Tiling tiling, Box box, MemorySegment memory) {
        long at = 1;
        for (long plane = box.from(0); plane < box.to(0); plane++) {
            for (long row = box.from(1); row < box.to(1); row++) {
                for (long column = box.from(2); column < box.to(2); column++, at++) {
                    assertEquals(tiling.index(plane, row, column), memory.getAtIndex(ValueLayout.JAVA_LONG, at));
                }
            }
        }
    }

    @Test
    void aBoxThatDoesNotFitIsRefused() {
        PgasJob.run(2, pgas -> {
            Tiling tiling = Tiling.of(8, 8).by(4, 4);
            SharedIntArray array = pgas.ints(tiling.length(), tiling.distribution());
            assertTrue(assertThrows(IndexOutOfBoundsException.class,
                () -> array.get(tiling, Box.at(0, 0).by(3, 3), new int[10], 2)).getMessage()
                .contains("at=2 needs=9 length=10"));
            assertThrows(PgasException.class, () -> array.get(tiling, Box.at(0).by(3), new int[10], 0));
            SharedIntArray other = pgas.ints(tiling.length(), Distribution.cyclic());
            assertTrue(assertThrows(PgasException.class,
                () -> other.put(tiling, Box.at(0, 0), new int[1], 0)).getMessage().contains("not laid out"));
            pgas.barrier();
        });
    }

    private static boolean next(Tiling tiling, long[] cell) {
        for (int d = cell.length - 1; d >= 0; d--) {
            if (++cell[d] < tiling.extent(d)) {
                return true;
            }
            cell[d] = 0;
        }
        return false;
    }
}
