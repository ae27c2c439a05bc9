package org.hawser.fabric.tcp;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Objects;
import org.hawser.fabric.Capability;
import org.hawser.fabric.Completion;
import org.hawser.fabric.Endpoint;
import org.hawser.fabric.FabricException;
import org.hawser.fabric.Post;
import org.hawser.fabric.RegionKey;
import org.hawser.fabric.RemoteRegion;

/**
 * A peer's region, reached through the peer's agent: each operation is a frame, or several, and is over when the answer
 * has come.
 *
 * <p><b>Threads:</b> any. <b>Allocates:</b> nothing for operations of up to {@link #SHORT} bytes.
 */
final class TcpRemoteRegion extends RemoteRegion {
    /** Writes up to this are copied and leave at once. */
    static final int SHORT = 8 << 10;

    private static final int NO_MESSAGE = -1;
    /** What a message of 8 bytes takes of the window. */
    static final int MESSAGE_SPAN = Frame.span(Long.BYTES);

    private final TcpPeer peer;
    private volatile boolean closed;

    TcpRemoteRegion(RegionKey key, TcpPeer peer) {
        super(key);
        this.peer = peer;
    }

    @Override
    public boolean has(Capability capability) {
        return switch (capability) {
            case REMOTE_WRITE, REMOTE_READ, REMOTE_ATOMICS -> true;
            case DIRECT_MAPPING, ZERO_COPY_SEND -> false;
        };
    }

    @Override
    public int write(long offset, MemorySegment source, long sourceOffset, long length, Completion completion) {
        check(offset, length);
        if (length == 0) {
            return Post.DONE;
        }
        return write(offset, source, sourceOffset, length, NO_MESSAGE, 0, completion);
    }

    @Override
    public int writeImmediate(Endpoint to, long offset, MemorySegment source, long sourceOffset, long length, int word,
                              long immediate, Completion completion) {
        check(offset, length);
        return write(offset, source, sourceOffset, length, word, immediate, completion);
    }

    private int write(long offset, MemorySegment source, long sourceOffset, long length, int word, long immediate,
                      Completion completion) {
        checkOpen();
        Objects.checkFromIndexSize(sourceOffset, length, source.byteSize());
        Access access = peer.accesses().open(Frame.WRITE, key(), offset, length, null, 0, completion);
        if (access == null) {
            return busy();
        }
        boolean posted = false;
        try {
            if (word >= 0 && !peer.out().takeWindow(MESSAGE_SPAN)) {
                return busy();
            }
            posted = length <= SHORT ? writeShort(access, offset, source, sourceOffset, (int) length, word, immediate)
                : writeLong(access, offset, source, sourceOffset, length, word, immediate);
            if (!posted && word >= 0) {
                peer.out().returnWindow(MESSAGE_SPAN);
            }
        } finally {
            if (!posted) {
                access.free();
            }
        }
        return posted ? started() : busy();
    }

    private boolean writeShort(Access access, long offset, MemorySegment source, long sourceOffset, int length,
                               int word, long immediate) {
        TcpSender out = peer.out();
        long at = out.begin(Frame.REQUEST + length);
        if (at < 0) {
            return false;
        }
        boolean filled = false;
        try {
            WriteOut.request(out.address() + at, key(), offset, access.slot(), word, immediate);
            MemorySegment.copy(source, sourceOffset, out.memory(), at + Frame.REQUEST, length);
            filled = true;
        } finally {
            if (!filled) {
                out.abandon();
            }
        }
        out.end(Frame.WRITE, word >= 0 ? Frame.WITH_MESSAGE : 0);
        return true;
    }

    private boolean writeLong(Access access, long offset, MemorySegment source, long sourceOffset, long length,
                              int word, long immediate) {
        MemorySegment from = source;
        long at = sourceOffset;
        if (source.isNative() && SocketMemory.shared(source) == null) {
            // Other threads cannot read it, and they may have to.
            from = MemorySegment.ofArray(source.asSlice(sourceOffset, length).toArray(ValueLayout.JAVA_BYTE));
            at = 0;
        }
        return peer.out().add(new WriteOut(key(), access, offset, from, at, length, word, immediate));
    }

    @Override
    public int read(long offset, MemorySegment target, long targetOffset, long length, Completion completion) {
        check(offset, length);
        if (length == 0) {
            return Post.DONE;
        }
        Objects.checkFromIndexSize(targetOffset, length, target.byteSize());
        if (target.isReadOnly()) {
            throw FabricException.refused("the target of a read is read-only: length=" + length + " in " + key());
        }
        return ask(Frame.READ, offset, length, target, targetOffset, length, 0, completion);
    }

    @Override
    public int fetchAdd(long offset, long delta, Completion completion) {
        check(offset, Long.BYTES);
        return ask(Frame.FETCH_ADD, offset, 0, null, 0, delta, 0, completion);
    }

    @Override
    public int compareSwap(long offset, long expected, long value, Completion completion) {
        check(offset, Long.BYTES);
        return ask(Frame.COMPARE_SWAP, offset, 0, null, 0, expected, value, completion);
    }

    private int ask(int kind, long offset, long length, MemorySegment target, long targetOffset, long first,
                    long second, Completion completion) {
        checkOpen();
        Access access = peer.accesses().open(kind, key(), offset, length, target, targetOffset, completion);
        if (access == null) {
            return busy();
        }
        TcpSender out = peer.out();
        long at = out.begin(Frame.REQUEST);
        if (at < 0) {
            access.free();
            return busy();
        }
        WriteOut.request(out.address() + at, key(), offset, access.slot(), first, second);
        out.end(kind, 0);
        return started();
    }

    private void checkOpen() {
        if (closed) {
            throw FabricException.refused("the region has been closed: " + key());
        }
        if (peer.state() != TcpPeer.State.ALIVE) {
            throw peer.lost();
        }
    }

    /** The peer may have gone while the operation was posted; then nobody else notices. */
    private int started() {
        if (peer.state() != TcpPeer.State.ALIVE) {
            peer.domain().reception().hasGone(peer);
        }
        return Post.STARTED;
    }

    private int busy() {
        peer.domain().lookForRoom(peer);
        return Post.BUSY;
    }

    @Override
    public void close() {
        closed = true;
    }
}
