package org.hawser.fabric.tcp;

import org.hawser.fabric.tcp.gate.Refusal;

/**
 * How the search for a peer goes.
 *
 * <p><b>Threads:</b> the agent's.
 */
final class Dial {
    /** A listener that refuses so often in a row is closed for good. */
    private static final int REFUSALS = 4;
    private static final long PAUSE_NANOS = 5_000_000;
    private static final long LONGEST_PAUSE_NANOS = 200_000_000;
    private static final long REFUSED_PAUSE_NANOS = 50_000_000;

    final long since = System.nanoTime();
    boolean underWay;
    long next = since;
    private int tries;
    private int refusals;

    /** True when another try is no use. */
    boolean isHopeless(Refusal why, long now, long patienceNanos) {
        refusals = why == Refusal.UNREACHABLE ? refusals + 1 : 0;
        return why.isFinal() || refusals >= REFUSALS || now - since > patienceNanos;
    }

    /** How long to wait before the next try. */
    long pauseNanos(Refusal why) {
        return why == Refusal.UNREACHABLE ? REFUSED_PAUSE_NANOS
            : Math.min(LONGEST_PAUSE_NANOS, PAUSE_NANOS << Math.min(tries++, 10));
    }
}
