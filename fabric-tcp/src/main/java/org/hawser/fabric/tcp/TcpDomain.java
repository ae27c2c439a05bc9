package org.hawser.fabric.tcp;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayDeque;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.locks.LockSupport;
import org.hawser.fabric.Capability;
import org.hawser.fabric.Completion;
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
 * {@link TcpAgent} does the same, but for messages, which it leaves in the {@link Inbox} for the next poll. One of the
 * two at a time does so, under the receiving lock. Hence what the agent has read is visible to the thread that polls
 * next: the lock's release and acquire lie between.
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
    private final Connections connections;
    /** Connections that were made, ever. */
    private volatile int made;
    private final Inbox inbox = new Inbox(this);
    /** Operations that ended while the agent received, for a thread that polls to tell of. */
    private final ArrayDeque<Runnable> over = new ArrayDeque<>();
    private volatile boolean hasOver;
    private final TcpRegions regions;
    private final TcpAgent agent;
    private final TcpForeigners foreigners;
    /** What other jobs are told; made when it is first asked for. */
    private volatile String contact;
    /** Who takes messages during a poll; null while the agent receives. Under the receiving lock. */
    private Receiver receiver;
    /** Written by whoever polls, as each poll begins and ends; read by the agent: it keeps away while this moves. */
    private volatile int polls;
    /** Whoever polled is about to sleep: the agent takes over at once. */
    private volatile boolean asleep;
    private volatile boolean unflushed;
    /** Closed connections are to be let go by whoever has the receiving lock next. */
    private volatile boolean purgeWanted;
    /** Frames were read and not dealt with. */
    private volatile boolean stopped;
    private volatile boolean closed;
    private volatile FabricException failure;

    TcpDomain(Place place, Doorbell doorbell) {
        this.place = place;
        patienceNanos = patienceNanos(place);
        this.doorbell = doorbell;
        peers = new TcpPeers(this, place.size());
        connections = new Connections(this);
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
        acquire();
        try {
            if (unflushed) {
                flushAll();
            }
            work = inbox.drain(upward, limit) + drainOver();
            if (inbox.isEmpty()) {
                receiver = upward;
                work += receive(limit);
            }
            purgeIfWanted();
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
        receiving.lock();
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
        if (hasOver || !inbox.isEmpty()) {
            doorbell.ring();
        }
        if (unflushed) {
            flushAll();
        }
        return true;
    }

    /** A post found no room: takes in what the peer has said about that, unless this thread is taking in already. */
    void lookForRoom(TcpPeer peer) {
        peer.out().sendAhead();
        if (!receiving.isHeldByCurrentThread()) {
            receiveAside(peer);
        }
    }

    /** Takes a message that lies in memory of a stream; under the receiving lock. */
    void deliver(TcpPeer from, int word, MemorySegment memory, long offset, int length) {
        if (receiver == null) {
            inbox.add(from.rank(), word, memory, offset, length);
        } else {
            from.in().take(length);
            receiver.onMessage(from.rank(), word, memory, offset, length);
        }
    }

    /** A message of {@code source} has left the inbox. */
    void taken(int source, int length) {
        TcpPeer peer = peers.find(source);
        if (peer != null) {
            peer.in().take(length);
            peer.out().tellIfDue();
        }
    }

    /** An operation is over; under the receiving lock. Whoever waits is told by a thread that polls. */
    void complete(Access access) {
        if (receiver != null) {
            access.complete();
        } else {
            over.add(access);
            hasOver = true;
        }
    }

    /** Messages from the user's memory that the peer has by now; under the receiving lock. */
    void tellEnded(TcpPeer peer) {
        Completion ended = peer.out().nextEnded();
        while (ended != null) {
            Completion told = ended;
            over.add(() -> told.completed(0));
            hasOver = true;
            ended = peer.out().nextEnded();
        }
    }

    /** For messages from the user's memory to peers that polls do not look at, or while nobody polls. */
    void askIfWaiting() {
        for (TcpPeer peer : peers.all()) {
            peer.out().askIfWaiting(true);
        }
    }

    /** A peer has gone: what it was asked for comes to nothing. */
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

    /** The owner takes memory back that peers may be using: nothing touches it when this returns. */
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

    @Override
    public boolean hasArrivals() {
        if (!inbox.isEmpty() || stopped || hasOver || failure != null || self.hasRecords()) {
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
        connections.close();
    }

    /** How long a peer is waited for that has not got all that was sent to it. */
    long closingNanos() {
        return Math.min(patienceNanos, LONGEST_CLOSING_NANOS);
    }

    /** Waits until a peer has all that was sent to it, or is gone, or the time is over. */
    void settle(TcpPeer peer, long deadline) {
        while (peer.state() == TcpPeer.State.ALIVE && !peer.out().isSettled() && System.nanoTime() - deadline < 0) {
            peer.out().wantPing();
            LockSupport.parkNanos(CLOSING_LOOK_NANOS);
        }
    }

    /** Breaks the connection to a peer as a network does, for tests; true when there was one. */
    boolean cut(int peer) {
        TcpPeer known = peers.find(peer);
        return known != null && known.out().cut();
    }

    /** Has the connection to a peer break when it has taken so many bytes of the stream in all, for tests. */
    void cutAt(int peer, long offset) {
        peers.get(peer).out().cutAt(offset);
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
            if (peer.out().isUnflushed()) {
                peer.out().flushIfDue();
                if (peer.out().isUnflushed() && peer.isConnected()) {
                    flushLater();
                }
            }
        }
    }

    /** A connection has ended; under the receiving lock. */
    void broken(TcpPeer peer, Wire wire, IOException why) {
        if (peer.out().detach(wire)) {
            agent.broken(peer, why);
        }
    }

    /** The agent cannot go on: whoever polls is told. */
    void fail(FabricException why) {
        failure = why;
        doorbell.ring();
    }

    /** A connection has been made. */
    void connected() {
        made = made + 1;
    }

    /** Connections that were made, ever: a number that moves when there is a new one. */
    int connections() {
        return made;
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

    /** Under the receiving lock. */
    private void purgeIfWanted() {
        if (purgeWanted) {
            purgeWanted = false;
            connections.purge();
        }
    }

    /** A connection looks alive and is not. */
    void silent(TcpPeer peer, IOException why) {
        receiving.lock();
        try {
            broken(peer, peer.out().wire(), why);
        } finally {
            receiving.unlock();
        }
    }

    /** The peer has said goodbye, and is answered, or hears it first; under the receiving lock. */
    void hasLeft(TcpPeer peer) {
        peer.out().sayByeAndClose();
        hasGone(peer);
    }
}
