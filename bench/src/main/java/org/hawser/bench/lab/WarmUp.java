package org.hawser.bench.lab;

/**
 * Decides when a measurement is warm. The JVM compiles it step by step, and each step shows as a jump in speed; when
 * none has come for a while none is left. How long that is in all is bounded.
 *
 * <p><b>Threads:</b> one.
 */
final class WarmUp {
    private static final double JUMP = 0.9;
    private static final int LONGEST = 10;
    private static final int MOST = 1 << 28;

    private final long quietNanos;
    private final long sampleNanos;
    private double best = Double.MAX_VALUE;
    private long quiet;
    private long total;

    /**
     * A warm-up.
     *
     * @param quietNanos  how long nothing may become faster before it is over; ten times that is the most in all
     * @param sampleNanos how long a sample shall last
     */
    WarmUp(long quietNanos, long sampleNanos) {
        this.quietNanos = quietNanos;
        this.sampleNanos = sampleNanos;
    }

    /** Takes the time of {@code count} operations; returns the next count, or the final one with a minus. */
    int next(int count, long nanos) {
        total += nanos;
        quiet += nanos;
        boolean isLong = nanos >= sampleNanos || count >= MOST;
        double each = (double) nanos / count;
        if (each < JUMP * best) {
            best = each;
            quiet = 0;
        }
        int next = !isLong ? 2 * count : nanos >= 4 * sampleNanos && count > 1 ? count / 2 : count;
        boolean isOver = quiet >= quietNanos || total >= LONGEST * quietNanos;
        return isOver && isLong ? -next : next;
    }
}
