package org.hawser.bench.lab;

/**
 * How fast this core is just now. A virtual core is often one of two hardware threads of a real one; while a stranger
 * uses the other one, code that keeps a core busy takes up to twice as long, and the kernel here knows nothing of it.
 * A line's way between two cores does not tell either: it is waiting, and waiting is as fast as ever.
 *
 * <p>So a look times a loop that wants all of a core, loads and stores and sums that do not depend on each other, and
 * compares with the fastest that was seen. Alone and disturbed lie 1.6 times apart.
 *
 * <p><b>Threads:</b> one. <b>Allocates:</b> nothing after it is made.
 */
final class Pace {
    /** Loads and stores in the first cache. */
    private static final int WORDS = 512;
    private static final int MASK = WORDS / 4 - 1;
    private static final int BATCHES = 4;
    private static final int STEPS = 3_000;
    private static final long UNIT = 1_000;
    /** From this pace on somebody else uses the core, too. */
    private static final long DISTURBED = 1_250;

    private final long[] words = new long[WORDS];
    private long best = Long.MAX_VALUE;
    /** Keeps the loop from being left out. */
    private long sum;

    /** The time of a loop in thousandths of the shortest so far: 1,000 is as fast as ever. */
    long look() {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < BATCHES; i++) {
            long start = System.nanoTime();
            sum += run();
            least = Math.min(least, System.nanoTime() - start);
        }
        best = Math.max(1, Math.min(best, least));
        return least * UNIT / best;
    }

    /** True for a look that saw somebody else on the core. */
    static boolean isDisturbed(long look) {
        return look > DISTURBED;
    }

    private long run() {
        long a = 0;
        long b = 1;
        long c = 2;
        long d = 3;
        for (int i = 0; i < STEPS; i++) {
            int k = i & MASK;
            a += words[k];
            b ^= words[k + 128];
            words[k + 256] = b;
            c += words[k + 64];
            d -= words[k + 200];
            b += i;
            c ^= i;
            d += i;
            words[k + 384] = d;
        }
        return a + b + c + d;
    }
}
