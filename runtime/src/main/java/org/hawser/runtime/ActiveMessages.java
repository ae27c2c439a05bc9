package org.hawser.runtime;

import static org.hawser.runtime.ProgressEngine.NOBODY;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.function.ToIntFunction;
import org.hawser.fabric.FabricException;
import org.hawser.fabric.MappedRegion;
import org.hawser.fabric.Post;
import org.hawser.fabric.RemoteRegion;
import org.hawser.platform.memory.RawWords;

/**
 * Messages that name the handler that takes them.
 *
 * <p>Three sizes: <em>short</em> ones carry one or two longs and cost a few ordered stores; <em>medium</em> ones carry
 * up to {@link #maxMedium()} bytes, copied once on each side; a <em>delivery</em> carries a header and a payload of any
 * length, and the receiver's {@link HeaderHandler} says where the payload goes. A <em>long</em> message puts its
 * payload into a region of the receiver's and then runs the handler there.
 *
 * <p>Messages of one thread to one rank are handled in the order they were sent; of deliveries, the headers are.
 * Every rank registers the same handlers under the same numbers, before any of them is sent to: a barrier after the
 * registrations sees to that.
 *
 * <pre>{@code
 * messages.register(PING, (source, memory, offset, length) -> messages.send(source, PONG, 1));
 * rank.barrier();
 * messages.send(peer, PING, 42);
 * }</pre>
 *
 * <p><b>Threads:</b> any. <b>Allocates:</b> nothing per short or medium message.
 */
public final class ActiveMessages {
    private final Rank rank;
    private final Peers peers;
    private final ProgressEngine engine;
    private final Deliveries deliveries;
    /** Made once: the chore runs while messages do, and must not allocate. */
    private final ToIntFunction<Peer> flushPeer = this::flush;
    private MessageHandler[] handlers = new MessageHandler[64];
    /** The runtime's own; apart, since their numbers would make a table of 64 Ki. */
    private final MessageHandler[] barrierHandlers = new MessageHandler[Rank.BARRIERS];
    private final ModelReceiver[] models = new ModelReceiver[Forms.MODELS];
    /** Of models that have not begun here. */
    private final EarlyMessages early = new EarlyMessages();

    ActiveMessages(Rank rank, Peers peers, ProgressEngine engine, Deliveries deliveries) {
        this.rank = rank;
        this.peers = peers;
        this.engine = engine;
        this.deliveries = deliveries;
        engine.addChore(this::flush);
    }

    /** Registers the handler of short, medium and long messages with this number, from 0 to 65279. */
    public void register(int handler, MessageHandler takes) {
        checkHandler(handler);
        registerAny(handler, takes);
    }

    synchronized void registerAny(int handler, MessageHandler takes) {
        checkFree(handler, handlerOf(handler));
        if (handler >= Reserved.BARRIER) {
            barrierHandlers[handler - Reserved.BARRIER] = takes;
            return;
        }
        if (handler >= handlers.length) {
            handlers = Arrays.copyOf(handlers, Reserved.tableFor(handler));
        }
        handlers[handler] = takes;
    }

    /** Registers the handler of deliveries with this number, from 0 to 65279; a number space of its own. */
    public void register(int handler, HeaderHandler takes) {
        checkHandler(handler);
        registerAny(handler, takes);
    }

    synchronized void registerAny(int handler, HeaderHandler takes) {
        checkFree(handler, deliveries.handler(handler));
        deliveries.register(handler, takes);
    }

    /**
     * Registers what takes the messages of a programming model, from 0 to 7; sent by {@link #link}. It is given those
     * that came before: a model may begin at some ranks while others know nothing of it.
     */
    public synchronized void registerModel(int model, ModelReceiver takes) {
        checkFree(model, models[model]);
        engine.hold();
        try {
            early.handOver(model, takes);
            models[model] = takes;
        } finally {
            engine.letGo();
        }
    }

    /** A programming model's way to a peer. */
    public Link link(int to, int model) {
        return new Link(peers.get(to), engine, model);
    }

    /** The most bytes of a medium message. */
    public int maxMedium() {
        return peers.get(rank.number()).endpoint.maxBody();
    }

    /** Sends a short message of 8 bytes. */
    public void send(int to, int handler, long body) {
        checkHandler(handler);
        sendWord(peers.get(to), handler, body);
    }

    /** As {@link #send(int, int, long)}, also for the runtime's own handlers. */
    void sendAny(int to, int handler, long body) {
        sendWord(peers.get(to), handler, body);
    }

    /** The same with some more bytes. */
    void sendAny(int to, int handler, MemorySegment body) {
        sendWord(peers.get(to), handler, body, 0, (int) body.byteSize());
    }

    /** Sends a short message of 16 bytes. */
    public void send(int to, int handler, long first, long second) {
        Peer peer = peers.get(to);
        checkHandler(handler);
        if (peer.hasBacklog() || peer.endpoint.sendShort(handler, first, second) != Post.DONE) {
            sendWaiting(peer, handler, first, second);
        }
    }

    /** Sends a medium message: a copy of {@code length} bytes; the source is free when this returns. */
    public void send(int to, int handler, MemorySegment source, long offset, int length) {
        Peer peer = peers.get(to);
        checkHandler(handler);
        if (length > peer.endpoint.maxBody()) {
            throw FabricException.refused("message too long: length=" + length + " max=" + peer.endpoint.maxBody()
                + " to=" + to + "; send a delivery instead");
        }
        sendWord(peer, handler, source, offset, length);
    }

    /**
     * Sends a delivery: a header of up to 1 KiB and a payload of any length.
     *
     * @param header     copied before this returns
     * @param payload    stays untouched until {@code origin} is bumped
     * @param origin     bumped when the payload may be used again, or null
     * @param completion bumped when the receiver has the payload and its handler has run, or null
     */
    public void deliver(int to, int handler, MemorySegment header, MemorySegment payload, Counter origin,
                        Counter completion) {
        checkHandler(handler);
        deliverAny(to, handler, header, payload, origin, completion);
    }

    /** As {@link #deliver}, also for the runtime's own handlers. */
    void deliverAny(int to, int handler, MemorySegment header, MemorySegment payload, Counter origin,
                    Counter completion) {
        deliveries.send(peers.get(to), handler, header, payload, origin, completion);
    }

    /**
     * Sends a long message: puts a payload into a region of the receiver's, then runs the handler there with 8 bytes.
     * The source is free when this returns.
     */
    public void sendLong(RemoteRegion target, long offset, MemorySegment source, long sourceOffset, long length,
                         int handler, long body) {
        checkHandler(handler);
        Peer peer = peers.get(target.owner());
        if (target instanceof MappedRegion mapped) {
            // Once, however long the message waits for room; its release orders the copy before it.
            mapped.put(offset, source, sourceOffset, length);
            sendWord(peer, handler, body);
            return;
        }
        Handle handle = peer.implicit;
        handle.begin();
        int fruitless = 0;
        int post = Post.BUSY;
        try {
            while (!isFlushed(peer) || (post = target.writeImmediate(peer.endpoint, offset, source, sourceOffset,
                    length, handler, body, handle)) == Post.BUSY) {
                engine.refuseInHandler();
                fruitless = engine.progress() > 0 ? 0 : fruitless + 1;
                engine.idle(fruitless, peer.rank);
            }
        } finally {
            // Also after a refusal, which leaves nothing to wait for.
            if (post != Post.STARTED) {
                handle.end();
            }
        }
        if (post == Post.STARTED) {
            rank.fence(peer.rank);
        }
    }

    void sendWord(Peer peer, int word, long body) {
        if (peer.hasBacklog() || peer.endpoint.sendShort(word, body) != Post.DONE) {
            sendWaiting(peer, word, body);
        }
    }

    void sendWord(Peer peer, int word, MemorySegment source, long offset, int length) {
        if (peer.hasBacklog() || peer.endpoint.sendBuffered(word, source, offset, length) != Post.DONE) {
            sendWaiting(peer, word, source, offset, length);
        }
    }

    void dispatch(int source, int handler, MemorySegment memory, long offset, int length) {
        MessageHandler takes = handlerOf(handler);
        if (takes == null) {
            throw noHandler(source, handler);
        }
        takes.onMessage(source, memory, offset, length);
    }

    void dispatchModel(int source, int word, MemorySegment memory, long offset, int length) {
        int model = Forms.model(word);
        ModelReceiver takes = model < Forms.MODELS ? models[model] : null;
        if (takes == null) {
            if (model >= Forms.MODELS || !early.keep(model, Forms.kind(word), source, memory, offset, length)) {
                throw noHandler(source, word);
            }
            return;
        }
        takes.onMessage(Forms.kind(word), source, memory, offset, length);
    }

    void dispatchCompact(int source, int word, MemorySegment memory, long offset, int length) {
        if (length != Long.BYTES) {
            throw noHandler(source, word);
        }
        dispatchCompact(source, word, RawWords.getLong(memory.address() + offset));
    }

    void dispatchCompact(int source, int word, long body) {
        ModelReceiver takes = models[word >>> Forms.COMPACT_BITS & Forms.MODELS - 1];
        if (takes == null) {
            throw noHandler(source, word);
        }
        takes.onWord(word & (1 << Forms.COMPACT_BITS) - 1, source, body);
    }

    private MessageHandler handlerOf(int handler) {
        MessageHandler[] table = handlers;
        int barrier = handler - Reserved.BARRIER;
        return handler < table.length ? table[handler]
            : barrier >= 0 && barrier < Rank.BARRIERS ? barrierHandlers[barrier] : null;
    }

    private void sendWaiting(Peer peer, int word, long first, long second) {
        if (engine.isPolling()) {
            peer.queue(word, first, second);
            engine.wantChores();
            return;
        }
        int fruitless = 0;
        do {
            fruitless = engine.progress() > 0 ? 0 : fruitless + 1;
            engine.idle(fruitless, peer.rank);
        } while (!isFlushed(peer) || peer.endpoint.sendShort(word, first, second) != Post.DONE);
    }

    /** As the sends with a body, but without making one: a flood of short messages comes this way often. */
    private void sendWaiting(Peer peer, int word, long body) {
        if (engine.isPolling()) {
            peer.queue(word, body);
            engine.wantChores();
            return;
        }
        int fruitless = 0;
        do {
            fruitless = engine.progress() > 0 ? 0 : fruitless + 1;
            engine.idle(fruitless, peer.rank);
        } while (!isFlushed(peer) || peer.endpoint.sendShort(word, body) != Post.DONE);
    }

    private void sendWaiting(Peer peer, int word, MemorySegment source, long offset, int length) {
        if (engine.isPolling()) {
            peer.queue(word, source, offset, length);
            engine.wantChores();
            return;
        }
        int fruitless = 0;
        do {
            fruitless = engine.progress() > 0 ? 0 : fruitless + 1;
            engine.idle(fruitless, peer.rank);
        } while (!isFlushed(peer) || peer.endpoint.sendBuffered(word, source, offset, length) != Post.DONE);
    }

    private boolean isFlushed(Peer peer) {
        if (peer.hasBacklog()) {
            peer.flush();
        }
        return !peer.hasBacklog();
    }

    /** The chore: sends what handlers could not. */
    private int flush() {
        return peers.sum(flushPeer);
    }

    private int flush(Peer peer) {
        int sent = peer.flush();
        if (peer.hasBacklog()) {
            engine.wantChores();
        }
        return sent;
    }

    /** Waits until nothing that this rank sent is kept back here any more, for {@code nanos} at most. */
    void drain(long nanos) {
        long deadline = System.nanoTime() + nanos;
        engine.awaitLooking(() -> {
            boolean[] empty = {true};
            peers.forEach(peer -> empty[0] &= !peer.hasBacklog());
            return empty[0] && !deliveries.isSending() || System.nanoTime() > deadline;
        }, NOBODY);
    }

    /** Drops what waits for a peer that is gone. */
    void forsake(int rank) {
        Peer known = peers.known(rank);
        if (known != null) {
            known.forsake();
        }
    }

    private static void checkHandler(int handler) {
        if (handler < 0 || handler >= Reserved.FIRST) {
            throw new IllegalArgumentException("handler number out of range: handler=" + handler + " max="
                + (Reserved.FIRST - 1));
        }
    }

    private static void checkFree(int handler, Object taken) {
        if (taken != null) {
            throw new IllegalStateException("the handler number is taken: handler=" + handler);
        }
    }

    static FabricException noHandler(int source, int handler) {
        return new FabricException(FabricException.Severity.FATAL, "a message for a handler that this rank has not "
            + "registered: handler=" + handler + " source=" + source
            + "; register it before a barrier, and send after it");
    }
}
