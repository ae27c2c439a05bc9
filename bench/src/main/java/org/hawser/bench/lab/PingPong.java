package org.hawser.bench.lab;

import static org.hawser.platform.memory.Words.getAcquire;
import static org.hawser.platform.memory.Words.setRelease;

import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * A cache line sent to and fro between rank 0 and rank 1 in plain Java: what the machine itself can do, and a look at
 * where the two cores are just now.
 *
 * <p><b>Threads:</b> the main threads of ranks 0 and 1, at the same time. <b>Allocates:</b> a few words per look.
 */
public final class PingPong {
    private static final int BATCHES = 9;
    private static final int ROUND_TRIPS = 120;
    /** After so many looks in vain the other side may want this very core. */
    private static final int PATIENCE = 1 << 14;

    private final int rank;
    private final MemorySegment mine;
    private final MemorySegment other;
    private long turn;

    /** Between the pieces of {@link LabLayout} of this rank, 0 or 1, and of the other one. */
    PingPong(int rank, MemorySegment mine, MemorySegment other) {
        this.rank = rank;
        this.mine = mine;
        this.other = other;
    }

    /** Between ranks 0 and 1 of a job with a board that do not measure in a {@link Lab}. */
    public static PingPong on(Path board, int rank) {
        Board pieces = Board.open(board, 2);
        return new PingPong(rank, pieces.piece(rank), pieces.piece(1 - rank));
    }

    /** The way of a cache line, one way, in ns: the median of some batches. Both ranks call; rank 0 gets the figure. */
    public double look() {
        double[] nanos = new double[BATCHES];
        for (int i = 0; i < BATCHES; i++) {
            nanos[i] = run(ROUND_TRIPS) / (2.0 * ROUND_TRIPS);
        }
        Arrays.sort(nanos);
        return nanos[BATCHES / 2];
    }

    /** Goes to and fro; returns the time it took. */
    public long run(int roundTrips) {
        long start = System.nanoTime();
        long end = turn + roundTrips;
        if (rank == 0) {
            for (long next = turn + 1; next <= end; next++) {
                // Release and acquire: a message would need the same.
                setRelease(other, LabLayout.PING, next);
                await(LabLayout.PONG, next);
            }
        } else {
            for (long next = turn + 1; next <= end; next++) {
                await(LabLayout.PING, next);
                setRelease(other, LabLayout.PONG, next);
            }
        }
        turn = end;
        return System.nanoTime() - start;
    }

    private void await(long word, long value) {
        int looks = 0;
        while (getAcquire(mine, word) != value) {
            Thread.onSpinWait();
            if (++looks == PATIENCE) {
                looks = 0;
                Thread.yield();
            }
        }
    }
}
