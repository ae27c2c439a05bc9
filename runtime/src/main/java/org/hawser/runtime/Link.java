package org.hawser.runtime;

import java.lang.foreign.MemorySegment;
import org.hawser.fabric.Completion;
import org.hawser.fabric.Endpoint;
import org.hawser.fabric.FabricException;
import org.hawser.fabric.Post;
import org.hawser.fabric.RemoteRegion;
import org.hawser.platform.memory.RawBytes;
import org.hawser.platform.memory.RawWords;

/**
 * A programming model's way to one peer: messages that are sent now or not at all, and messages that are kept until
 * there is room. Nothing here waits, so all of it may be used in handlers and while the rank is held.
 *
 * <pre>{@code
 * long at = link.claim(24);
 * if (at < 0) return false;            // no room now
 * RawBytes.setLong(at, first);
 * link.commit(KIND);
 * }</pre>
 *
 * <p>What one thread sends arrives in order, kept or not.
 *
 * <p><b>Threads:</b> any; between {@link #claim} and {@link #commit} no other call of Hawser. <b>Allocates:</b> for
 * messages that must be kept.
 */
public final class Link {
    /** In place of an address: the peer is gone. */
    private static final long FORSAKEN = -2;

    private final Peer peer;
    private final ProgressEngine engine;
    private final int base;
    private final int compact;

    Link(Peer peer, ProgressEngine engine, int model) {
        this.peer = peer;
        this.engine = engine;
        base = Forms.word(Forms.MODEL, model << Forms.KIND_BITS);
        compact = Forms.COMPACT | model << Forms.COMPACT_BITS;
    }

    /** The rank at the other end. */
    public int rank() {
        return peer.rank;
    }

    /** The longest message. */
    public int maxBytes() {
        return peer.endpoint.maxBody();
    }

    /**
     * Sends 8 bytes and 24 bits of the model's own, the shortest message there is; false when there is no room now.
     *
     * @param bits less than 2<sup>24</sup>
     */
    public boolean offer(int bits, long body) {
        return !peer.hasBacklog() && peer.endpoint.sendShort(compact | bits, body) == Post.DONE;
    }

    /** Sends 16 bytes; false when there is no room now. */
    public boolean offer(int kind, long first, long second) {
        return !peer.hasBacklog() && peer.endpoint.sendShort(base | kind, first, second) == Post.DONE;
    }

    /** Reserves a message of {@code bytes} and returns its address; negative when there is no room now. */
    public long claim(int bytes) {
        long at = peer.hasBacklog() ? Post.BUSY : peer.endpoint.claim(bytes);
        return at < 0 ? -1 : RawWords.addressOf(peer.endpoint.memory()) + at;
    }

    /** Sends what was claimed. */
    public void commit(int kind) {
        peer.endpoint.commit(base | kind);
    }

    /** Sends what was claimed, at the latest with what is sent to this peer next, which is at once. */
    public void commitAhead(int kind) {
        peer.endpoint.commitAhead(base | kind);
    }

    /** The longest message that {@link #offerFrom} takes. */
    public int maxReferred() {
        return peer.endpoint.maxZeroCopy();
    }

    /**
     * Sends a head and, behind it, native memory that any thread may use, from where it is.
     *
     * @param head of at most {@link Endpoint#HEAD} bytes; free when this returns
     * @return {@link Post#DONE}, {@link Post#STARTED} (the body stays untouched until the completion) or
     *         {@link Post#BUSY}
     */
    public int offerFrom(int kind, MemorySegment head, MemorySegment body, Completion completion) {
        return peer.hasBacklog() ? Post.BUSY
            : peer.endpoint.sendZeroCopy(base | kind, new MemorySegment[] {head, body}, completion);
    }

    /** The caller takes memory back that a message of {@link #offerFrom}, or a write, may still be sent from. */
    public void recall(MemorySegment memory) {
        peer.endpoint.recall(memory);
    }

    /** Gives up what was claimed. */
    public void abandon() {
        peer.endpoint.abandon();
    }

    /**
     * Writes into a region of the peer's, and sends 8 bytes behind it: who takes the message finds the data.
     *
     * @return {@link Post#DONE}, {@link Post#STARTED} (the source stays untouched until the completion) or
     *         {@link Post#BUSY}
     */
    public int write(RemoteRegion region, long offset, MemorySegment source, int kind, long immediate,
                     Completion completion) {
        return peer.hasBacklog() ? Post.BUSY : region.writeImmediate(peer.endpoint, offset, source, 0,
            source.byteSize(), base | kind, immediate, completion);
    }

    /** Sends three words, now or as soon as there is room; makes no array of them where there is. */
    public void post(int kind, long first, long second, long third) {
        long at = claimOrForsake(3 * Long.BYTES);
        if (at == FORSAKEN) {
            return;
        }
        if (at < 0) {
            peer.queue(base | kind, new long[] {first, second, third});
            engine.wantChores();
            return;
        }
        RawBytes.setLong(at, first);
        RawBytes.setLong(at + Long.BYTES, second);
        RawBytes.setLong(at + 2 * Long.BYTES, third);
        commit(kind);
    }

    /** Sends the words, now or as soon as there is room; to a peer that is gone they go nowhere. */
    public void post(int kind, long... words) {
        long at = claimOrForsake(words.length * Long.BYTES);
        if (at == FORSAKEN) {
            return;
        }
        if (at < 0) {
            peer.queue(base | kind, words);
            engine.wantChores();
            return;
        }
        for (int i = 0; i < words.length; i++) {
            RawBytes.setLong(at + (long) i * Long.BYTES, words[i]);
        }
        commit(kind);
    }

    /** Sends a copy of some bytes, now or as soon as there is room; to a peer that is gone it goes nowhere. */
    public void post(int kind, MemorySegment memory, long offset, int length) {
        if (peer.isForsaken()) {
            return;
        }
        try {
            if (peer.hasBacklog() || peer.endpoint.sendBuffered(base | kind, memory, offset, length) != Post.DONE) {
                peer.queue(base | kind, memory, offset, length);
                engine.wantChores();
            }
        } catch (FabricException e) {
            forsakeIfLost(e);
        }
    }

    private long claimOrForsake(int bytes) {
        if (peer.isForsaken()) {
            return FORSAKEN;
        }
        try {
            return claim(bytes);
        } catch (FabricException e) {
            forsakeIfLost(e);
            return FORSAKEN;
        }
    }

    /** An answer to a peer that is gone is no reason to fail: whoever needs that peer is told when it waits. */
    private void forsakeIfLost(FabricException e) {
        if (e.severity() != FabricException.Severity.PEER_LOST) {
            throw e;
        }
        peer.forsake();
    }
}
