package org.hawser.bench.experiment;

import static org.hawser.platform.memory.Words.setLong;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Random;
import java.util.function.LongUnaryOperator;
import org.hawser.platform.memory.Words;
import org.hawser.runtime.Rank;

/**
 * Cache lines of rank 1 that rank 1 has just written, each holding the offset of the next in an order that no
 * prefetcher guesses. Rank 0 follows them: every step waits for a line to come from the other core.
 *
 * <p><b>Threads:</b> the main threads of all ranks, at the same time.
 */
final class DirtyChain {
    /** Few enough to stay in the writer's nearest cache. */
    private static final int LINES = 128;
    static final long BYTES = LINES * (long) Words.PAIR_OF_LINES;

    private final Rank rank;
    private final MemorySegment mine;
    private final long[] next = new long[LINES];
    private long sink;

    DirtyChain(Rank rank, MemorySegment mine) {
        this.rank = rank;
        this.mine = mine;
        int[] order = new Random(1).ints(0, Integer.MAX_VALUE).distinct().limit(LINES).toArray();
        Integer[] lines = new Integer[LINES];
        for (int i = 0; i < LINES; i++) {
            lines[i] = i;
        }
        Arrays.sort(lines, Comparator.comparingInt(i -> order[i]));
        for (int i = 0; i < LINES; i++) {
            next[lines[i]] = lines[(i + 1) % LINES] * (long) Words.PAIR_OF_LINES;
        }
    }

    /** Takes {@code count} steps, on lines made new every {@value #LINES}; returns the time of the steps alone. */
    long follow(int count, LongUnaryOperator load) {
        long nanos = 0;
        for (int left = count; left > 0; left -= LINES) {
            if (rank.number() == 1) {
                for (int line = 0; line < LINES; line++) {
                    setLong(mine, line * (long) Words.PAIR_OF_LINES, next[line]);
                }
            }
            rank.barrier();
            if (rank.number() == 0) {
                nanos += walk(Math.min(left, LINES), load);
            }
            rank.barrier();
        }
        return nanos;
    }

    private long walk(int steps, LongUnaryOperator load) {
        long start = System.nanoTime();
        long at = 0;
        for (int i = 0; i < steps; i++) {
            at = load.applyAsLong(at);
        }
        sink += at;
        return System.nanoTime() - start;
    }
}
