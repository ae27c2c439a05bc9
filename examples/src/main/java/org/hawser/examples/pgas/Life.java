package org.hawser.examples.pgas;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.hawser.pgas.Box;
import org.hawser.pgas.Pgas;
import org.hawser.pgas.Reduction;
import org.hawser.pgas.SharedByteArray;
import org.hawser.pgas.Tiling;

/**
 * Conway's Game of Life on a board: {@code hawser run -n 4 pgas.life [side [generations]]}.
 *
 * <p>Shows a grid in tiles, dealt out to the threads, and sections of it. To compute a tile a thread fetches it with
 * the cells around it in one call; these are near up to eight other threads, and the program never asks near whom.
 * There are two boards, and a split barrier lets a thread count its cells while others finish.
 *
 * <pre>
 *   +----+----+----+             +----+----+----+
 *   |  0 |  1 |  2 |             |   .|....|.   |      tile.grown(1): a tile of thread 0, and
 *   +----+----+----+  4 threads  +---.+----+.---+      a rim of cells of its neighbours
 *   |  3 |  0 |  1 |             |   .|    |.   |
 *   +----+----+----+             +---.+----+.---+
 *   |  2 |  3 |  0 |             |   .|....|.   |
 *   +----+----+----+             +----+----+----+
 * </pre>
 *
 * <p>Cells beyond the edge of the board are dead.
 *
 * <p><b>Threads:</b> the main thread of each rank.
 */
public final class Life {
    private static final String USAGE = """
        Plays the Game of Life on a square board, from a random start.
        usage: hawser run -n 4 pgas.life [side [generations]]
          side          cells along a side, 512 unless given
          generations   100 unless given
        """;
    private static final int TILE = 64;
    /** Cells times generations that one thread plays in a moment, to compare. */
    private static final long CHECKED = 400_000_000;

    private final Pgas pgas;
    private final int side;
    private final Tiling tiles;
    private final byte[] around = new byte[(TILE + 2) * (TILE + 2)];
    private final byte[] after = new byte[TILE * TILE];
    private long alive;

    private Life(Pgas pgas, int side) {
        this.pgas = pgas;
        this.side = side;
        tiles = Tiling.of(side, side).by(TILE, TILE);
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
                // At an edge of the board a tile has room for cells that there are not.
                if (cell[0] < side && cell[1] < side) {
                    one.put(index, first(cell[0], cell[1]));
                }
            });
            alive = count(one);
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
                    advance(now, then, tiles.tile(row, column));
                }
            }
        }
        pgas.notifyBarrier();
        alive = count(then);
        pgas.waitBarrier();
    }

    private void advance(SharedByteArray now, SharedByteArray then, Box tile) {
        // What is beyond the edge of the board is not fetched, and dead.
        Arrays.fill(around, (byte) 0);
        now.get(tiles, tile.grown(1), around, 0);
        int width = (int) tile.extent(1);
        int stride = width + 2;
        for (int place = 0; place < tile.cells(); place++) {
            int here = (place / width + 1) * stride + place % width + 1;
            int neighbours = around[here - stride - 1] + around[here - stride] + around[here - stride + 1]
                + around[here - 1] + around[here + 1]
                + around[here + stride - 1] + around[here + stride] + around[here + stride + 1];
            after[place] = lives(around[here], neighbours);
        }
        then.put(tiles, tile, after, 0);
    }

    private static byte lives(byte now, int neighbours) {
        return (byte) (neighbours == 3 || neighbours == 2 && now == 1 ? 1 : 0);
    }

    /** Cells of this thread that live. */
    private static long count(SharedByteArray board) {
        MemorySegment mine = board.local();
        long count = 0;
        for (long place = 0; place < board.localLength(); place++) {
            count += mine.get(JAVA_BYTE, place);
        }
        return count;
    }

    private void report(SharedByteArray board, int generations, double seconds) {
        long living = pgas.collectives().allReduce(alive, Reduction.SUM);
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

    /** One thread plays on an array of its own, with dead cells around. */
    private void check(SharedByteArray board, int generations) {
        int stride = side + 2;
        byte[] now = new byte[stride * stride];
        byte[] then = new byte[stride * stride];
        for (int cell = 0; cell < side * side; cell++) {
            now[(cell / side + 1) * stride + cell % side + 1] = first(cell / side, cell % side);
        }
        for (int generation = 0; generation < generations; generation++) {
            for (int cell = 0; cell < side * side; cell++) {
                int here = (cell / side + 1) * stride + cell % side + 1;
                int neighbours = -now[here];
                for (int i = 0; i < 9; i++) {
                    neighbours += now[here + (i / 3 - 1) * stride + i % 3 - 1];
                }
                then[here] = lives(now[here], neighbours);
            }
            byte[] done = then;
            then = now;
            now = done;
        }
        byte[] found = new byte[side * side];
        board.get(tiles, Box.at(0, 0).by(side, side), found, 0);
        for (int row = 0; row < side; row++) {
            int wrong = Arrays.mismatch(found, row * side, (row + 1) * side, now, (row + 1) * stride + 1,
                (row + 1) * stride + 1 + side);
            if (wrong >= 0) {
                throw new IllegalStateException("a cell is wrong: row=" + row + " column=" + wrong);
            }
        }
    }

    /** Whether a cell lives at the start: one in three does, anywhere. */
    private byte first(long row, long column) {
        return (byte) (new SplittableRandom(row * side + column).nextInt(3) == 0 ? 1 : 0);
    }
}
