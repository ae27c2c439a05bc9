package org.hawser.fabric.tcp;

import java.io.IOException;
import java.net.StandardSocketOptions;
import org.hawser.fabric.tcp.gate.Wire;

/**
 * The connection to one peer, as far as it takes what goes there: when what was posted is written to it, with which
 * frames about the connection itself, and what becomes of it when it takes no more.
 *
 * <p>A lone message goes at once. What follows soon, or has time, waits for company, and goes with the next that does
 * not, with a poll, or with a look of the agent.
 *
 * <p><b>Threads:</b> whoever posts holds the sender's lock, which this shares; methods that end with a write take it.
 * That a write, an acknowledgement or a question is wanted is said without it, in volatile fields, so that who receives
 * never waits for who sends. <b>Allocates:</b> at construction.
 */
final class Outflow {
    /** A message that follows the last write within this time waits for company. */
    private static final long COALESCING_NANOS = 3_000;
    /** So much waits for nothing. */
    private static final int BULK = 32 << 10;
    /** The same of messages in the user's memory. */
    private static final int KEPT_BULK = 256 << 10;
    /** Looks of a poll, which has two, that pass over such messages, and answers that have time. */
    private static final int LEISURE = 2;
    /** Rounds of transfers in one call; then others have their turn. */
    private static final int ROUNDS = 8;

    private final TcpPeer peer;
    private final TcpDomain domain;
    private final BriefLock lock;
    private final SendStream stream;
    private final TransferQueue transfers;
    private final ControlFrames control;
    private volatile Wire wire;
    /** A connection that takes nothing any more, until its reader has read all and ended it. */
    private volatile Wire failing;
    /** Something waits to be written. */
    private volatile boolean unflushed;
    /** So many looks more pass over what waits; a hint, so one may be lost. */
    private int leisure;
    /** An answer is among it, which has time only while more comes from the peer. */
    private boolean answering;
    /** A message waits for what its sender posts next. */
    private volatile boolean ahead;
    /** The socket took less than it was given. */
    private volatile boolean blocked;
    private long lastWrite;
    /** Messages that each came right behind a write. */
    private int quick;
    /** Where in the stream a test wants the connection to break. */
    private long cutAt = Long.MAX_VALUE;

    /** Has the stream, and what transfers post to it, written to the peer; {@code lock} is the sender's. */
    Outflow(TcpPeer peer, BriefLock lock, SendStream stream, TransferQueue transfers) {
        this.peer = peer;
        this.lock = lock;
        this.stream = stream;
        this.transfers = transfers;
        domain = peer.domain();
        control = new ControlFrames(domain.window());
    }

    /** The connection; null while there is none. */
    Wire wire() {
        return wire;
    }

    /** True when the socket takes no more: the agent waits for it. */
    boolean isBlocked() {
        return blocked;
    }

    boolean isUnflushed() {
        return unflushed;
    }

    /** True when the connection takes nothing any more; its reader must look. */
    boolean isFailing() {
        return failing != null && failing == wire;
    }

    /** True when the connection has taken all that was posted; under the lock. */
    boolean hasTakenAll() {
        return wire != null && stream.unsent() == 0;
    }

    /**
     * Sends what was posted, now or soon; under the lock. A lone message goes at once, and so do two. What comes right
     * behind them stays until the next send, poll or look of the agent, so that a burst goes in a few writes.
     */
    void sendSoon() {
        if (wire == null) {
            unflushed = true;
            domain.wantConnection(peer);
        } else if (stream.unsent() >= BULK || System.nanoTime() - lastWrite >= COALESCING_NANOS) {
            quick = 0;
            flush();
        } else if (++quick == 1) {
            // Two in a row are no burst.
            flush();
        } else {
            flushLater();
        }
    }

    /** Has what was posted go with what follows at once; {@link #sendAhead} if that does not come. Under the lock. */
    void sendWithNext() {
        ahead = true;
        if (wire == null) {
            sendSoon();
        }
    }

    /** What was to follow finds no room: sends what waits for it. */
    void sendAhead() {
        if (ahead) {
            lock.lock();
            try {
                flush();
            } finally {
                lock.unlock();
            }
        }
    }

    /** Has an answer go with the next write, which may wait while more comes if it {@code hasTime}; under the lock. */
    void sendAnswer(boolean hasTime) {
        if (wire == null) {
            unflushed = true;
        } else if (hasTime) {
            sendAtLeisure();
            answering = true;
        } else {
            flushLater();
        }
    }

    /** Sends a message that lies in the user's memory, when there are enough of them, or soon; under the lock. */
    void sendKept() {
        if (wire == null || stream.unsent() >= KEPT_BULK) {
            sendSoon();
        } else {
            sendAtLeisure();
        }
    }

    /**
     * Whoever sent this is told later, so it has come to stay: it waits for others, that go in the same write, until
     * they are enough, or a poll or two have come by without another one.
     */
    private void sendAtLeisure() {
        boolean alone = !unflushed || leisure > 0;
        flushLater();
        leisure = alone ? LEISURE : 0;
    }

    /** Has somebody write soon what waits. */
    void flushLater() {
        leisure = 0;
        if (!unflushed) {
            unflushed = true;
            domain.flushLater();
        }
    }

    /** Writes what waits, unless it has time. */
    void flushIfDue() {
        if (leisure > 0 && (!answering || peer.in().isInData())) {
            leisure--;
        } else {
            flushIfFree();
        }
    }

    /** Writes what waits, unless another thread is at it. */
    void flushIfFree() {
        if (lock.tryLock()) {
            try {
                flush();
            } finally {
                lock.unlock();
            }
        }
    }

    /** Under the lock. */
    private void flush() {
        Wire taken = wire;
        if (taken == null || taken == failing) {
            return;
        }
        // Cleared first: what is posted or wanted from here on sets it again.
        unflushed = false;
        ahead = false;
        answering = false;
        try {
            boolean all;
            boolean more;
            int rounds = 0;
            do {
                control.fill(peer.in());
                more = transfers.pump();
                all = stream.flush(taken, control.buffer(), cutAt);
            } while (all && (more && ++rounds < ROUNDS || control.isWanted()));
            all &= !taken.hasPending() || taken.flush();
            if (stream.sent() >= cutAt) {
                cutAt = Long.MAX_VALUE;
                cut();
                return;
            }
            blocked = !all;
            if (!all || more) {
                unflushed = true;
                domain.flushLater();
            }
            lastWrite = System.nanoTime();
        } catch (IOException e) {
            // What the peer sent before it closed may still be there, its BYE among it: the reader ends the connection.
            blocked = false;
            failing = taken;
            domain.flushLater();
        }
    }

    /** Acknowledges what has come, if there is enough of it. */
    void tellIfDue() {
        if (control.isAckDue(peer.in())) {
            wantAck();
        }
    }

    void wantAck() {
        control.wantAck();
        flushLater();
    }

    void wantPing() {
        control.wantPing();
        flushLater();
    }

    void wantBye() {
        control.wantAck();
        control.wantBye();
        flushLater();
    }

    /** Takes a new connection, on which the peer wants to go on there; false when nobody has that. Under the lock. */
    boolean attach(Wire fresh, long peerReceived) {
        detach(wire);
        if (!stream.resume(peerReceived)) {
            return false;
        }
        control.clear();
        control.wantAck();
        blocked = false;
        wire = fresh;
        flush();
        return true;
    }

    /** Answers a peer's goodbye, as far as that goes without waiting, and lets the connection go. */
    void sayByeAndClose() {
        lock.lock();
        try {
            control.wantBye();
            flush();
            detach(wire);
        } finally {
            lock.unlock();
        }
    }

    /** Lets a connection go, if it is still the one in use; true when it was. */
    boolean detach(Wire old) {
        lock.lock();
        try {
            if (old == null || wire != old) {
                return false;
            }
            wire = null;
            blocked = false;
            old.close();
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** Breaks the connection as a network does, in both directions and with what is under way; for tests. */
    boolean cut() {
        Wire taken = wire;
        if (taken == null) {
            return false;
        }
        try {
            taken.channel().setOption(StandardSocketOptions.SO_LINGER, 0);
        } catch (IOException e) {
            // It has gone by itself.
            return false;
        }
        failing = taken;
        taken.close();
        domain.flushLater();
        return true;
    }

    /** Has the connection break when it has taken so many bytes of the stream in all, for tests. */
    void cutAt(long offset) {
        lock.lock();
        cutAt = offset;
        lock.unlock();
    }
}
