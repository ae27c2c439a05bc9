package org.hawser.runtime;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.IntSupplier;
import org.hawser.fabric.Capability;
import org.hawser.fabric.Domain;
import org.hawser.fabric.MappedRegion;
import org.hawser.fabric.NodeMap;
import org.hawser.fabric.Region;
import org.hawser.fabric.RegionKey;
import org.hawser.fabric.RemoteRegion;
import org.hawser.runtime.launch.JobDescription;

/**
 * One rank of a parallel job: who it is, and everything it can do with the others.
 *
 * <pre>{@code
 * try (Rank rank = Rank.join()) {
 *     Symmetric box = rank.symmetric(8);
 *     int next = (rank.number() + 1) % rank.size();
 *     rank.put(box.at(next), 0, rank.number());
 *     rank.barrier();
 *     System.out.println(rank.number() + " heard from " + box.memory().get(ValueLayout.JAVA_LONG, 0));
 * }
 * }</pre>
 *
 * <p><b>Threads:</b> any, where nothing else is said. <b>Allocates:</b> nothing per short message, put, get or atomic
 * where ranks share memory.
 */
public final class Rank implements AutoCloseable {
    /** How many barriers there are that do not meet: 0 is that of {@link #barrier()}, models take the others. */
    public static final int BARRIERS = 4;

    /** How long a leaving rank waits for its peers to take what it sent. */
    private static final long DRAIN_NANOS = 2_000_000_000L;

    private final Membership membership;
    private final JobDescription job;
    private final Domain domain;
    private final ProgressEngine engine;
    private final ActiveMessages messages;
    private final JointCopies joint;
    private final JointHelp help;
    private final OneSided oneSided;
    private final Regions regions;
    private final Exchange exchange;
    private final ForeignRanks foreign;
    private final RankBarrier[] barriers;
    private final ProgressThread progressThread;
    private final ThreadLocal<MemorySegment> scratch =
        ThreadLocal.withInitial(() -> Arena.ofAuto().allocate(16 << 10, 64));
    /** A handler may build a message while the thread it runs on waits to send one that is built already. */
    private final ThreadLocal<MemorySegment> handlerScratch =
        ThreadLocal.withInitial(() -> Arena.ofAuto().allocate(16 << 10, 64));
    private final AtomicBoolean left = new AtomicBoolean();
    private final Runnable forgetEnd;
    private long symmetricCount;
    private boolean closed;

    private Rank(Membership membership) {
        this.membership = membership;
        job = membership.job();
        domain = membership.domain();
        Peers peers = new Peers(domain, job.size());
        Dispatcher dispatcher = new Dispatcher();
        engine = new ProgressEngine(domain, dispatcher, job.size(), job.localSize());
        foreign = new ForeignRanks(job, membership.shared(), domain, peers, engine);
        regions = new Regions(domain, job.rank(), peers, engine, dispatcher);
        Deliveries deliveries = new Deliveries(this, peers, engine);
        messages = new ActiveMessages(this, peers, engine, deliveries);
        help = new JointHelp(regions, peers, engine);
        dispatcher.connect(messages, deliveries, regions.agent(), help);
        joint = new JointCopies(job.rank(), regions, peers, engine);
        oneSided = new OneSided(peers, engine, joint);
        exchange = new Exchange(this, engine, Reserved.EXCHANGE);
        barriers = RankBarrier.of(BarrierChoice.choose(this, domain, engine, job), oneSided, engine);
        progressThread = job.progressThread() ? ProgressThread.start(this, engine) : null;
        forgetEnd = membership.whenProgramEnds(() -> leave(false));
    }

    /**
     * Joins the job that the launcher started this process (or thread) for; with no launcher, a job of one rank.
     *
     * @throws org.hawser.fabric.FabricException when this rank has joined already
     */
    public static Rank join() {
        return new Rank(Membership.of(JobDescription.current(), JobDescription.shared()));
    }

    /** Joins a job described by the caller; for launchers and tests that start ranks as threads. */
    public static Rank join(JobDescription job, ConcurrentMap<Object, Object> shared) {
        return new Rank(Membership.of(job, shared));
    }

    /**
     * As {@link #join()}; with no launcher, ranks of other jobs can meet this one all the same, at the cost of a
     * directory in shared memory.
     */
    public static Rank joinOpenly() {
        return new Rank(Membership.open(JobDescription.current(), JobDescription.shared()));
    }

    /** Where ranks of other jobs find this one. */
    public RankAddress address() {
        return foreign.own();
    }

    /**
     * Where a rank that this one has met is found; null when it has parted. Of a rank of this job only its name:
     * where it is it says itself.
     */
    public RankAddress address(int number) {
        return foreign.address(number);
    }

    /**
     * Gives a rank of another job a number, from {@link #size()} on, by which it is a peer as those of the job are: for
     * messages, for regions, for waiting. That rank must meet this one before either sends to the other.
     *
     * @return its number; for a rank of this job the one it has
     * @throws org.hawser.fabric.FabricException when it cannot be reached
     */
    public int meet(RankAddress other) {
        return foreign.meet(other);
    }

    /**
     * Ends what {@link #meet} began, at both sides: neither sends to the other any more, and all that was sent has been
     * handled. A rank that is met again has the number it had.
     */
    public void part(int number) {
        foreign.part(number);
    }

    /** This rank's number, from 0. */
    public int number() {
        return job.rank();
    }

    /** How many ranks the job has. */
    public int size() {
        return job.size();
    }

    /** The provider that carries this rank's messages. */
    public String provider() {
        return domain.provider();
    }

    /** True when the provider does {@code capability} by itself, to whatever peer. */
    public boolean has(Capability capability) {
        return domain.has(capability);
    }

    /** True when the way to {@code peer} does {@code capability} by itself. */
    public boolean has(Capability capability, int peer) {
        return domain.has(capability, peer);
    }

    /** Which ranks of the job are on which node. */
    public NodeMap nodes() {
        return job.nodes();
    }

    /** True when the ranks of this node outnumber its cores. */
    public boolean sharesCores() {
        return engine.sharesCores();
    }

    /** How often {@link #await(Awaitable, int)} asks, as a rule, before this rank sleeps for the first time. */
    public int looksBeforeSleep() {
        return engine.looksBeforeSleep();
    }

    /** Active messages. */
    public ActiveMessages messages() {
        return messages;
    }

    /** The collective exchange of a few bytes. */
    public Exchange exchange() {
        return exchange;
    }

    /** Waits until every rank has come here; what any did before is visible to all after. */
    public void barrier() {
        barriers[0].await();
    }

    /**
     * A barrier for one programming model: those with different numbers know nothing of each other, so that Java
     * threads of a rank may be in several, each in one.
     *
     * @param number below {@link #BARRIERS}
     */
    public RankBarrier barrier(int number) {
        return barriers[number];
    }

    /** Does what there is to do for this rank (runs handlers, sends what was kept back) and returns how much. */
    public int progress() {
        return engine.progress();
    }

    /**
     * Waits until {@code awaited} is done, making progress. When a word that a peer writes ends the wait, let the peer
     * write it with {@link #signal}, which also wakes a rank that sleeps.
     */
    public void await(Awaitable awaited) {
        engine.awaitLooking(awaited, ProgressEngine.ANYBODY);
    }

    /**
     * As {@link #await(Awaitable)}, for one who asks after those it waits for by itself: that some rank has ended does
     * not end this wait.
     */
    public void awaitRegardless(Awaitable awaited) {
        engine.awaitLooking(awaited, ProgressEngine.NOBODY);
    }

    /**
     * Waits until {@code awaited} is done, which a message to this rank must bring about, making progress.
     *
     * @param peer the rank that must do something for it; -1 when it may be any, -2 when it may be any of this job,
     *     -3 when the caller asks after the others by itself ({@link Awaitable#isDoneBeforeSleep})
     * @throws org.hawser.fabric.FabricException with {@code PEER_LOST} when that rank has ended
     */
    public void await(Awaitable awaited, int peer) {
        engine.await(awaited, peer);
    }

    /**
     * Keeps handlers of this rank from running in any thread until {@link #letGo}: between the two a programming model
     * may touch what its handlers touch. Not reentrant, not for handlers, and nothing that waits may be called.
     */
    public void hold() {
        engine.hold();
    }

    /** Ends {@link #hold}. */
    public void letGo() {
        engine.letGo();
    }

    /** True in a handler, and while the calling thread holds the rank. */
    public boolean isHeld() {
        return engine.isPolling();
    }

    /** Wakes threads of this rank that wait for something that another of its threads has just done. */
    public void wakeWaiting() {
        engine.wakeSleepers();
    }

    /** Wakes a peer that may sleep, after something that it finds by looking. */
    public void wake(int peer) {
        domain.wake(peer);
    }

    /**
     * Says whether this rank can go on when another one is killed. Where all that are left can, the launcher lets them;
     * else it ends the job.
     */
    public void outlives(boolean others) {
        membership.outlives(others);
    }

    /** True while {@code peer} is not known to have ended. */
    public boolean isAlive(int peer) {
        return domain.isAlive(peer);
    }

    /**
     * Handles all that has arrived, up to the last message. For one who has found that a peer is gone and wants to have
     * all that it left.
     */
    public void takeAll() {
        engine.refuseInHandler();
        engine.takeAll();
    }

    /** A peer is gone: what waits for room there is dropped, and what is posted to it from now on goes nowhere. */
    public void forsake(int peer) {
        messages.forsake(peer);
    }

    /**
     * A handler of a programming model's has failed, and its program is to be told with its next call; null when it has
     * been. Should it wait for long instead, perhaps for what the handler was to do, the wait ends with this.
     */
    public void trouble(RuntimeException untold) {
        engine.trouble(untold);
    }

    /** Adds work that a poll does after {@link #wantChores()}; it runs as a handler does and says how much it did. */
    public void addChore(IntSupplier chore) {
        engine.addChore(chore);
    }

    /** Says that a chore has something to do. */
    public void wantChores() {
        engine.wantChores();
    }

    /** Waits until every operation started with {@code handle} is over, and throws what went wrong with one. */
    public void await(Handle handle) {
        oneSided.await(handle, ProgressEngine.ANYBODY);
    }

    /** Waits until {@code counter} is {@code value} or more, then takes that much off it. */
    public void await(Counter counter, long value) {
        engine.await(() -> counter.value() >= value, ProgressEngine.ANYBODY);
        counter.take(value);
    }

    /**
     * Memory of this rank that peers with its key can reach.
     *
     * @throws org.hawser.fabric.FabricException when there is not enough: the text says how much was asked, how much
     *     there is, and which setting changes it
     */
    public Region allocate(long bytes) {
        return regions.allocate(bytes);
    }

    /**
     * As {@link #allocate(long)}, under a number and a secret that several ranks have agreed on: each can make the keys
     * of the others' pieces itself.
     *
     * @param number unique at this rank, below 2<sup>60</sup>
     * @param secret from {@link #newSecret()} of one of them
     */
    public Region allocate(long bytes, long number, long secret) {
        if (number < 0 || number >= Regions.AGREED) {
            throw new IllegalArgumentException("the number of a region is out of range: number=" + number);
        }
        return regions.allocate(bytes, Regions.AGREED | number, secret);
    }

    /** The key of {@code owner}'s piece of memory that ranks have made under one number and secret. */
    public static RegionKey keyOf(int owner, long number, long secret, long bytes) {
        return new RegionKey(owner, Regions.AGREED | number, secret, bytes);
    }

    /** A secret for memory that several ranks make together. */
    public static long newSecret() {
        return Regions.newSecret();
    }

    /** Opens native memory that came from elsewhere to peers; it must outlive the region. */
    public Region register(MemorySegment memory) {
        return regions.register(memory);
    }

    /**
     * Opens native memory to one peer, for as long as a transfer lasts. Cheaper than {@link #register} where that peer
     * is on another node. Whoever closes the region knows that the peer is done, or that its access is to be refused.
     */
    public Region lend(MemorySegment memory, int peer) {
        return regions.lend(memory, peer);
    }

    /**
     * The region of this rank's own that holds these bytes and that peers can map who have
     * {@link Capability#DIRECT_MAPPING} here ({@link #has(Capability, int)}), or null. Allocates nothing, so that
     * a sender can ask with every message whether a peer could read the payload where it is:
     *
     * <pre>{@code
     * Region holder = rank.regionOf(payload.address(), payload.byteSize());
     * long offset = holder == null ? -1 : payload.address() - holder.memory().address();
     * }</pre>
     *
     * @param address where the bytes begin in this process's memory
     * @param bytes   how many there are, 0 or more
     */
    public Region regionOf(long address, long bytes) {
        if (bytes < 0) {
            throw new IllegalArgumentException("a length cannot be negative: bytes=" + bytes);
        }
        return regions.mappedRegionOf(address, bytes);
    }

    /** A peer's region. */
    public RemoteRegion attach(RegionKey key) {
        checkOwner(key);
        return regions.attach(key);
    }

    /**
     * A peer's region, or one of this rank's own, as ranks without any way to its memory have it: all that is done
     * there is done by the owner's agent, one thing after the other. For words that this rank could map but must not
     * touch, because others operate them through the network.
     */
    public RemoteRegion attachByAgent(RegionKey key) {
        checkOwner(key);
        return regions.agent().attach(key);
    }

    private void checkOwner(RegionKey key) {
        if (key.owner() < 0 || foreign.address(key.owner()) == null) {
            checkRank(key.owner());
        }
    }

    /** Collective: the same amount of memory at every rank; see {@link Symmetric}. */
    public Symmetric symmetric(long bytes) {
        byte[] secret = exchange.broadcast(0, number() == 0
            ? ByteBuffer.allocate(Long.BYTES).putLong(Regions.newSecret()).array() : null);
        long id = Regions.SYMMETRIC | ++symmetricCount;
        Region mine = regions.allocate(bytes, id, ByteBuffer.wrap(secret).getLong());
        barrier();
        return new Symmetric(this, mine);
    }

    /** Writes 8 bytes into a peer's region, at a multiple of 8. */
    public void put(RemoteRegion region, long offset, long value) {
        oneSided.put(region, offset, value);
    }

    /**
     * Writes 8 bytes into a peer's region after all that this thread put there before, and wakes the peer if it sleeps:
     * the second half of a put with signal.
     */
    public void signal(RemoteRegion region, long offset, long value) {
        oneSided.signal(region, offset, value);
        domain.wake(region.owner());
    }

    /** Copies into a peer's region; the source is free when this returns. */
    public void put(RemoteRegion region, long offset, MemorySegment source, long sourceOffset, long length) {
        oneSided.put(region, offset, source, sourceOffset, length);
    }

    /** From how many bytes on {@link #copyJointly} may be faster than a copy. */
    public long jointCopiesFrom() {
        return joint.least();
    }

    /**
     * Copies between memory of this rank and a peer's, of which the peer copies a part if it waits for something. For
     * models that copy by address, from {@link #jointCopiesFrom()} bytes on; {@link #put} and {@link #get} do this by
     * themselves.
     *
     * @param out    to the peer, or from it
     * @param offset where in the region
     * @return false when nothing was copied, and the caller has to, or to refuse it
     */
    public boolean copyJointly(boolean out, MemorySegment memory, long at, MappedRegion region, long offset,
                               long bytes) {
        return joint.copy(out, memory, at, region, offset, bytes);
    }

    /** The same with native memory, and all of it there and in the region: the caller has seen to that. */
    public boolean copyJointly(boolean out, long address, MappedRegion region, long offset, long bytes) {
        return joint.copy(out, address, region, offset, bytes);
    }

    /** How many pieces of such copies this rank has copied for peers. */
    public long jointPieces() {
        return help.pieces();
    }

    /** Starts a copy into a peer's region; the source stays untouched until {@code handle} is done. */
    public void put(RemoteRegion region, long offset, MemorySegment source, long sourceOffset, long length,
                    Handle handle) {
        oneSided.put(region, offset, source, sourceOffset, length, handle);
    }

    /** Reads 8 bytes of a peer's region, at a multiple of 8. */
    public long get(RemoteRegion region, long offset) {
        return oneSided.get(region, offset);
    }

    /** Copies out of a peer's region. */
    public void get(RemoteRegion region, long offset, MemorySegment target, long targetOffset, long length) {
        oneSided.get(region, offset, target, targetOffset, length);
    }

    /** Starts a copy out of a peer's region; the target is whole when {@code handle} is done. */
    public void get(RemoteRegion region, long offset, MemorySegment target, long targetOffset, long length,
                    Handle handle) {
        oneSided.get(region, offset, target, targetOffset, length, handle);
    }

    /** Adds to a word of a peer's region and returns what it held. */
    public long fetchAdd(RemoteRegion region, long offset, long delta) {
        return oneSided.fetchAdd(region, offset, delta);
    }

    /**
     * Starts to add to a word of a peer's region; {@code handle} says when it has been done.
     *
     * @param handle null: the peer's own, as for puts
     */
    public void add(RemoteRegion region, long offset, long delta, Handle handle) {
        oneSided.add(region, offset, delta, handle);
    }

    /** Replaces a word of a peer's region if it holds {@code expected}; returns what it held. */
    public long compareSwap(RemoteRegion region, long offset, long expected, long value) {
        return oneSided.compareSwap(region, offset, expected, value);
    }

    /** Waits until what this rank put at {@code peer} with no handle of its own is visible there. */
    public void fence(int peer) {
        oneSided.fence(peer);
    }

    /** Waits until what this rank put anywhere with no handle of its own is visible. */
    public void fence() {
        oneSided.fence();
    }

    /**
     * Leaves the job. What has arrived is handled, what this rank sent is delivered; its regions end. Not collective: a
     * program whose ranks still use each other calls {@link #barrier()} first.
     */
    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        if (progressThread != null) {
            progressThread.end();
        }
        try {
            // What ranks of this node sent before a barrier that all have passed is here, and is handled.
            engine.drain(DRAIN_NANOS);
            messages.drain(DRAIN_NANOS);
        } finally {
            leave(true);
            forgetEnd.run();
        }
    }

    /**
     * The end of this rank. When its program ends without {@link #close()}, threads of it may be in the middle of
     * anything: no memory is taken from under them then, the process's end does that. Peers may be in the middle of
     * something as well: whoever finds the memory gone finds that this rank has left.
     */
    private void leave(boolean inOrder) {
        if (left.compareAndSet(false, true)) {
            for (RankBarrier barrier : barriers) {
                barrier.leave();
            }
            if (inOrder) {
                regions.close();
            }
            foreign.close();
            membership.close();
            if (!inOrder) {
                regions.withdraw();
            }
        }
    }

    @Override
    public String toString() {
        return "rank " + number() + " of " + size();
    }

    void checkRank(int other) {
        if (other < 0 || other >= size()) {
            throw new IllegalArgumentException("no such rank: rank=" + other + " size=" + size());
        }
    }

    Region mappedRegionOf(MemorySegment memory) {
        return regions.mappedRegionOf(memory);
    }

    /** At least {@code bytes} of memory that belong to the calling thread until it asks again. */
    MemorySegment scratch(int bytes) {
        ThreadLocal<MemorySegment> mine = engine.isPolling() ? handlerScratch : scratch;
        MemorySegment room = mine.get();
        if (room.byteSize() < bytes) {
            room = Arena.ofAuto().allocate(bytes, 64);
            mine.set(room);
        }
        return room;
    }
}
