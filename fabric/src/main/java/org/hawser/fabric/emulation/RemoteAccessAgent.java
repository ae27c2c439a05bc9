package org.hawser.fabric.emulation;

import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntFunction;
import org.hawser.fabric.Completion;
import org.hawser.fabric.Endpoint;
import org.hawser.fabric.FabricException;
import org.hawser.fabric.Post;
import org.hawser.fabric.Receiver;
import org.hawser.fabric.Region;
import org.hawser.fabric.RegionKey;
import org.hawser.fabric.RemoteRegion;
import org.hawser.platform.memory.Words;

/**
 * Remote write, read and atomics for a medium that only carries messages: the origin sends requests, the target's
 * poll serves them and answers. Key, bounds and kind of every request are checked; a bad one is refused at its origin
 * and changes nothing.
 *
 * <p>Nothing blocks: what finds no room stays queued here and goes out in {@link #progress()}.
 *
 * <p><b>Threads:</b> origin calls by any thread, {@link #onMessage} and {@link #progress} by the polling one.
 * <b>Allocates:</b> per operation; this is the slow path.
 */
public final class RemoteAccessAgent implements Receiver {
    private final IntFunction<Endpoint> endpoints;
    private final Receiver upward;
    private final int word;
    private final Map<Long, Region> regions = new ConcurrentHashMap<>();
    private final Map<Long, Access> accesses = new HashMap<>();
    private final ArrayDeque<Access> unposted = new ArrayDeque<>();
    private final ArrayDeque<Reply> replies = new ArrayDeque<>();
    private long lastRequest;
    private Runnable waiting = () -> { };

    /**
     * An agent.
     *
     * @param endpoints the way to a peer
     * @param word      the word its messages carry; the owner of the poll hands messages with it to this agent
     * @param upward    who takes immediate data
     */
    public RemoteAccessAgent(IntFunction<Endpoint> endpoints, int word, Receiver upward) {
        this.endpoints = endpoints;
        this.upward = upward;
        this.word = word;
    }

    /** Has {@code tell} run whenever something is left for {@link #progress()}. */
    public void whenWaiting(Runnable tell) {
        waiting = tell;
    }

    /** True when something is left for {@link #progress()}. */
    public synchronized boolean isWaiting() {
        return !unposted.isEmpty() || !replies.isEmpty();
    }

    /** Opens a region of this rank to peers' requests. */
    public void open(Region region) {
        regions.put(region.key().id(), region);
    }

    /** Closes a region to peers' requests. */
    public void close(Region region) {
        regions.remove(region.key().id());
    }

    /** A peer's region, all of whose operations go through the peer's agent. */
    public RemoteRegion attach(RegionKey key) {
        return new EmulatedRegion(this, key, null);
    }

    /** A region that does by messages what {@code partial}'s medium cannot do. */
    public RemoteRegion complete(RemoteRegion partial) {
        return new EmulatedRegion(this, partial.key(), partial);
    }

    /** Posts what had no room before; returns how much was done. */
    public synchronized int progress() {
        int work = 0;
        while (!unposted.isEmpty() && unposted.peek().post(word)) {
            unposted.remove();
            work++;
        }
        while (!replies.isEmpty() && replies.peek().post(word)) {
            replies.remove();
            work++;
        }
        return work;
    }

    synchronized int start(int kind, RegionKey key, long offset, MemorySegment local, long localOffset, long length,
                           long first, long second, Completion completion) {
        if (length == 0 && (kind == AccessHeader.WRITE || kind == AccessHeader.READ)) {
            return Post.DONE;
        }
        Access access = new Access(++lastRequest, kind, endpoints.apply(key.owner()), key, offset, local, localOffset,
            length, first, second, completion);
        if (!access.post(word)) {
            if (!access.hasStarted()) {
                return Post.BUSY;
            }
            unposted.add(access);
            waiting.run();
        }
        accesses.put(access.request, access);
        return Post.STARTED;
    }

    @Override
    public void onMessage(int source, int ignored, MemorySegment memory, long at, int length) {
        int data = length - AccessHeader.BYTES;
        if (data < 0 || AccessHeader.dataBytes(memory, at) != data) {
            throw new FabricException(FabricException.Severity.FATAL,
                "malformed remote access: source=" + source + " length=" + length);
        }
        int kind = AccessHeader.kind(memory, at);
        if (kind >= AccessHeader.DONE) {
            onReply(source, kind, memory, at, data);
        } else {
            serve(source, kind, memory, at, data);
        }
    }

    private void onReply(int source, int kind, MemorySegment memory, long at, int data) {
        Access access;
        synchronized (this) {
            access = accesses.get(AccessHeader.request(memory, at));
            if (access == null || access.endpoint.peer() != source) {
                throw new FabricException(FabricException.Severity.FATAL,
                    "an answer to nothing that was asked: source=" + source);
            }
            if (!access.answer(kind, memory, at, data)) {
                return;
            }
            accesses.remove(access.request);
        }
        access.complete(AccessHeader.first(memory, at));
    }

    private void serve(int source, int kind, MemorySegment memory, long at, int data) {
        Reply reply = new Reply(endpoints.apply(source), AccessHeader.request(memory, at));
        long offset = AccessHeader.offset(memory, at);
        long first = AccessHeader.first(memory, at);
        boolean atomic = kind == AccessHeader.FETCH_ADD || kind == AccessHeader.COMPARE_SWAP;
        MemorySegment target = opened(memory, at, offset, kind == AccessHeader.READ ? first
            : atomic ? Long.BYTES : data);
        if (target == null || atomic && (target.address() + offset) % Long.BYTES != 0 || kind < AccessHeader.WRITE) {
            reply.refused(kind <= AccessHeader.WRITE_IMMEDIATE ? data : 1);
        } else {
            switch (kind) {
                case AccessHeader.WRITE -> {
                    MemorySegment.copy(memory, at + AccessHeader.BYTES, target, offset, data);
                    reply.done(data);
                }
                case AccessHeader.WRITE_IMMEDIATE -> {
                    MemorySegment.copy(memory, at + AccessHeader.BYTES, target, offset, data);
                    upward.onMessage(source, checkedWord(source, memory, at), memory, AccessHeader.firstAt(at),
                        Long.BYTES);
                    reply.done(data);
                }
                case AccessHeader.READ -> reply.stream(target, offset, first);
                case AccessHeader.FETCH_ADD -> reply.done(Words.getAndAdd(target, offset, first));
                default -> reply.done(Words.compareAndExchange(target, offset, first, AccessHeader.second(memory, at)));
            }
        }
        synchronized (this) {
            if (!replies.isEmpty() || !reply.post(word)) {
                replies.add(reply);
                waiting.run();
            }
        }
    }

    private static int checkedWord(int source, MemorySegment memory, long at) {
        long word = AccessHeader.second(memory, at);
        if (word < 0 || word >= Endpoint.WORDS) {
            throw new FabricException(FabricException.Severity.FATAL, "immediate data with no word of ours: source="
                + source + " word=" + word);
        }
        return (int) word;
    }

    /** The memory that the request may touch, or null when it may not. */
    private MemorySegment opened(MemorySegment memory, long at, long offset, long length) {
        Region region = regions.get(AccessHeader.region(memory, at));
        if (region == null || region.key().secret() != AccessHeader.secret(memory, at)
                || (offset | length) < 0 || offset > region.key().length() - length) {
            return null;
        }
        return region.memory();
    }
}
