package org.hawser.fabric.tcp;

import org.hawser.fabric.tcp.gate.Refusal;

/**
 * How the search for a peer goes. Times are those of {@link System#nanoTime}.
 *
 * <p>Patience counts from when the peer was last known to live: when its connection broke, when it said something in a
 * handshake, or, if it lost its connection for its silence, when it was last heard of.
 *
 * <p><b>Threads:</b> the agent's.
 */
final class Dial {
    /** A listener that refuses so often in a row is closed for good. */
    private static final int REFUSALS = 4;
    private static final long PAUSE_NANOS = 5_000_000;
    private static final long LONGEST_PAUSE_NANOS = 200_000_000;
    private static final long REFUSED_PAUSE_NANOS = 50_000_000;
    /** Patience with a peer that has not been connected, as one of many that start on a few cores, or dials itself. */
    private static final long FIRST_PATIENCE_NANOS = 30_000_000_000L;

    private final long patienceNanos;
    boolean underWay;
    long next;
    private long begun;
    private long lived;
    private int tries;
    private int refusals;

    /**
     * A search that is about to begin.
     *
     * @param now   the time
     * @param lived when the peer was last known to live, not after {@code now}
     */
    Dial(long now, long lived, long patienceNanos) {
        this.patienceNanos = patienceNanos;
        this.lived = lived;
        begun = now;
        next = now;
    }

    /** The peer has said something, though there is no connection yet. */
    void heard(long now) {
        lived = now;
    }

    /** The search has not been going on until now: this process did not run. */
    void restart(long now) {
        begun = now;
        lived = now;
    }

    /** True when a peer that was connected once has had its time. */
    boolean isOver(long now) {
        return now - lived >= patienceNanos;
    }

    /** Nanoseconds until this search wants its turn: the next try, or the end of patience with the one under way. */
    long untilDue(boolean known, long now) {
        if (!underWay) {
            return next - now;
        }
        return known ? lived + patienceNanos - now : Long.MAX_VALUE;
    }

    /**
     * Takes note of a try that came to nothing; true when another one is no use. A peer that says it dials itself has
     * proved that it lives.
     *
     * @param known the peer has been connected
     * @param why   why it came to nothing
     * @param now   the time
     */
    boolean isHopeless(boolean known, Refusal why, long now) {
        refusals = why == Refusal.UNREACHABLE ? refusals + 1 : 0;
        if (why == Refusal.YIELD) {
            heard(now);
        }
        boolean late = why == Refusal.NO_WAY || known && why != Refusal.YIELD ? isOver(now)
            : now - begun > Math.max(patienceNanos, FIRST_PATIENCE_NANOS);
        return why.isFinal() || refusals >= REFUSALS || late;
    }

    /** How long to wait before the next try. */
    long pauseNanos(Refusal why) {
        return why == Refusal.UNREACHABLE ? REFUSED_PAUSE_NANOS
            : Math.min(LONGEST_PAUSE_NANOS, PAUSE_NANOS << Math.min(tries++, 10));
    }
}
