package org.hawser.fabric.tcp;

import java.io.IOException;
import java.util.concurrent.ThreadLocalRandom;
import org.hawser.platform.settings.Settings;

/**
 * Notices peers that have fallen silent though their connections look alive, as when a link is cut or a host has
 * stopped. A peer that has not been heard of for a third of patience is asked; one that has not answered for another
 * third has its connection taken away, and must be reached anew in the rest of it: the {@link Dial} counts from when it
 * was last heard of.
 *
 * <p>Time that this process itself has not run does not count: after a pause every peer has all the time again.
 *
 * <p><b>Threads:</b> the agent's.
 */
final class Liveness {
    private static final long LOOK_NANOS = 50_000_000;
    /** The agent looks at least every half second, unless it has not run. */
    static final long LONGEST_WAIT_NANOS = 500_000_000;
    private static final long ABSENCE_NANOS = 1_500_000_000;

    private final TcpDomain domain;
    private final long askAfter;
    private final long cutEvery = Settings.number("hawser.tcp.cut", 0, 0, Integer.MAX_VALUE) * 1_000_000L;
    private long nextCut = System.nanoTime() + cutEvery;
    private long lastLook = System.nanoTime();

    Liveness(TcpDomain domain) {
        this.domain = domain;
        askAfter = domain.patienceNanos() / 3;
    }

    /**
     * Looks after all peers, now and then.
     *
     * @return true when this process has not run for a while
     */
    boolean look(long now) {
        if (now - lastLook < LOOK_NANOS) {
            return false;
        }
        boolean absent = now - lastLook > ABSENCE_NANOS;
        lastLook = now;
        for (TcpPeer peer : domain.peers().all()) {
            if (peer.isConnected()) {
                look(peer, now, absent);
            }
        }
        domain.reception().purge();
        if (cutEvery > 0 && now - nextCut >= 0 && !domain.isClosed()) {
            nextCut = now + cutEvery;
            TcpPeer[] all = domain.peers().all();
            if (all.length > 0) {
                domain.cut(all[ThreadLocalRandom.current().nextInt(all.length)].rank());
            }
        }
        return absent;
    }

    private void look(TcpPeer peer, long now, boolean absent) {
        if (absent || peer.hasBeenHeard()) {
            peer.heardAt(now);
            return;
        }
        long silence = now - peer.heardAt();
        if (silence > 2 * askAfter) {
            peer.fallSilent();
            domain.silent(peer, new IOException("the peer has not answered for "
                + silence / 1_000_000_000L + " s"));
        } else if (silence > askAfter && now - peer.askedAt() > askAfter) {
            peer.askedAt(now);
            peer.outflow().wantPing();
        }
    }
}
