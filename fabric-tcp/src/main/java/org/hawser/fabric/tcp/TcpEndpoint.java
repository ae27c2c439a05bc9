package org.hawser.fabric.tcp;

import java.lang.foreign.MemorySegment;
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

    private final TcpPeer way;

    TcpEndpoint(TcpPeer way) {
        super(way.rank(), MAX_BODY);
        this.way = way;
    }

    @Override
    public int sendShort(int word, long body) {
        return way.post(word, body, 0, Long.BYTES) ? Post.DONE : busy();
    }

    @Override
    public int sendShort(int word, long first, long second) {
        return way.post(word, first, second, 2 * Long.BYTES) ? Post.DONE : busy();
    }

    @Override
    public long claim(int length) {
        long at = way.claim(length);
        return at < 0 ? busy() : at;
    }

    private int busy() {
        way.domain().lookForRoom(way);
        return Post.BUSY;
    }

    @Override
    public MemorySegment memory() {
        return way.memory();
    }

    @Override
    public void commit(int word) {
        way.commit(word);
    }

    @Override
    public void abandon() {
        way.abandon();
    }

    @Override
    public void flush() {
        if (way.isUnflushed()) {
            way.flushIfFree();
        }
    }
}
