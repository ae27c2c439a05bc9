package org.hawser.fabric.tcp;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import org.hawser.fabric.tcp.gate.Wire;
import org.hawser.platform.memory.RawWords;

/**
 * What one peer sends to this rank: bytes as they come, cut into frames. Its state outlives connections. When one
 * breaks, bytes of a frame that has not come whole are dropped, and {@link #received} tells the peer where to go on.
 *
 * <p>Frames begin at multiples of 8 in the buffer, so that bodies are aligned as their senders wrote them.
 *
 * <p><b>Threads:</b> under the domain's receiving lock. <b>Allocates:</b> with the first connection.
 */
final class ReceiveStream {
    static final int CAPACITY = 64 << 10;

    private final TcpPeer peer;
    private MemorySegment memory;
    private long address;
    private ByteBuffer buffer;
    /** Bytes of the buffer from here on are not looked at; they end at {@link #to}. */
    private int from;
    private int to;
    /** Bytes of the stream that have been dealt with. */
    private long received;
    /** The same up to the start of a frame; read by whoever writes an ACK. */
    private volatile long wholeFrames;
    /** Bytes of message frames that the rank has taken. */
    private volatile long taken;
    /** Bytes of message frames that have come. */
    private long messages;
    private boolean stopped;

    ReceiveStream(TcpPeer peer) {
        this.peer = peer;
    }

    /** A connection begins: what was left of the last one is dropped. */
    void begin() {
        if (memory == null) {
            memory = Arena.ofAuto().allocate(CAPACITY, 64);
            address = RawWords.addressOf(memory);
            buffer = memory.asByteBuffer();
        }
        from = 0;
        to = 0;
        stopped = false;
    }

    /** Where the peer's next byte belongs. */
    long received() {
        return received;
    }

    /** Bytes of the stream that came in whole frames. */
    long wholeFrames() {
        return wholeFrames;
    }

    /** Bytes of message frames that were taken. */
    long taken() {
        return taken;
    }

    /** The rank has taken {@code bytes} of message frames. */
    void take(int bytes) {
        taken = taken + bytes;
    }

    /** True when {@link #parse} has left frames because there were too many at once. */
    boolean isStopped() {
        return stopped;
    }

    /**
     * Reads what there is, once.
     *
     * @return true when there may be more
     * @throws IOException when the connection has ended
     */
    boolean read(Wire wire) throws IOException {
        if (from == to) {
            from = 0;
            to = 0;
        } else if (CAPACITY - to < CAPACITY / 2) {
            MemorySegment.copy(memory, from, memory, 0, to - from);
            to -= from;
            from = 0;
        }
        buffer.limit(CAPACITY).position(to);
        int bytes = wire.read(buffer);
        if (bytes < 0) {
            throw new IOException("the peer has closed the connection");
        }
        to += bytes;
        return to == CAPACITY || wire.hasReadable();
    }

    /** Deals with the frames in the buffer, with {@code limit} messages at most; returns how many it dealt with. */
    int parse(int limit) throws IOException {
        int work = 0;
        stopped = false;
        while (to - from >= Frame.HEADER) {
            long header = RawWords.getLong(address + from);
            int kind = Frame.kind(header);
            int length = Frame.length(header);
            check(kind, length);
            int span = Frame.span(length);
            if (to - from < span) {
                break;
            }
            if (work >= limit) {
                stopped = true;
                break;
            }
            int at = from + Frame.HEADER;
            from += span;
            if (kind < Frame.FIRST_CONTROL) {
                received += span;
                wholeFrames = received;
            }
            if (kind == Frame.MESSAGE) {
                message(Frame.word(header), at, length, span);
                work++;
            } else {
                other(kind, at);
            }
        }
        return work;
    }

    private void check(int kind, int length) throws IOException {
        boolean good = switch (kind) {
            case Frame.MESSAGE -> length >= 0 && length <= TcpEndpoint.MAX_BODY;
            case Frame.ACK -> length == Frame.ACK_BODY;
            case Frame.WAKE, Frame.PING, Frame.BYE -> length == 0;
            default -> false;
        };
        if (!good) {
            throw new ProtocolException("a frame that no rank sends: kind=" + kind + " length=" + length);
        }
    }

    private void message(int word, int at, int length, int span) throws IOException {
        messages += span;
        if (messages - taken > TcpDomain.MAX_WINDOW) {
            throw new ProtocolException("more messages than this rank allowed: bytes=" + (messages - taken));
        }
        peer.domain().deliver(peer, word, memory, at, length);
    }

    private void other(int kind, int at) {
        switch (kind) {
            case Frame.ACK -> peer.onAck(RawWords.getLong(address + at), RawWords.getLong(address + at + Long.BYTES));
            case Frame.PING -> peer.wantAck();
            case Frame.BYE -> peer.onBye();
            default -> peer.domain().doorbell().ring();
        }
    }
}
