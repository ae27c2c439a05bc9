package org.hawser.fabric.tcp;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import org.hawser.fabric.Endpoint;
import org.hawser.fabric.tcp.gate.Wire;
import org.hawser.platform.memory.RawWords;

/**
 * What one peer sends to this rank: bytes as they come, cut into frames. Its state outlives connections. When one
 * breaks, bytes of a frame that was not begun are dropped, and {@link #received} tells the peer where to go on: at the
 * start of a frame, or in the middle of one's data.
 *
 * <p>Frames begin at multiples of 8 in the buffer, so that bodies are aligned as their senders wrote them.
 *
 * <p>What a peer sends is checked before it is believed: kinds, lengths, and, by {@link Served} and {@link Accesses},
 * keys, bounds and requests. A frame that no rank sends ends the connection.
 *
 * <p><b>Threads:</b> under the domain's receiving lock. <b>Allocates:</b> with the first connection, when a
 * read first fills the buffer, and for long data.
 */
final class ReceiveStream {
    /** Bytes of the buffer at first, and once a read has filled it: who sends much is read in fewer calls. */
    private static final int FIRST_CAPACITY = 64 << 10;
    private static final int CAPACITY = 256 << 10;
    /** What is read behind long data: most likely the header of more. */
    private static final int HEADERS = 512;

    private final TcpPeer peer;
    private final Served served;
    private MemorySegment memory;
    private long address;
    private ByteBuffer buffer;
    private int capacity;
    /** Bytes of the buffer from here on are not looked at; they end at {@link #to}. */
    private int from;
    private int to;
    /** Bytes of the stream that have been dealt with. */
    private long received;
    /** The same up to the start of a frame; read by whoever writes an ACK. */
    private volatile long wholeFrames;
    /** About how much of those the peer has in its ring; the rest it has in memory of its user's. */
    private volatile long copied;
    /** The same with a frame that is not whole. */
    private long ringed;
    /** Bytes of message frames that the rank has taken. */
    private volatile long taken;
    /** Bytes of message frames that have come. */
    private long messages;
    private boolean stopped;
    /** Reads that found something; looked at by the agent, to which a little late is early enough. */
    private int reads;

    /** Data that is being received, and of which frame. */
    private final Body body = new Body();
    private boolean inBody;
    private boolean behindLong;

    ReceiveStream(TcpPeer peer) {
        this.peer = peer;
        served = new Served(peer);
    }

    /** A connection begins: what was left of the last one is dropped. */
    void begin() {
        if (memory == null) {
            adopt(FIRST_CAPACITY);
        }
        from = 0;
        to = 0;
        stopped = false;
    }

    private void adopt(int bytes) {
        capacity = bytes;
        buffer = SocketMemory.buffer(bytes);
        memory = MemorySegment.ofBuffer(buffer);
        address = RawWords.addressOf(memory);
    }

    /** Where the peer's next byte belongs. */
    long received() {
        return received;
    }

    /** Bytes of the stream that came in whole frames. */
    long wholeFrames() {
        return wholeFrames;
    }

    /** About how much of them the peer keeps a copy of. */
    long copied() {
        return copied;
    }

    /** Bytes of message frames that were taken. */
    long taken() {
        return taken;
    }

    /** The rank has taken a message of {@code length} bytes. */
    void take(int length) {
        // One thread at a time writes it.
        taken = taken + Frame.span(length);
    }

    /** True when {@link #parse} has left frames because there were too many at once. */
    boolean isStopped() {
        return stopped;
    }

    /** True while a part of a frame's data is awaited; for other threads a hint. */
    boolean isInData() {
        return inBody;
    }

    /** A count that moves when the peer is heard of. */
    int reads() {
        return reads;
    }

    /** The owner takes a region back: what is on its way there is dropped. */
    void forget(TcpRegion region) {
        if (inBody && served.region() == region) {
            body.drop(null);
        }
    }

    /**
     * Reads what there is, once.
     *
     * @return true when there may be more
     * @throws IOException when the connection has ended
     */
    boolean read(Wire wire) throws IOException {
        int bytes;
        if (inBody && from == to && body.isDirect()) {
            bytes = body.read(wire);
            received += Math.max(bytes, 0);
            behindLong = true;
        } else {
            bytes = fill(wire);
        }
        if (bytes < 0) {
            throw new IOException("the peer has closed the connection");
        }
        if (bytes > 0) {
            reads++;
        }
        return bytes > 0 && (inBody || to == capacity || wire.hasReadable());
    }

    private int fill(Wire wire) throws IOException {
        MemorySegment old = memory;
        if (to == capacity && capacity < CAPACITY) {
            adopt(CAPACITY);
        }
        if (from == to) {
            // So that the next frame begins at a multiple of 8.
            from = inBody ? -body.awaited() & Long.BYTES - 1 : 0;
            to = from;
        } else if (old != memory || capacity - to < capacity / 2) {
            int start = from & Long.BYTES - 1;
            MemorySegment.copy(old, from, memory, start, to - from);
            to -= from - start;
            from = start;
        }
        buffer.limit(behindLong ? Math.min(capacity, to + HEADERS) : capacity).position(to);
        behindLong = false;
        int bytes = wire.read(buffer, address);
        to += Math.max(bytes, 0);
        return bytes;
    }

    /** Deals with the frames in the buffer, with {@code limit} at most; returns how many it dealt with. */
    int parse(int limit) throws IOException {
        int work = 0;
        stopped = false;
        while (true) {
            if (inBody) {
                int bytes = body.take(memory, from, to - from);
                from += bytes;
                received += bytes;
                if (!body.isWhole()) {
                    break;
                }
                inBody = false;
                endFrame();
                served.finish(body);
                work++;
            }
            if (to - from < Frame.HEADER) {
                break;
            }
            long header = RawWords.getLong(address + from);
            int needed = Frame.needed(Frame.kind(header), Frame.length(header));
            if (needed < 0) {
                throw new ProtocolException("a frame that no rank sends: kind=" + Frame.kind(header) + " length="
                    + Frame.length(header));
            }
            if (to - from < Frame.HEADER + needed) {
                break;
            }
            if (work >= limit) {
                stopped = true;
                break;
            }
            work += frame(header, needed);
        }
        return work;
    }

    /** A frame is whole. */
    private void endFrame() {
        wholeFrames = received;
        copied = ringed;
    }

    private int frame(long header, int needed) throws IOException {
        int kind = Frame.kind(header);
        int at = from + Frame.HEADER;
        from = at + needed;
        if (kind >= Frame.FIRST_CONTROL) {
            control(kind, at);
            return 0;
        }
        received += Frame.HEADER + needed;
        ringed += Frame.HEADER + needed;
        if (kind == Frame.WRITE || kind == Frame.DATA) {
            int bytes = Frame.length(header) - needed;
            served.begin(kind, Frame.word(header), address + at, bytes, body);
            inBody = true;
            // Longer ones are not copied, as a rule.
            ringed += bytes <= Transfer.COPIED_PIECE ? bytes : 0;
            return 0;
        }
        endFrame();
        switch (kind) {
            case Frame.MESSAGE -> message(Frame.word(header), memory, at, Frame.length(header));
            case Frame.WAKE -> peer.domain().doorbell().ring();
            default -> served.serve(kind, address + at);
        }
        return 1;
    }

    /** Counts a message and hands it on. */
    void message(int word, MemorySegment where, long at, int length) throws IOException {
        messages += Frame.span(length);
        if (messages - taken > peer.domain().window() || word >= Endpoint.WORDS) {
            throw new ProtocolException("more messages than this rank allowed: bytes=" + (messages - taken));
        }
        peer.domain().reception().deliver(peer, word, where, at, length);
    }

    /** A message that came with a write that was refused: it is not handed on. */
    void messageDropped(int length) {
        messages += Frame.span(length);
        take(length);
    }

    private void control(int kind, int at) {
        switch (kind) {
            case Frame.ACK -> peer.onAck(RawWords.getLong(address + at), RawWords.getLong(address + at + Long.BYTES));
            case Frame.PING -> peer.outflow().wantAck();
            default -> peer.onBye();
        }
    }
}
