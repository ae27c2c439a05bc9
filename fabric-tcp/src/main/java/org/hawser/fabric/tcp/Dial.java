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
    /** Patience with a peer that has not been connected, as one of many that start on a few cores, or dials itself. */
    private static final long FIRST_PATIENCE_NANOS = 30_000_000_000L;

    private final long since = System.nanoTime();
    boolean underWay;
    long next;
    private int tries;
    private int refusals;

    /** A search that begins after a while. */
    Dial(long afterNanos) {
        next = since + afterNanos;
    }

    /** From when on patience is counted: for a peer that fell silent, from before it was noticed. */
    long since(TcpPeer peer, long patienceNanos) {
        long noticed = peer.heardAt() + 2 * patienceNanos / 3;
        return peer.hasBeenConnected() && noticed - since < 0 ? noticed : since;
    }

    /** True when another try is no use. A peer that says it dials itself has proved that it lives. */
    boolean isHopeless(TcpPeer peer, Refusal why, long now, long patienceNanos) {
        refusals = why == Refusal.UNREACHABLE ? refusals + 1 : 0;
        long patience = why == Refusal.NO_WAY || peer.hasBeenConnected() && why != Refusal.YIELD ? patienceNanos
            : Math.max(patienceNanos, FIRST_PATIENCE_NANOS);
        return why.isFinal() || refusals >= REFUSALS || now - since(peer, patienceNanos) > patience;
    }

    /** How long to wait before the next try. */
    long pauseNanos(Refusal why) {
        return why == Refusal.UNREACHABLE ? REFUSED_PAUSE_NANOS
            : Math.min(LONGEST_PAUSE_NANOS, PAUSE_NANOS << Math.min(tries++, 10));
    }
}
