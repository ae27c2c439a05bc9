package org.hawser.fabric.tcp;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.hawser.fabric.Capability;
import org.hawser.fabric.Domain;
import org.hawser.fabric.Endpoint;
import org.hawser.fabric.Place;
import org.hawser.fabric.Receiver;
import org.hawser.fabric.Region;
import org.hawser.fabric.RegionKey;
import org.hawser.fabric.RemoteRegion;
import org.hawser.fabric.tcp.gate.Wire;
import org.hawser.platform.idle.Doorbell;
import org.hawser.platform.settings.Settings;

/**
 * One rank's presence on TCP: its peers, and who looks after their connections.
 *
 * <p>Whoever polls reads, hands messages up where they lie, and writes what waits. While nobody polls the
 * {@link TcpAgent} does the same, but for messages, which it leaves in the {@link Inbox} for the next poll. One of the
 * two at a time does so, under the receiving lock. Hence what the agent has read is visible to the thread that polls
 * next: the lock's release and acquire lie between.
 *
 * <p><b>Threads:</b> poll and maintain by one at a time, the rest by any. <b>Allocates:</b> per peer on first contact.
 */
final class TcpDomain extends Domain {
    /** The largest window that can be set; a peer with more under way breaks the rules. */
    static final int MAX_WINDOW = 64 << 20;
    private static final int SPINS = 200;
    private static final long CLOSING_LOOK_NANOS = 200_000;

    private final Place place;
    private final Doorbell doorbell;
    private final int window = (int) Settings.number("hawser.tcp.window", 1 << 20, 64 << 10, MAX_WINDOW);
    private final long patienceNanos = Settings.number("hawser.tcp.patience", 5, 1, 86_400) * 1_000_000_000L;
    private final ReentrantLock receiving = new ReentrantLock();
    private final TcpPeers peers = new TcpPeers(this);
    private final ConcurrentMap<Integer, TcpEndpoint> endpoints = new ConcurrentHashMap<>();
    private final SelfEndpoint self;
    private final Inbox inbox = new Inbox(this);
    private final TcpRegions regions;
    private final TcpAgent agent;
    /** Who takes messages during a poll; null while the agent receives. Under the receiving lock. */
    private Receiver receiver;
    /** Written by whoever polls, read by the agent: it keeps away while this moves. */
    private volatile int polls;
    /** Whoever polled is about to sleep: the agent takes over at once. */
    private volatile boolean asleep;
    private volatile boolean unflushed;
    /** Frames were read and not dealt with. */
    private volatile boolean stopped;
    private volatile boolean closed;

    TcpDomain(Place place, Doorbell doorbell) {
        this.place = place;
        this.doorbell = doorbell;
        self = new SelfEndpoint(place.rank(), doorbell);
        regions = new TcpRegions(place.rank());
        agent = new TcpAgent(this, place);
        place.wireUp().publish(TcpAgent.KEY, agent.address());
        place.wireUp().commit();
        agent.start();
    }

    @Override
    public String provider() {
        return TcpProvider.NAME;
    }

    @Override
    public Set<Capability> capabilities() {
        return Set.of();
    }

    @Override
    public Endpoint connect(int peer) {
        if (peer == place.rank()) {
            return self;
        }
        TcpEndpoint known = endpoints.get(peer);
        if (known != null) {
            return known;
        }
        TcpPeer found = peers.get(peer);
        agent.lookUp(found);
        return endpoints.computeIfAbsent(peer, number -> new TcpEndpoint(found));
    }

    @Override
    public int poll(Receiver upward, int limit) {
        // One thread at a time polls.
        polls = polls + 1;
        if (asleep) {
            asleep = false;
        }
        int work = self.poll(upward, limit);
        acquire();
        try {
            if (unflushed) {
                flushAll();
            }
            work += inbox.drain(upward, limit);
            if (inbox.isEmpty()) {
                receiver = upward;
                work += receive(limit);
            }
        } finally {
            receiver = null;
            receiving.unlock();
        }
        if (unflushed) {
            flushAll();
        }
        return work;
    }

    /**
     * Waits for the agent if it is at it, which is not long: who asks whether anything is left of a peer that has gone
     * must not be told "nothing" because the agent is just putting it into the inbox.
     */
    private void acquire() {
        if (receiving.hasQueuedThreads()) {
            // The agent wants to let a peer in: a caller that polls in a row must not take the lock from it for ever.
            Thread.yield();
        }
        for (int looks = 0; looks < SPINS; looks++) {
            if (receiving.tryLock()) {
                return;
            }
            Thread.onSpinWait();
        }
        receiving.lock();
    }

    private int receive(int limit) {
        TcpPeer[] all = peers.all();
        int work = 0;
        boolean left = false;
        for (TcpPeer peer : all) {
            if (work < limit && peer.isConnected()) {
                work += peer.receive(limit - work);
            }
            left |= peer.isStopped();
        }
        if (left != stopped) {
            stopped = left;
        }
        return work;
    }

    /** Reads one peer's connection for the agent; false when a thread that polls is at it. */
    boolean receiveAside(TcpPeer peer) {
        if (!receiving.tryLock()) {
            return false;
        }
        try {
            peer.receive(Integer.MAX_VALUE);
        } finally {
            receiving.unlock();
        }
        if (!inbox.isEmpty()) {
            doorbell.ring();
        }
        return true;
    }

    /** A post found no room: takes in what the peer has said about that, unless this thread is taking in already. */
    void lookForRoom(TcpPeer peer) {
        if (!receiving.isHeldByCurrentThread()) {
            receiveAside(peer);
        }
    }

    /** Takes a message that lies in memory of a stream; under the receiving lock. */
    void deliver(TcpPeer from, int word, MemorySegment memory, int offset, int length) {
        if (receiver == null) {
            inbox.add(from.rank(), word, memory, offset, length);
        } else {
            from.taken(length);
            receiver.onMessage(from.rank(), word, memory, offset, length);
        }
    }

    /** A message of {@code source} has left the inbox. */
    void taken(int source, int length) {
        TcpPeer peer = peers.find(source);
        peer.taken(length);
        peer.tellIfDue();
    }

    @Override
    public boolean hasArrivals() {
        if (!inbox.isEmpty() || stopped || self.hasRecords()) {
            return true;
        }
        if (!asleep) {
            asleep = true;
            agent.takeOver();
        }
        return false;
    }

    @Override
    public Doorbell doorbell() {
        return doorbell;
    }

    @Override
    public void wake(int peer) {
        if (peer == place.rank()) {
            doorbell.ring();
        } else {
            peers.get(peer).postBare(Frame.WAKE);
        }
    }

    @Override
    public boolean isAlive(int peer) {
        if (peer == place.rank()) {
            return !closed;
        }
        TcpPeer known = peers.get(peer);
        if (known.state() == TcpPeer.State.ALIVE && !known.isConnected()) {
            // Only who is called can be found missing.
            wantConnection(known);
        }
        return known.state() == TcpPeer.State.ALIVE;
    }

    @Override
    public boolean isLost(int peer) {
        TcpPeer known = peers.find(peer);
        return known != null && known.state() == TcpPeer.State.LOST;
    }

    @Override
    public void maintain() {
        if (unflushed) {
            flushAll();
        }
    }

    @Override
    public Region allocate(long bytes, long id, long secret) {
        return regions.allocate(bytes, id, secret);
    }

    @Override
    public Region register(MemorySegment memory, long id, long secret) {
        return regions.register(memory, id, secret);
    }

    @Override
    public RemoteRegion attach(RegionKey key) {
        return null;
    }

    /**
     * Leaves: waits until every peer that lives has all that was sent to it, as long as patience lasts, and says
     * goodbye.
     */
    @Override
    public void close() {
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
        }
        asleep = true;
        agent.takeOver();
        settle(patienceNanos);
        agent.close();
    }

    private void settle(long nanos) {
        long deadline = System.nanoTime() + nanos;
        for (TcpPeer peer : peers.all()) {
            while (!peer.isSettled() && System.nanoTime() - deadline < 0) {
                peer.wantPing();
                LockSupport.parkNanos(CLOSING_LOOK_NANOS);
            }
        }
    }

    int window() {
        return window;
    }

    long patienceNanos() {
        return patienceNanos;
    }

    int rank() {
        return place.rank();
    }

    int size() {
        return place.size();
    }

    TcpPeers peers() {
        return peers;
    }

    ReentrantLock receiving() {
        return receiving;
    }

    int polls() {
        return polls;
    }

    boolean isAsleep() {
        return asleep;
    }

    boolean isClosed() {
        return closed;
    }

    boolean isUnflushed() {
        return unflushed;
    }

    void wantConnection(TcpPeer peer) {
        if (peer.wantConnection()) {
            agent.connect(peer);
        }
    }

    /** Something waits to be written: by this thread if it is inside a poll, else by the next one or by the agent. */
    void flushLater() {
        unflushed = true;
        if (!receiving.isHeldByCurrentThread()) {
            agent.nudge();
        }
    }

    /** Writes what waits. */
    void flushAll() {
        unflushed = false;
        for (TcpPeer peer : peers.all()) {
            if (peer.isUnflushed()) {
                peer.flushIfFree();
                if (peer.isUnflushed() && peer.isConnected()) {
                    unflushed = true;
                }
            }
        }
    }

    /** A connection has ended; under the receiving lock. */
    void broken(TcpPeer peer, Wire wire, IOException why) {
        if (peer.detach(wire)) {
            agent.broken(peer, why);
        }
    }

    /** The peer has said goodbye; under the receiving lock. */
    void hasLeft(TcpPeer peer) {
        peer.detach(peer.wire());
        doorbell.ring();
    }
}
