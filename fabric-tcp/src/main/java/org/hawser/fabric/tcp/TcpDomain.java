package org.hawser.fabric.tcp;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.locks.LockSupport;
import org.hawser.fabric.Capability;
import org.hawser.fabric.Domain;
import org.hawser.fabric.Endpoint;
import org.hawser.fabric.FabricException;
import org.hawser.fabric.ForeignRank;
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
 * {@link TcpAgent} does the same, but for messages, which it leaves at the {@link Reception} for the next poll. One of
 * the two at a time does so, under the receiving lock.
 *
 * <p><b>Threads:</b> poll and maintain by one at a time, the rest by any. <b>Allocates:</b> per peer on first contact.
 */
final class TcpDomain extends Domain {
    /** The smallest window that can be set: so much may be sent to a peer that has not said what it takes. */
    static final int MIN_WINDOW = 64 << 10;
    private static final int MAX_WINDOW = 64 << 20;
    private static final Set<Capability> CAPABILITIES = Set.of(Capability.REMOTE_WRITE, Capability.REMOTE_READ,
        Capability.REMOTE_ATOMICS, Capability.ZERO_COPY_SEND);
    /** Set in the count of polls between the begin and the end of one. */
    private static final int IN_POLL = 1;
    private static final VarHandle POLLS;
    private static final long CLOSING_LOOK_NANOS = 200_000;
    private static final long LONGEST_CLOSING_NANOS = 10_000_000_000L;

    static {
        try {
            POLLS = MethodHandles.lookup().findVarHandle(TcpDomain.class, "polls", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final Place place;
    private final Doorbell doorbell;
    private final int window = (int) Settings.number("hawser.tcp.window", 1 << 20, MIN_WINDOW, MAX_WINDOW);
    private final long patienceNanos;
    private final BriefLock receiving = new BriefLock();
    private final TcpPeers peers;
    private final ConcurrentMap<Integer, TcpEndpoint> endpoints = new ConcurrentHashMap<>();
    private final SelfEndpoint self;
    private final Reception reception;
    private final TcpRegions regions;
    private final TcpAgent agent;
    private final TcpForeigners foreigners;
    /** What other jobs are told; made when it is first asked for. */
    private volatile String contact;
    /** Written by whoever polls, as each poll begins and ends; read by the agent: it keeps away while this moves. */
    private volatile int polls;
    /** Whoever polled is about to sleep: the agent takes over at once. */
    private volatile boolean asleep;
    private volatile boolean unflushed;
    private volatile boolean closed;
    private volatile FabricException failure;

    TcpDomain(Place place, Doorbell doorbell) {
        this.place = place;
        patienceNanos = patienceNanos(place);
        this.doorbell = doorbell;
        peers = new TcpPeers(this, place.size());
        reception = new Reception(place.rank(), receiving, peers, doorbell);
        self = new SelfEndpoint(place.rank(), doorbell);
        regions = new TcpRegions(this);
        agent = new TcpAgent(this, place);
        foreigners = new TcpForeigners(this, place, agent);
        place.wireUp().publish(TcpAgent.KEY, agent.address());
        place.wireUp().commit();
        agent.start();
    }

    /** Ranks that share cores answer later, the more of them there are. */
    private static long patienceNanos(Place place) {
        long nanos = Settings.number("hawser.tcp.patience", 5, 1, 86_400) * 1_000_000_000L;
        int perCore = place.nodes().localSize(place.rank()) / Runtime.getRuntime().availableProcessors();
        return nanos * Math.max(1, perCore / 2);
    }

    @Override
    public String provider() {
        return TcpProvider.NAME;
    }

    @Override
    public Set<Capability> capabilities() {
        return CAPABILITIES;
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
        // One thread at a time polls. Release, not more: the agent may see it a little later, and naps or looks once
        // too often then; a fence costs more than all else that a poll does before it reads.
        POLLS.setRelease(this, polls + 2 | IN_POLL);
        try {
            if (asleep) {
                asleep = false;
            }
            if (failure != null) {
                throw failure;
            }
            return self.poll(upward, limit) + pollPeers(upward, limit);
        } finally {
            POLLS.setRelease(this, polls + 1);
        }
    }

    private int pollPeers(Receiver upward, int limit) {
        int work;
        reception.acquire();
        try {
            if (unflushed) {
                flushAll();
            }
            work = reception.poll(upward, limit);
        } finally {
            reception.release();
        }
        if (unflushed) {
            flushAll();
        }
        return work;
    }

    /** Reads one peer's connection for the agent; false when a thread that polls is at it. */
    boolean receiveAside(TcpPeer peer) {
        if (!reception.receiveAside(peer)) {
            return false;
        }
        if (unflushed) {
            flushAll();
        }
        return true;
    }

    /** A post found no room: takes in what the peer has said about that, unless this thread is taking in already. */
    void lookForRoom(TcpPeer peer) {
        peer.outflow().sendAhead();
        if (!receiving.isHeldByCurrentThread()) {
            receiveAside(peer);
        }
    }

    /** For messages from the user's memory to peers that polls do not look at, or while nobody polls. */
    void askIfWaiting() {
        for (TcpPeer peer : peers.all()) {
            peer.out().askIfWaiting(true);
        }
    }

    @Override
    public boolean isPollDear() {
        return peers.all().length > 0;
    }

    @Override
    public boolean hasArrivals() {
        if (reception.hasArrivals() || failure != null || self.hasRecords()) {
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
            peers.get(peer).out().postBare(Frame.WAKE);
        }
    }

    @Override
    public boolean isAlive(int peer) {
        if (peer == place.rank()) {
            return !closed;
        }
        TcpPeer known = peers.seek(peer);
        if (known == null) {
            return false;
        }
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
    public String contact() {
        if (contact == null) {
            agent.perform(() -> contact = agent.gate().contact());
        }
        return contact;
    }

    @Override
    public void admit(int number, ForeignRank rank, long stamp) {
        foreigners.admit(number, rank, stamp);
    }

    @Override
    public void dismiss(int number) {
        foreigners.dismiss(number);
        endpoints.remove(number);
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
        return key.owner() == place.rank() ? regions.attachOwn(key)
            : new TcpRemoteRegion(key, peers.get(key.owner()));
    }

    /**
     * Leaves: waits until every peer that lives has all that was sent to it, as long as patience lasts (10 s at most),
     * and says goodbye.
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
        long deadline = System.nanoTime() + closingNanos();
        for (TcpPeer peer : peers.all()) {
            settle(peer, deadline);
        }
        agent.close();
        reception.close();
    }

    /** How long a peer is waited for that has not got all that was sent to it. */
    long closingNanos() {
        return Math.min(patienceNanos, LONGEST_CLOSING_NANOS);
    }

    /** Waits until a peer has all that was sent to it, or is gone, or the time is over. */
    void settle(TcpPeer peer, long deadline) {
        while (peer.state() == TcpPeer.State.ALIVE && !peer.out().isSettled() && System.nanoTime() - deadline < 0) {
            peer.outflow().wantPing();
            LockSupport.parkNanos(CLOSING_LOOK_NANOS);
        }
    }

    /** Breaks the connection to a peer as a network does, for tests; true when there was one. */
    boolean cut(int peer) {
        TcpPeer known = peers.find(peer);
        return known != null && known.outflow().cut();
    }

    /** Has the connection to a peer break when it has taken so many bytes of the stream in all, for tests. */
    void cutAt(int peer, long offset) {
        peers.get(peer).outflow().cutAt(offset);
    }

    /** Ends without a word to anybody, as a process does that is killed, for tests. */
    void vanish() {
        closed = true;
        agent.vanish();
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

    TcpRegions regions() {
        return regions;
    }

    TcpPeers peers() {
        return peers;
    }

    Reception reception() {
        return reception;
    }

    /** Held by whoever receives. */
    BriefLock receiving() {
        return receiving;
    }

    int polls() {
        return polls;
    }

    /** True when {@link #polls} was read while a thread was inside a poll. */
    static boolean isInPoll(int polls) {
        return (polls & IN_POLL) != 0;
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

    /** Writes what waits; tells the agent of what is left at the end of a poll, after which there may be none soon. */
    void flushAll() {
        unflushed = false;
        for (TcpPeer peer : peers.all()) {
            if (peer.outflow().isUnflushed()) {
                peer.outflow().flushIfDue();
                if (peer.outflow().isUnflushed() && peer.isConnected()) {
                    flushLater();
                }
            }
        }
    }

    /** A connection has ended; under the receiving lock. */
    void broken(TcpPeer peer, Wire wire, IOException why) {
        if (peer.outflow().detach(wire)) {
            agent.broken(peer, why);
        }
    }

    /** The agent cannot go on: whoever polls is told. */
    void fail(FabricException why) {
        failure = why;
        doorbell.ring();
    }

    /** A connection looks alive and is not. */
    void silent(TcpPeer peer, IOException why) {
        receiving.lock();
        try {
            broken(peer, peer.outflow().wire(), why);
        } finally {
            receiving.unlock();
        }
    }
}
