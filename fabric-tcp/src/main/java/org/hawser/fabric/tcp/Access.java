package org.hawser.fabric.tcp;

import java.lang.foreign.MemorySegment;
import org.hawser.fabric.Completion;
import org.hawser.fabric.FabricException;
import org.hawser.fabric.RegionKey;

/**
 * One operation on a peer's memory, at its origin: what is awaited, and what has come. One of a peer's slots, used
 * again and again; its number is what goes over the wire.
 *
 * <p><b>Threads:</b> filled by the thread that posts, before its frame is; then under the receiving lock. The volatile
 * state lies between: the one that posts writes it last, the one that receives reads it first.
 */
final class Access implements Runnable {
    private static final int FREE = 0;
    private static final int OPEN = 1;
    private static final int OVER = 2;

    private final TcpPeer peer;
    private final int slot;
    private volatile int state;
    private int kind;
    private RegionKey key;
    private long offset;
    private long length;
    private MemorySegment local;
    private long localOffset;
    private Completion completion;
    /** Where in the stream a long write ends; volatile, since one thread may post it and another take the answer. */
    private volatile long end;
    private long answered;
    private long value;
    private volatile RuntimeException failure;

    Access(TcpPeer peer, int slot) {
        this.peer = peer;
        this.slot = slot;
    }

    TcpPeer peer() {
        return peer;
    }

    int slot() {
        return slot;
    }

    boolean isFree() {
        return state == FREE;
    }

    boolean isOpen() {
        return state == OPEN;
    }

    /** Begins an operation; {@code memory} is where a read goes, else null. */
    void open(int what, RegionKey region, long at, long bytes, MemorySegment memory, long memoryOffset,
              Completion told) {
        kind = what;
        key = region;
        offset = at;
        length = bytes;
        local = memory;
        localOffset = memoryOffset;
        completion = told;
        end = 0;
        answered = 0;
        value = 0;
        failure = null;
        state = OPEN;
    }

    /** Gives the slot back. */
    void free() {
        local = null;
        completion = null;
        key = null;
        state = FREE;
    }

    /** The last frame of a write has been posted, and ends here in the stream. */
    void endsAt(long offset) {
        end = offset;
    }

    /** Where in the stream a long write ends: who has answered it has all up to there. 0 when that is not known. */
    long end() {
        return end;
    }

    /** Takes an answer, which ends the operation. */
    void done(long result) throws ProtocolException {
        if (kind == Frame.READ) {
            throw new ProtocolException("an answer that was not asked for: value=" + result);
        }
        value = kind == Frame.WRITE ? 0 : result;
        over();
    }

    /** Takes a refusal, which ends the operation. */
    void refused() {
        fail(FabricException.refused("rank " + peer.rank()
            + " refused the access (wrong key, closed region, outside it, or a word that is not aligned): offset="
            + offset + " length=" + length + " in " + key));
        over();
    }

    /** Where {@code bytes} of a read belong that start at {@code position} of what was wanted. */
    MemorySegment target(long position, int bytes) throws ProtocolException {
        if (kind != Frame.READ || position < 0 || position > length - bytes || bytes > length - answered) {
            throw new ProtocolException("data that was not asked for: position=" + position + " bytes=" + bytes);
        }
        return local;
    }

    /** Where in {@link #target} a position is. */
    long place(long position) {
        return localOffset + position;
    }

    /** Data of a read has come; true when the operation is over. */
    boolean arrived(int bytes) throws ProtocolException {
        return count(bytes);
    }

    private boolean count(long bytes) throws ProtocolException {
        if (bytes < 0 || bytes > length - answered) {
            throw new ProtocolException("an answer to more than was asked: bytes=" + bytes);
        }
        answered += bytes;
        return answered == length && over();
    }

    private boolean over() {
        state = OVER;
        return true;
    }

    /** What goes wrong first is told. */
    void fail(RuntimeException why) {
        if (failure == null) {
            failure = why;
        }
    }

    /** Gives up hope; true when it was open until now. */
    boolean abandon(RuntimeException why) {
        if (state != OPEN) {
            return false;
        }
        fail(why);
        return over();
    }

    @Override
    public void run() {
        complete();
    }

    /** Tells whoever waits, and frees the slot. */
    void complete() {
        Completion told = completion;
        RuntimeException why = failure;
        long result = value;
        free();
        if (told == null) {
            return;
        }
        if (why != null) {
            told.failed(why);
        } else {
            told.completed(result);
        }
    }
}
