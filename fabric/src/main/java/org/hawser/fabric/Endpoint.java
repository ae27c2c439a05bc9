package org.hawser.fabric;

import java.lang.foreign.MemorySegment;
import java.util.Objects;

/**
 * The way to one peer on one provider. Messages arrive complete, once, and in the order they were posted.
 *
 * <p>A message is a word (what it is for) and a body. Short bodies are given in the call; longer ones are written
 * into memory of the provider between {@link #claim} and {@link #commit}, so that they are copied once.
 *
 * <pre>{@code
 * if (endpoint.sendShort(word, value) == Post.BUSY) {
 *     backlog.add(word, value);
 * }
 * }</pre>
 *
 * <p><b>Threads:</b> any; an endpoint serialises its posts. A claim holds the endpoint until it is committed or
 * abandoned, by the thread that made it, with no other call of Hawser in between. <b>Allocates:</b> nothing per
 * message.
 */
public abstract class Endpoint {
    /** Words are below this; the rest of the number space is the fabric's own. */
    public static final int WORDS = 1 << 28;
    /** A first piece of up to so many bytes is copied by {@link #sendZeroCopy} before it returns. */
    public static final int HEAD = 64;

    private final int peer;
    private final int maxBody;

    /**
     * An endpoint to {@code peer}.
     *
     * @param peer    the rank at the other end
     * @param maxBody the longest body that {@link #claim} takes
     */
    protected Endpoint(int peer, int maxBody) {
        this.peer = peer;
        this.maxBody = maxBody;
    }

    /** The rank at the other end. */
    public final int peer() {
        return peer;
    }

    /** The longest body of one message. */
    public final int maxBody() {
        return maxBody;
    }

    /** Sends 8 bytes and returns at once: {@link Post#DONE} or {@link Post#BUSY}. */
    public abstract int sendShort(int word, long body);

    /** Sends 16 bytes and returns at once: {@link Post#DONE} or {@link Post#BUSY}. */
    public abstract int sendShort(int word, long first, long second);

    /**
     * Reserves a body of {@code length} bytes, {@code 0 <= length <= maxBody()}.
     *
     * @return its offset in {@link #memory()}, or a negative number when there is no room now
     */
    public abstract long claim(int length);

    /** Where a claimed body is written; asked for after each claim, as it may change between claims. */
    public abstract MemorySegment memory();

    /** Sends the claimed body with its word. */
    public abstract void commit(int word);

    /**
     * As {@link #commit}, by a caller that posts more to this peer at once: a provider that coalesces may have both
     * leave together.
     */
    public void commitAhead(int word) {
        commit(word);
    }

    /** Gives a claimed body up; nothing is sent. */
    public abstract void abandon();

    /** Sends a copy of a body; the source is free when this returns {@link Post#DONE}. */
    public final int sendBuffered(int word, MemorySegment body, long offset, int length) {
        Objects.checkFromIndexSize(offset, length, body.byteSize());
        checkLength(length);
        long at = claim(length);
        if (at < 0) {
            return Post.BUSY;
        }
        fill(body, offset, at, length);
        commit(word);
        return Post.DONE;
    }

    /** The longest body that {@link #sendZeroCopy} takes where its pieces are native memory that any thread may use. */
    public int maxZeroCopy() {
        return maxBody;
    }

    /**
     * Sends the pieces as one body. The base gathers them into a claimed body; a provider with
     * {@link Capability#ZERO_COPY_SEND} overrides this.
     *
     * @return {@link Post#DONE}, {@link Post#STARTED} (the pieces stay untouched until the completion, but for a first
     *         one of up to {@link #HEAD} bytes), or {@link Post#BUSY}
     */
    public int sendZeroCopy(int word, MemorySegment[] pieces, Completion completion) {
        long length = 0;
        for (MemorySegment piece : pieces) {
            length += piece.byteSize();
        }
        checkLength(length);
        long at = claim((int) length);
        if (at < 0) {
            return Post.BUSY;
        }
        for (MemorySegment piece : pieces) {
            fill(piece, 0, at, piece.byteSize());
            at += piece.byteSize();
        }
        commit(word);
        return Post.DONE;
    }

    /**
     * The caller takes memory back that {@link #sendZeroCopy}, or a write into a region of this peer, was given and has
     * not told of. A message is sent all the same, from a copy of what the memory holds now. Of a write the region may
     * get only a part, and something else in place of the rest; then the write fails, and no message follows it.
     */
    public void recall(MemorySegment memory) {
    }

    /**
     * Copies into a claimed body at {@code at}. A source that cannot be read (its arena is closed, or another thread's)
     * gives the claim up before the exception goes on: nobody waits for the message.
     */
    public final void fill(MemorySegment source, long offset, long at, long length) {
        boolean copied = false;
        try {
            MemorySegment.copy(source, offset, memory(), at, length);
            copied = true;
        } finally {
            if (!copied) {
                abandon();
            }
        }
    }

    private void checkLength(long length) {
        if (length > maxBody) {
            throw FabricException.refused("message too long: length=" + length + " max=" + maxBody + " peer=" + peer);
        }
    }

    /** Makes sure that what was posted leaves soon; needed by providers that coalesce, free for others. */
    public void flush() {
    }
}
