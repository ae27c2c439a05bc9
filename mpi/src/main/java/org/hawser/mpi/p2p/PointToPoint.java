package org.hawser.mpi.p2p;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.hawser.fabric.FabricException;
import org.hawser.mpi.ErrorClass;
import org.hawser.mpi.MpiFailure;
import org.hawser.mpi.datatype.Layout;
import org.hawser.mpi.group.Members;
import org.hawser.runtime.Awaitable;
import org.hawser.runtime.Rank;

/**
 * Point-to-point communication of one rank: sends and receives of bytes, matched by context, source and tag.
 *
 * <p>Ranks are those of the job; communicators translate. Memory is given as an array and an offset in bytes from its
 * first element or, when the array is null, as an address; the caller has checked that the bytes are there. With an
 * address the caller keeps the memory reachable: by a fence around calls that wait, by {@code keep} for the others.
 * With a layout the memory holds items of a datatype from there on, and the bytes are those of their packed form.
 *
 * <p><b>Threads:</b> any. <b>Allocates:</b> nothing per message, but for those that arrive before their receive and for
 * large ones.
 */
public final class PointToPoint {
    /** A receive from any rank. */
    public static final int ANY_SOURCE = -1;
    /** A receive of any tag. */
    public static final int ANY_TAG = -1;
    /** Contexts are below this. */
    public static final int CONTEXTS = 1 << 24;

    /** Contexts from here on may be those of communicators with processes of several jobs. */
    public static final int FIRST_ACROSS_JOBS = 1 << 16;

    /** The runtime's barrier that is MPI's. */
    private static final int BARRIER = 1;
    /** To wait without an eye on others: the watch looks after them. */
    static final int NOBODY = -3;
    private static final int LOOKS_FOR_RECEIVER = 40;
    /** After so many sends to a peer that the program did not wait for, it has begun a stream of them. */
    private static final int LEISURE = 2;

    private final Rank rank;
    private final Engine engine;
    /** Of the last wait, for the next one. */
    private final AtomicReference<Watched> spareWatched = new AtomicReference<>();
    private final Watch watch;
    /** Up to this nobody is asked who has come first. */
    private final int smallLimit;
    /** Stands for every send that was over when it had begun; never in use, so never recycled. */
    private final Operation gone;
    private final Continued continued;
    private final Probes probes;
    /** How often the program has waited for an operation; a hint, so threads may lose each other's count. */
    private int waits;
    private final ScratchMemory scratch = new ScratchMemory();
    /** What other parts of MPI have once per rank. */
    private final Map<Class<?>, Object> companions = new ConcurrentHashMap<>();

    /** Point-to-point communication for {@code rank}; once per rank, before a barrier of all. */
    public PointToPoint(Rank rank) {
        this.rank = rank;
        engine = new Engine(rank);
        watch = engine.watch;
        smallLimit = engine.limits.announce();
        gone = new Operation(engine, -1);
        gone.finish();
        continued = new Continued(rank, engine);
        probes = new Probes(engine);
    }

    /** Starts operations from where nothing may wait. */
    public Continued continued() {
        return continued;
    }

    /** Looks for messages that have come and were not received. */
    public Probes probes() {
        return probes;
    }

    /** Knows the communicators, and which ranks are lost. */
    public Watch watch() {
        return watch;
    }

    /** The one object of a kind that goes with this rank; made when it is first asked for. */
    public <T> T companion(Class<T> kind, Function<PointToPoint, T> maker) {
        return kind.cast(companions.computeIfAbsent(kind, any -> maker.apply(this)));
    }

    /** Memory to borrow. */
    public ScratchMemory scratch() {
        return scratch;
    }

    /** The rank whose messages these are. */
    public Rank rank() {
        return rank;
    }

    /** Waits until every rank of the job has come here. */
    public void barrier() {
        rank.barrier(BARRIER).await();
    }

    /** Ends a wait in {@link #barrier}, and all later ones; barriers of other models go on. */
    public void cutBarrier() {
        rank.barrier(BARRIER).cut();
    }

    /** Sends and returns when the memory may be used again; a synchronous send when a receive has matched, too. */
    public void send(int context, int to, int tag, boolean synchronous, Object array, long offset, long bytes) {
        if (bytes > smallLimit || synchronous || !sendEager(Wire.key(context, tag), to, array, offset, (int) bytes)) {
            Operation send = beginSend(context, to, tag, synchronous, true, array, offset, bytes, null, null);
            await(send);
            MpiFailure failure = send.failure();
            recycle(send);
            if (failure != null) {
                throw failure;
            }
        }
    }

    /** As the other, for items with gaps. */
    public void send(int context, int to, int tag, boolean synchronous, Object array, long offset, long bytes,
                     Layout layout) {
        if (bytes > smallLimit || synchronous
                || !sendPacked(Wire.key(context, tag), to, array, offset, (int) bytes, layout)) {
            Operation send = beginSend(context, to, tag, synchronous, true, array, offset, bytes, layout, null);
            await(send);
            MpiFailure failure = send.failure();
            recycle(send);
            if (failure != null) {
                throw failure;
            }
        }
    }

    private boolean sendPacked(long key, int to, Object array, long offset, int bytes, Layout layout) {
        rank.hold();
        try {
            Partner partner = engine.partner(to);
            if (!partner.queued.isEmpty() || !Eager.tryPack(partner, key, array, offset, bytes, layout)) {
                return false;
            }
            partner.sent(key);
            engine.counts.eager++;
            engine.counts.packed++;
            return true;
        } finally {
            rank.letGo();
        }
    }

    private boolean sendEager(long key, int to, Object array, long offset, int bytes) {
        rank.hold();
        try {
            Partner partner = engine.partner(to);
            if (!partner.queued.isEmpty() || !Eager.tryPost(partner, key, array, offset, bytes)) {
                return false;
            }
            partner.sent(key);
            engine.counts.eager++;
            return true;
        } finally {
            rank.letGo();
        }
    }

    /** Receives up to {@code bytes}; the operation returned is done. */
    public Operation receive(int context, int from, int tag, Object array, long offset, long bytes) {
        Operation receive = startReceive(context, from, tag, array, offset, bytes, null);
        finish(receive);
        return receive;
    }

    /** As the other, for items with gaps. */
    public Operation receive(int context, int from, int tag, Object array, long offset, long bytes, Layout layout) {
        Operation receive = startReceive(context, from, tag, array, offset, bytes, layout, null);
        finish(receive);
        return receive;
    }

    /** Starts a send; the memory stays untouched until the operation is done. */
    public Operation startSend(int context, int to, int tag, boolean synchronous, Object array, long offset,
                               long bytes, Object keep) {
        if (bytes <= smallLimit && !synchronous
                && sendEager(Wire.key(context, tag), to, array, offset, (int) bytes)) {
            return gone;
        }
        return beginSend(context, to, tag, synchronous, false, array, offset, bytes, null, keep);
    }

    /** As the other, for items with gaps; {@code layout} may be null. */
    public Operation startSend(int context, int to, int tag, boolean synchronous, Object array, long offset,
                               long bytes, Layout layout, Object keep) {
        if (layout == null) {
            return startSend(context, to, tag, synchronous, array, offset, bytes, keep);
        }
        if (bytes <= smallLimit && !synchronous
                && sendPacked(Wire.key(context, tag), to, array, offset, (int) bytes, layout)) {
            return gone;
        }
        return beginSend(context, to, tag, synchronous, false, array, offset, bytes, layout, keep);
    }

    private Operation beginSend(int context, int to, int tag, boolean synchronous, boolean awaited, Object array,
                                long offset, long bytes, Layout layout, Object keep) {
        if (bytes > smallLimit) {
            lookForReceiver(to, Wire.key(context, tag), bytes);
        }
        rank.hold();
        try {
            Partner partner = engine.partner(to);
            Operation send = engine.operations.take()
                .begin(Operation.State.QUEUED, Wire.key(context, tag), to, array, offset, bytes, keep).with(layout);
            send.matched(rank.number(), send.key, bytes);
            send.synchronous = synchronous;
            send.leisurely = !awaited && partner.countBegun(waits) > LEISURE;
            engine.sends.send(send);
            return send;
        } finally {
            rank.letGo();
        }
    }

    /** Starts a receive; the memory is not looked at until the operation is done. */
    public Operation startReceive(int context, int from, int tag, Object array, long offset, long bytes,
                                  Object keep) {
        return startReceive(context, from, tag, array, offset, bytes, null, keep);
    }

    /** As the other, for items with gaps; {@code layout} may be null. */
    public Operation startReceive(int context, int from, int tag, Object array, long offset, long bytes,
                                  Layout layout, Object keep) {
        boolean small = bytes <= smallLimit;
        if (!small && isLookedForFirst(from)) {
            rank.progress();
        }
        rank.hold();
        try {
            Operation receive = engine.operations.take()
                .begin(Operation.State.POSTED, Wire.key(context, tag), from, array, offset, bytes, keep).with(layout);
            if (small) {
                engine.receiveSmall(receive);
            } else {
                engine.begin(receive);
            }
            return receive;
        } finally {
            rank.letGo();
        }
    }

    /**
     * Who has come first decides how a large message travels: so what has arrived is looked at before it is received.
     * Over a network the receiver's word is needed either way, and the look would take in whole messages that came
     * before, while the sender of this one waits for that word. Asked without holding the rank: who sees a new peer
     * late looks once more.
     */
    private boolean isLookedForFirst(int from) {
        Partner partner = from >= 0 ? engine.known(from) : null;
        return partner == null || !partner.writes;
    }

    /**
     * Looks whether the receiver has come before a large message leaves. When the two keep coming at the same time, as
     * in a ping-pong, the receiver's word is a moment behind, and waiting for that moment saves a copy. Over a network
     * the moment costs more than the copy of a message of middle size.
     */
    private void lookForReceiver(int to, long key, long bytes) {
        rank.progress();
        int looks = 0;
        boolean expected = true;
        while (expected && looks <= LOOKS_FOR_RECEIVER) {
            rank.hold();
            Partner partner = engine.known(to);
            expected = partner != null && partner.expectsAnnouncement(key)
                && (partner.maps || !engine.limits.isHybrid(partner, bytes));
            if (expected && looks == LOOKS_FOR_RECEIVER) {
                partner.expectedInVain();
            }
            rank.letGo();
            looks++;
            if (expected) {
                rank.progress();
            }
        }
    }

    /** Starts to receive a message that {@link Probes#take} took. */
    public Operation startReceive(Arrived message, Object array, long offset, long bytes, Object keep) {
        return startReceive(message, array, offset, bytes, null, keep);
    }

    /** As the other, for items with gaps; {@code layout} may be null. */
    public Operation startReceive(Arrived message, Object array, long offset, long bytes, Layout layout,
                                  Object keep) {
        rank.hold();
        try {
            Operation receive = engine.operations.take()
                .begin(Operation.State.POSTED, message.key, message.source, array, offset, bytes, keep).with(layout);
            engine.takeFound(message, receive);
            return receive;
        } finally {
            rank.letGo();
        }
    }

    /** Makes progress and returns how much was done. */
    public int progress() {
        int work = rank.progress();
        if (work == 0) {
            watch.glance();
        }
        return work;
    }

    /**
     * Waits until {@code operation} is done. A lost peer, or that its communicator was revoked, is the operation's
     * failure.
     *
     * @throws MpiFailure when it is a receive from anybody and a rank is lost that was not acknowledged; it is under
     *     way still, and may be waited for again
     */
    public void await(Operation operation) {
        waits++;
        if (!operation.isDone()) {
            rank.await(operation, NOBODY);
        }
    }

    /** As {@link #await(Operation)}, of an operation that is waited for once: what ends the wait is its failure. */
    public void finish(Operation operation) {
        try {
            await(operation);
        } catch (MpiFailure e) {
            abandon(operation, new MpiFailure(ErrorClass.PROC_FAILED, e.getMessage(), e));
        }
    }

    /** Throws when {@code operation} is a receive from anybody, not over, and somebody was lost; after a test. */
    public void checkTested(Operation operation) {
        watch.refuse(operation);
    }

    /** Waits until {@code awaited}, which some operation's end ends, is done; those of lost ranks end by this. */
    public void await(Awaitable awaited) {
        await(awaited, null);
    }

    /** As {@link #await(Awaitable)}; throws a failure when one of {@code needed}, if given, is lost before. */
    public void await(Awaitable awaited, Members needed) {
        if (awaited.isDone()) {
            return;
        }
        Watched spare = spareWatched.getAndSet(null);
        Watched watched = spare == null ? new Watched(watch) : spare;
        try {
            rank.await(watched.on(awaited, needed), NOBODY);
        } finally {
            spareWatched.set(watched.on(null, null));
        }
    }

    /** As {@link #await(Awaitable)}, for what {@code peer} must end: throws a failure when that rank is lost. */
    public void await(Awaitable awaited, int peer) {
        try {
            rank.await(awaited, peer);
        } catch (FabricException e) {
            if (e.severity() != FabricException.Severity.PEER_LOST) {
                throw e;
            }
            throw new MpiFailure(ErrorClass.PROC_FAILED, e.getMessage(), e);
        }
    }

    /**
     * Ends an operation with a failure; a message that would still come for it matches another receive. Where a peer
     * that lives has been told of the memory, or may be writing there, this waits for its word: the memory is the
     * caller's then.
     */
    public void abandon(Operation operation, MpiFailure cause) {
        if (operation == gone) {
            return;
        }
        continued.held(() -> engine.endings.giveUp(operation, cause));
        try {
            await(operation);
        } catch (RuntimeException e) {
            // Nothing moves any more.
            continued.held(() -> engine.abandon(operation, cause));
        }
    }

    /** Cancels if it can still be done: when the operation is done it says whether it was cancelled. */
    public void cancel(Operation operation) {
        rank.progress();
        rank.hold();
        try {
            engine.cancel(operation);
        } finally {
            rank.letGo();
        }
    }

    /** Gives back an operation that is done. */
    public void recycle(Operation operation) {
        if (operation == gone) {
            return;
        }
        rank.hold();
        engine.operations.giveBack(operation);
        rank.letGo();
    }

    /** As {@link #recycle}, by a caller that holds the rank. */
    public void recycleHeld(Operation operation) {
        if (operation != gone) {
            engine.operations.giveBack(operation);
        }
    }

    /** Lets an operation go: it ends by itself and nobody asks for it any more. */
    public void release(Operation operation) {
        if (operation == gone) {
            return;
        }
        rank.hold();
        try {
            if (operation.isDone()) {
                engine.operations.giveBack(operation);
            } else {
                operation.release();
            }
        } finally {
            rank.letGo();
        }
    }

    /** Operations that were started and neither recycled nor released. */
    public int pending() {
        rank.hold();
        try {
            return engine.operations.wanted();
        } finally {
            rank.letGo();
        }
    }

    /** The program's operations that hold up the end: neither over nor released, and no sends to other ranks. */
    public int unsettled() {
        rank.progress();
        rank.hold();
        try {
            return engine.operations.unsettled();
        } finally {
            rank.letGo();
        }
    }

    /** True while an operation in this context, or in the other one of its pair, is under way. */
    public boolean isBusyIn(int context) {
        rank.progress();
        rank.hold();
        try {
            return engine.operations.isBusyIn(context >> 1);
        } finally {
            rank.letGo();
        }
    }

    /**
     * Waits until the sends and collectives that nobody waits for are over; for a rank about to leave, whose program
     * receives nothing more. A send to a rank that does not receive it ends when that one is about to leave as well.
     */
    public void finish() {
        rank.hold();
        try {
            engine.endings.begin();
        } finally {
            rank.letGo();
        }
        await(new LastSends(engine));
    }

    /** Tells a rank what the call is that this one waits in, in shared memory, and asks for its own: {@link Doubts}. */
    public void askAfterCall(Circle circle, int other) {
        rank.hold();
        try {
            engine.doubts.askAfterLatest(circle, other);
        } finally {
            rank.letGo();
        }
    }

    /** Chooses how items with gaps travel from now on; all ranks should choose the same. */
    public void choose(Noncontiguous path) {
        engine.paths.choose(path);
    }

    /** Parts from a rank of another job, of which nothing is expected and to which nothing is on its way. */
    public void forget(int number) {
        continued.held(() -> engine.forget(number));
        rank.part(number);
    }

    /** How many messages went by which protocol. */
    public ProtocolCounts counts() {
        return engine.counts;
    }
}
