package org.hawser.examples.pgas;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.hawser.pgas.Pgas;
import org.hawser.pgas.Reduction;
import org.hawser.pgas.Shape;
import org.hawser.pgas.SharedByteArray;
import org.hawser.pgas.Tiling;
import org.hawser.runtime.Handle;

/**
 * Conway's Game of Life on a board without edges: {@code hawser run -n 4 pgas.life [side [generations]]}.
 *
 * <p>Shows a grid in tiles, dealt out to the threads, and sections of it. To compute a tile a thread fetches it with
 * the cells around it: rows are runs in memory, columns have a stride, corners are single cells. All come from the
 * shared array by the same calls, whoever's they are; the program never asks where a neighbour is. There are two
 * boards, and a split barrier lets a thread count its cells while the others finish.
 *
 * <pre>
 *        tile                     what is fetched
 *   +----+----+----+              c rrrrrrr c       r  a run: get(index, …)
 *   |  0 |  1 |  2 |              s         s       s  a stride: memget with a Shape
 *   +----+----+----+  4 threads   s  tile   s       c  one element: get(index)
 *   |  3 |  0 |  1 |              s         s
 *   +----+----+----+              c rrrrrrr c
 * </pre>
 *
 * <p><b>Threads:</b> the main thread of each rank.
 */
public final class Life {
    private static final String USAGE = """
        Plays the Game of Life on a square board without edges, from a random start.
        usage: hawser run -n 4 pgas.life [side [generations]]
          side          cells along a side, 512 unless given
          generations   100 unless given
        """;
    private static final int TILE_ROWS = 32;
    private static final int TILE_COLUMNS = 64;
    /** Cells times generations that one thread plays in a moment, to compare. */
    private static final long CHECKED = 400_000_000;

    private final Pgas pgas;
    private final int side;
    private final Tiling tiles;
    private final byte[] around = new byte[(TILE_ROWS + 2) * (TILE_COLUMNS + 2)];
    private final byte[] next = new byte[TILE_COLUMNS];
    private final MemorySegment aroundMemory = MemorySegment.ofArray(around);
    private long alive;

    private Life(Pgas pgas, int side) {
        this.pgas = pgas;
        this.side = side;
        tiles = Tiling.of(side, side).by(TILE_ROWS, TILE_COLUMNS);
    }

    /**
     * Runs on every rank.
     *
     * @param args cells along a side (512) and generations (100)
     */
    public static void main(String[] args) {
        try (Pgas pgas = Pgas.start()) {
            run(pgas, args);
        }
    }

    static void run(Pgas pgas, String... args) {
        Arguments arguments = new Arguments(pgas, USAGE, 2, args);
        int side = arguments.number(0, 512, 3, 1 << 15);
        int generations = arguments.number(1, 100, 0, Integer.MAX_VALUE);
        new Life(pgas, side).play(generations);
    }

    private void play(int generations) {
        try (SharedByteArray one = pgas.bytes(tiles.length(), tiles.distribution());
             SharedByteArray other = pgas.bytes(tiles.length(), tiles.distribution())) {
            one.forAll(index -> {
                long[] cell = tiles.coordinates(index);
                if (cell[0] < side && cell[1] < side) {
                    one.put(index, first((int) cell[0], (int) cell[1]));
                }
            });
            pgas.barrier();
            long start = System.nanoTime();
            for (int generation = 0; generation < generations; generation++) {
                step(generation % 2 == 0 ? one : other, generation % 2 == 0 ? other : one);
            }
            double seconds = (System.nanoTime() - start) / 1e9;
            report(generations % 2 == 0 ? one : other, generations, seconds);
        }
    }

    private void step(SharedByteArray now, SharedByteArray then) {
        for (long row = 0; row < tiles.tiles(0); row++) {
            for (long column = 0; column < tiles.tiles(1); column++) {
                if (now.isLocal(tiles.tileIndex(row, column))) {
                    advance(now, then, (int) row * TILE_ROWS, (int) column * TILE_COLUMNS);
                }
            }
        }
        pgas.notifyBarrier();
        alive = count(then);
        pgas.waitBarrier();
    }

    /** Cells of this thread that live; the room behind the edge of the board is always dead. */
    private static long count(SharedByteArray board) {
        MemorySegment mine = board.local();
        long count = 0;
        for (long place = 0; place < board.localLength(); place++) {
            count += mine.get(JAVA_BYTE, place);
        }
        return count;
    }

    /** One tile: the one whose first cell is at {@code top} and {@code left}. */
    private void advance(SharedByteArray now, SharedByteArray then, int top, int left) {
        int height = Math.min(TILE_ROWS, side - top);
        int width = Math.min(TILE_COLUMNS, side - left);
        fetch(now, top, left, height, width);
        for (int row = 0; row < height; row++) {
            for (int column = 0; column < width; column++) {
                int here = (row + 1) * (width + 2) + column + 1;
                next[column] = lives(here, width + 2);
            }
            then.put(tiles.index(top + row, left), next, 0, width);
        }
    }

    private byte lives(int here, int stride) {
        int neighbours = around[here - stride - 1] + around[here - stride] + around[here - stride + 1]
            + around[here - 1] + around[here + 1]
            + around[here + stride - 1] + around[here + stride] + around[here + stride + 1];
        return (byte) (neighbours == 3 || neighbours == 2 && around[here] == 1 ? 1 : 0);
    }

    /** The tile with the cells around it, by rows, into {@link #around}. */
    private void fetch(SharedByteArray now, int top, int left, int height, int width) {
        int stride = width + 2;
        int north = Math.floorMod(top - 1, side);
        int south = (top + height) % side;
        int west = Math.floorMod(left - 1, side);
        int east = (left + width) % side;
        Handle columns = new Handle();
        fetchColumn(now, top, west, height, stride, stride, columns);
        fetchColumn(now, top, east, height, 2 * stride - 1, stride, columns);
        now.get(tiles.index(north, left), around, 1, width);
        for (int row = 0; row < height; row++) {
            now.get(tiles.index(top + row, left), around, (row + 1) * stride + 1, width);
        }
        now.get(tiles.index(south, left), around, (height + 1) * stride + 1, width);
        around[0] = now.get(tiles.index(north, west));
        around[stride - 1] = now.get(tiles.index(north, east));
        around[(height + 1) * stride] = now.get(tiles.index(south, west));
        around[(height + 2) * stride - 1] = now.get(tiles.index(south, east));
        pgas.await(columns);
    }

    private void fetchColumn(SharedByteArray now, int top, int column, int height, int to, int stride, Handle handle) {
        pgas.memget(aroundMemory.asSlice(to), Shape.strided(1, stride, height), now.pointer(tiles.index(top, column)),
            Shape.strided(1, TILE_COLUMNS, height), handle);
    }

    private void report(SharedByteArray board, int generations, double seconds) {
        long living = pgas.collectives().allReduce(generations == 0 ? count(board) : alive, Reduction.SUM);
        if (pgas.myThread() == 0) {
            boolean checked = (long) side * side * generations <= CHECKED;
            if (checked) {
                check(board, generations);
            }
            System.out.printf("%d x %d cells, %d generations by %d threads: %d live, %s, %.3f s%n", side, side,
                generations, pgas.threads(), living, checked ? "as when one thread plays" : "not checked", seconds);
        }
        pgas.barrier();
    }

    /** One thread plays on an array of its own. */
    private void check(SharedByteArray board, int generations) {
        byte[] now = new byte[side * side];
        byte[] then = new byte[side * side];
        for (int i = 0; i < now.length; i++) {
            now[i] = first(i / side, i % side);
        }
        for (int generation = 0; generation < generations; generation++) {
            for (int i = 0; i < now.length; i++) {
                int neighbours = neighbours(now, i / side, i % side);
                then[i] = (byte) (neighbours == 3 || neighbours == 2 && now[i] == 1 ? 1 : 0);
            }
            byte[] done = then;
            then = now;
            now = done;
        }
        for (int row = 0; row < side; row++) {
            for (int left = 0; left < side; left += TILE_COLUMNS) {
                int width = Math.min(TILE_COLUMNS, side - left);
                board.get(tiles.index(row, left), next, 0, width);
                int wrong = Arrays.mismatch(next, 0, width, now, row * side + left, row * side + left + width);
                if (wrong >= 0) {
                    throw new IllegalStateException("a cell is wrong: row=" + row + " column=" + (left + wrong));
                }
            }
        }
    }

    private int neighbours(byte[] cells, int row, int column) {
        int count = 0;
        for (int i = 0; i < 9; i++) {
            int down = Math.floorMod(row + i / 3 - 1, side);
            count += i == 4 ? 0 : cells[down * side + Math.floorMod(column + i % 3 - 1, side)];
        }
        return count;
    }

    /** Whether a cell lives at the start: one in three does, anywhere. */
    private byte first(int row, int column) {
        return (byte) (new SplittableRandom((long) row * side + column).nextInt(3) == 0 ? 1 : 0);
    }
}
