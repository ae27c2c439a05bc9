package org.hawser.fabric.tcp;

import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import org.hawser.fabric.Completion;
import org.hawser.fabric.Receiver;
import org.hawser.platform.idle.Doorbell;

/**
 * What comes from all peers, and what has ended thereby. A thread that polls is told of both as they come. What comes
 * while the agent receives waits here for the next poll: messages in the {@link Inbox}, endings in a queue.
 *
 * <p>Whoever receives holds the receiving lock. Hence what the agent has written into memory is visible to the thread
 * that is told of it: the lock's release and acquire lie between. Who needs a sender's lock, too, takes it second.
 *
 * <p><b>Threads:</b> {@link #hasArrivals} by any; each other method says whether it takes the lock or is called under
 * it. <b>Allocates:</b> when the inbox grows, and for endings that wait.
 */
final class Reception {
    private final BriefLock receiving;
    private final TcpPeers peers;
    private final Doorbell doorbell;
    private final Connections connections;
    private final Inbox inbox;
    /** Operations that ended while the agent received, for a thread that polls to tell of. */
    private final ArrayDeque<Runnable> over = new ArrayDeque<>();
    private volatile boolean hasOver;
    /** Who takes messages during a poll; null while the agent receives. */
    private Receiver receiver;
    /** Frames were read and not dealt with. */
    private volatile boolean stopped;
    /** Closed connections are to be let go by whoever has the lock next. */
    private volatile boolean purgeWanted;

    /** For the rank with this number, its peers, and the doorbell on which it sleeps. */
    Reception(int rank, BriefLock receiving, TcpPeers peers, Doorbell doorbell) {
        this.receiving = receiving;
        this.peers = peers;
        this.doorbell = doorbell;
        connections = new Connections(rank);
        inbox = new Inbox(peers);
    }

    /** True when a poll would find something without reading a connection. */
    boolean hasArrivals() {
        return !inbox.isEmpty() || stopped || hasOver;
    }

    /**
     * Takes the lock for a thread that polls.
     *
     * <p>Waits for the agent if it is at it, which is not long: who asks whether anything is left of a peer that has
     * gone must not be told "nothing" because the agent is just putting it into the inbox.
     */
    void acquire() {
        if (receiving.hasQueuedThreads()) {
            // The agent wants to let a peer in: a caller that polls in a row must not take the lock from it for ever.
            Thread.yield();
        }
        receiving.lock();
    }

    /** Hands up what waits, then what there is to read; between {@link #acquire} and {@link #release}. */
    int poll(Receiver upward, int limit) {
        int work = inbox.drain(upward, limit) + drainOver();
        if (inbox.isEmpty()) {
            receiver = upward;
            work += receive(limit);
        }
        purgeIfWanted();
        return work;
    }

    /** The poll is over: gives the lock back. */
    void release() {
        receiver = null;
        receiving.unlock();
    }

    /** Tells of operations that ended while the agent received. */
    private int drainOver() {
        if (!hasOver) {
            return 0;
        }
        int count = 0;
        while (!over.isEmpty()) {
            over.remove().run();
            count++;
        }
        hasOver = false;
        return count;
    }

    private int receive(int limit) {
        TcpPeer[] all = peers.all();
        int work = connections.receive(all, limit);
        if (work >= limit || stopped) {
            boolean left = false;
            for (TcpPeer peer : all) {
                left |= peer.isStopped();
            }
            stopped = left;
        }
        return work;
    }

    /** Reads one peer's connection for the agent, under the lock; false when a thread that polls is at it. */
    boolean receiveAside(TcpPeer peer) {
        if (!receiving.tryLock()) {
            return false;
        }
        try {
            peer.receive(Integer.MAX_VALUE);
        } finally {
            receiving.unlock();
        }
        if (hasOver || !inbox.isEmpty()) {
            doorbell.ring();
        }
        return true;
    }

    /** Takes a message that lies in memory of a stream; under the lock. */
    void deliver(TcpPeer from, int word, MemorySegment memory, long offset, int length) {
        if (receiver == null) {
            inbox.add(from.rank(), word, memory, offset, length);
        } else {
            from.in().take(length);
            receiver.onMessage(from.rank(), word, memory, offset, length);
        }
    }

    /** An operation is over; under the lock. Whoever waits is told by a thread that polls. */
    void complete(Access access) {
        if (receiver != null) {
            access.complete();
        } else {
            over.add(access);
            hasOver = true;
        }
    }

    /** Messages from the user's memory that the peer has by now; under the lock. */
    void tellEnded(TcpPeer peer) {
        Completion ended = peer.out().nextEnded();
        while (ended != null) {
            Completion told = ended;
            over.add(() -> told.completed(0));
            hasOver = true;
            ended = peer.out().nextEnded();
        }
    }

    /** A peer has gone: what it was asked for comes to nothing. Takes the lock. */
    void hasGone(TcpPeer peer) {
        receiving.lock();
        try {
            for (Access access : peer.accesses().all()) {
                if (access.abandon(peer.lost())) {
                    over.add(access);
                }
            }
            Completion forsaken = peer.out().nextForsaken();
            while (forsaken != null) {
                Completion told = forsaken;
                over.add(() -> told.failed(peer.lost()));
                forsaken = peer.out().nextForsaken();
            }
            peer.out().dropTransfers();
            hasOver = !over.isEmpty();
        } finally {
            receiving.unlock();
        }
        doorbell.ring();
    }

    /** The peer has said goodbye, and is answered, or hears it first; under the lock. */
    void hasLeft(TcpPeer peer) {
        peer.outflow().sayByeAndClose();
        hasGone(peer);
    }

    /** The owner takes memory back that peers may be using: nothing touches it when this returns. Takes the lock. */
    void forget(TcpRegion region) {
        receiving.lock();
        try {
            for (TcpPeer peer : peers.all()) {
                peer.in().forget(region);
                peer.out().forget(region);
            }
        } finally {
            receiving.unlock();
        }
    }

    /** A connection has been made; under the lock. */
    void connected() {
        connections.added();
    }

    /** Has closed connections let go; called now and then. Where a thread polls, it does that itself, and soon. */
    void purge() {
        purgeWanted = true;
        if (receiving.tryLock()) {
            try {
                purgeIfWanted();
            } finally {
                receiving.unlock();
            }
        }
    }

    /** Under the lock. */
    private void purgeIfWanted() {
        if (purgeWanted) {
            purgeWanted = false;
            connections.purge();
        }
    }

    /** Nobody polls any more. */
    void close() {
        connections.close();
    }
}
