package org.hawser.fabric.tcp;

import java.lang.foreign.MemorySegment;
import org.hawser.fabric.Completion;
import org.hawser.fabric.Endpoint;
import org.hawser.fabric.Post;

/**
 * The way to another rank. A message is written into the ring of the stream to it, if the peer's window has room, and
 * leaves from there.
 *
 * <p><b>Threads:</b> any. <b>Allocates:</b> when the ring grows.
 */
final class TcpEndpoint extends Endpoint {
    /** The longest body of a message. */
    static final int MAX_BODY = 16 << 10;
    /** The same where it lies in the user's memory: long enough to be worth its header, and well below any window. */
    static final int MAX_KEPT = (32 << 10) + HEAD;

    private static final int WORTH_KEEPING = 4 << 10;
    private static final int MAX_PIECES = 1024;

    private final TcpPeer way;

    TcpEndpoint(TcpPeer way) {
        super(way.rank(), MAX_BODY);
        this.way = way;
    }

    @Override
    public int sendShort(int word, long body) {
        return way.out().post(word, body, 0, Long.BYTES) ? Post.DONE : busy();
    }

    @Override
    public int sendShort(int word, long first, long second) {
        return way.out().post(word, first, second, 2 * Long.BYTES) ? Post.DONE : busy();
    }

    @Override
    public long claim(int length) {
        long at = way.out().claim(length);
        return at < 0 ? busy() : at;
    }

    @Override
    public int maxZeroCopy() {
        return MAX_KEPT;
    }

    @Override
    public int sendZeroCopy(int word, MemorySegment[] pieces, Completion completion) {
        long length = 0;
        boolean shared = completion != null;
        for (MemorySegment piece : pieces) {
            length += piece.byteSize();
            shared &= piece.isNative() && SocketMemory.shared(piece) == piece;
        }
        // A short body is copied sooner than it is kept.
        if (!shared || length < WORTH_KEEPING || length > MAX_KEPT || pieces.length > MAX_PIECES) {
            return super.sendZeroCopy(word, pieces, completion);
        }
        return way.out().postPieces(word, pieces, (int) length, completion) ? Post.STARTED : busy();
    }

    @Override
    public void recall(MemorySegment memory) {
        way.out().recall(memory);
    }

    private int busy() {
        way.domain().lookForRoom(way);
        return Post.BUSY;
    }

    @Override
    public MemorySegment memory() {
        return way.out().memory();
    }

    @Override
    public void commit(int word) {
        way.out().commit(word);
    }

    @Override
    public void commitAhead(int word) {
        way.out().commitAhead(word);
    }

    @Override
    public void abandon() {
        way.out().abandon();
    }

    @Override
    public void flush() {
        if (way.outflow().isUnflushed()) {
            way.outflow().flushIfFree();
        }
    }
}
