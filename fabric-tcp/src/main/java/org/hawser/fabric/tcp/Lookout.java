package org.hawser.fabric.tcp;

import java.io.IOException;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.hawser.fabric.tcp.gate.Wire;

/**
 * How the agent waits for connections. It keeps away while somebody polls: it naps, and looks at the count of polls
 * again. Else every arrival would wake two threads. Once the count stands still, or whoever polled is about to sleep,
 * it waits in a selector.
 *
 * <p>Who has something for the agent to do says so first, in a queue or a flag, and calls {@link #nudge} then. The
 * agent says first that it waits, and looks at the queues and flags then. So one of the two sees the other.
 *
 * <p><b>Threads:</b> the agent's; {@link #nudge}, {@link #takeOver} and {@link #wake} by any. <b>Allocates:</b> at
 * construction.
 */
final class Lookout {
    private static final long NAP_NANOS = 200_000;
    private static final long LONGEST_NAP_NANOS = 1_000_000;
    private static final int WORKING = 0;
    private static final int NAPPING = 1;
    private static final int SELECTING = 2;

    private final TcpDomain domain;
    private final Selector selector;
    private final Thread agent;
    private final BooleanSupplier hasWork;
    private final AtomicInteger doing = new AtomicInteger(WORKING);
    private int seenPolls;
    /** The selector may be waiting for connections of peers. */
    private boolean watching;
    /** The last wait was a nap. */
    private boolean napped;
    /** The longer others have polled, the longer they will, as a rule. */
    private long napNanos = NAP_NANOS;

    /** For the agent, whose thread is this; {@code hasWork} tells that it has something to do and must not wait. */
    Lookout(TcpDomain domain, Selector selector, Thread agent, BooleanSupplier hasWork) {
        this.domain = domain;
        this.selector = selector;
        this.agent = agent;
        this.hasWork = hasWork;
    }

    /** There is something to do; wakes the agent if it waits for sockets. While it naps it looks soon enough. */
    void nudge() {
        if (doing.get() == SELECTING && doing.compareAndSet(SELECTING, WORKING)) {
            selector.wakeup();
        }
    }

    /** Nobody polls from now on. */
    void takeOver() {
        if (doing.get() == NAPPING) {
            LockSupport.unpark(agent);
        }
    }

    /** Wakes the agent, whatever it waits for. */
    void wake() {
        selector.wakeup();
        LockSupport.unpark(agent);
    }

    /** A connection of a peer has come to the selector. */
    void added() {
        watching = true;
    }

    /**
     * Waits once, for a nap or for sockets, and has what waits to be written go before.
     *
     * @param dialling a connection is being made, which takes several turns
     * @param millis   how long sockets are waited for, at most
     * @return true when what came is for the agent to read; false when it is for a thread that polls
     */
    boolean look(boolean dialling, long millis) throws IOException {
        int polls = domain.polls();
        boolean polled = polls != seenPolls && !domain.isAsleep();
        seenPolls = polls;
        if (domain.isUnflushed() && (!polled || !napped)) {
            // Not beside a thread that polls and polls: it would write the same on a core that the peer may need.
            domain.flushAll();
        }
        if (polled || TcpDomain.isInPoll(polls) && !domain.isAsleep()) {
            // A poll that lasts longer than a nap moves much data, or a handler computes; it holds what is wanted here.
            lookAway();
            nap();
            napped = true;
            napNanos = dialling ? NAP_NANOS : Math.min(LONGEST_NAP_NANOS, 2 * napNanos);
            selector.selectNow();
            return false;
        }
        napNanos = NAP_NANOS;
        await(millis);
        napped = false;
        // Somebody polls again: what came is theirs.
        return domain.polls() == polls || domain.isAsleep();
    }

    /** Connections that others read leave the selector, for which the kernel does something with every arrival. */
    private void lookAway() {
        if (watching) {
            watching = false;
            for (TcpPeer peer : domain.peers().all()) {
                SelectionKey key = keyOf(peer.outflow().wire());
                if (key != null) {
                    interest(key, 0);
                }
            }
        }
    }

    private void nap() {
        doing.set(NAPPING);
        if (!domain.isAsleep()) {
            LockSupport.parkNanos(napNanos);
        }
        doing.set(WORKING);
    }

    private void await(long millis) throws IOException {
        watching = true;
        for (TcpPeer peer : domain.peers().all()) {
            Wire wire = peer.outflow().wire();
            SelectionKey key = keyOf(wire);
            if (key != null) {
                interest(key, wire.interest(peer.outflow().isBlocked()));
            }
        }
        doing.set(SELECTING);
        // Looked at again after the sign says so: whoever has something to do says that first and looks then.
        if (domain.isUnflushed() && !isWaitingForSockets() || hasWork.getAsBoolean()) {
            selector.selectNow();
        } else {
            selector.select(millis);
        }
        doing.set(WORKING);
    }

    private SelectionKey keyOf(Wire wire) {
        return wire == null ? null : wire.channel().keyFor(selector);
    }

    private static void interest(SelectionKey key, int operations) {
        try {
            key.interestOps(operations);
        } catch (CancelledKeyException e) {
            // A thread that polls has found the connection broken; it has said so.
            return;
        }
    }

    /** True when all that waits to be written waits for a socket. */
    private boolean isWaitingForSockets() {
        for (TcpPeer peer : domain.peers().all()) {
            Outflow out = peer.outflow();
            if (out.isFailing() || out.isUnflushed() && peer.isConnected() && !out.isBlocked()) {
                return false;
            }
        }
        return true;
    }
}
