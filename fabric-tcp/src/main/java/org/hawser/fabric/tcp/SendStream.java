package org.hawser.fabric.tcp;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import org.hawser.fabric.Endpoint;
import org.hawser.fabric.tcp.gate.Wire;
import org.hawser.platform.memory.RawWords;

/**
 * What this rank sends to one peer, as a stream of bytes that outlives its connections: everything is kept until the
 * peer says that it has it, and a new connection goes on at the very byte that the peer wants next.
 *
 * <pre>
 *            acked               sent      frameEnd        end
 *              |                   |           |            |
 *  … forgotten | kept: sent before | kept: being sent       |
 *              +----run----+---run (user memory)---+--run---+
 * </pre>
 *
 * <p>Frames lie in a ring that grows to its limit as traffic wants it. The stream is a queue of <em>runs</em>: a run is
 * a stretch of the ring, or memory of the user's that follows its frame's header. {@code acked} is always the start of
 * a frame, so that the headers behind it can be walked; with them the end of the frame that {@code sent} is in is
 * found, which is where frames about the connection itself may go.
 *
 * <p><b>Threads:</b> under the sender's lock; {@link #onReceived} under the receiving lock, {@link #peerHas} by any.
 * <b>Allocates:</b> when it grows.
 */
final class SendStream {
    private static final int FIRST_CAPACITY = 64 << 10;
    private static final int FIRST_RUNS = 16;
    /** Buffers that one write gathers. */
    private static final int GATHERED = 24;
    /** Bytes that one write takes at most: more than a socket does. */
    private static final int WRITE_BYTES = 4 << 20;

    private static final ByteBuffer PADDING = ByteBuffer.allocateDirect(Long.BYTES);

    private final int maxCapacity;
    private MemorySegment ring;
    private long address;
    private int capacity;
    /** One view of the ring for each place in a gathered write. */
    private final ByteBuffer[] views = new ByteBuffer[GATHERED];
    private final ByteBuffer[] gathered = new ByteBuffer[GATHERED];

    /** Runs are numbered for ever; run {@code r} is at {@code r & length - 1}. */
    private long[] runStart = new long[FIRST_RUNS];
    private int[] runPlace = new int[FIRST_RUNS];
    private int[] runLength = new int[FIRST_RUNS];
    /** Memory of the user's, or null for a stretch of the ring. */
    private ByteBuffer[] runMemory = new ByteBuffer[FIRST_RUNS];
    private int firstRun;
    private int endRun;

    /** Where in the ring the next frame goes, and where the oldest one that is kept is. */
    private int head;
    private int tail;

    /** Told by the peer: whole frames it has. Only grows. */
    private volatile long peerHas;
    private long acked;
    private long sent;
    private int sentRun;
    private long frameEnd;
    private int frameRun;
    private long end;
    /** The most that any connection has taken. */
    private long mostSent;

    SendStream(int maxCapacity) {
        this.maxCapacity = maxCapacity;
        adopt(Math.min(FIRST_CAPACITY, maxCapacity));
    }

    private void adopt(int bytes) {
        capacity = bytes;
        ByteBuffer whole = SocketMemory.buffer(bytes);
        ring = MemorySegment.ofBuffer(whole);
        address = RawWords.addressOf(ring);
        for (int i = 0; i < GATHERED; i++) {
            views[i] = whole.duplicate();
        }
    }

    /** Where frames are written. */
    MemorySegment memory() {
        return ring;
    }

    /** The address of {@link #memory()}. */
    long address() {
        return address;
    }

    /** True when the peer has everything. */
    boolean isAcked() {
        return acked == end;
    }

    /** Bytes that the connection has not taken. */
    long unsent() {
        return end - sent;
    }

    /** Bytes that the peer has not acknowledged. */
    long kept() {
        return end - acked;
    }

    /** What the connection has taken. */
    long sent() {
        return sent;
    }

    /** The end of all frames. */
    long end() {
        return end;
    }

    /** A place for {@code bytes} in a row; negative when there is none now. */
    int reserve(int bytes) {
        int place = find(bytes);
        while (place < 0 && capacity < maxCapacity) {
            grow(bytes);
            place = find(bytes);
        }
        return place;
    }

    private int find(int bytes) {
        if (head >= tail) {
            // Not wrapped, or empty, when both are 0.
            return head + bytes <= capacity ? head : bytes < tail ? 0 : -1;
        }
        // Never up to the tail: a full ring must not look empty.
        return head + bytes < tail ? head : -1;
    }

    /** Moves what is kept to the front of a larger ring. */
    private void grow(int bytes) {
        MemorySegment old = ring;
        adopt((int) Math.min(maxCapacity, Math.max(2L * capacity, Integer.highestOneBit(bytes) * 2L)));
        int place = 0;
        for (int run = firstRun; run != endRun; run++) {
            int at = run & runStart.length - 1;
            if (runMemory[at] == null) {
                MemorySegment.copy(old, runPlace[at], ring, place, runLength[at]);
                runPlace[at] = place;
                place += runLength[at];
            }
        }
        tail = 0;
        head = place;
    }

    /** Adds a frame, or the part of it that is in the ring, at the place that {@link #reserve} found. */
    void append(int place, int bytes) {
        int last = endRun - 1 & runStart.length - 1;
        if (endRun != firstRun && runMemory[last] == null && runPlace[last] + runLength[last] == place) {
            runLength[last] += bytes;
        } else {
            add(place, bytes, null);
        }
        // The next frame begins at a multiple of 8, also behind a part of one.
        head = place + bytes + Long.BYTES - 1 & -Long.BYTES;
        end += bytes;
    }

    /**
     * Adds a message that stays where the user has it, but for its header and, where that is short, its first piece.
     *
     * @param length bytes of all pieces
     * @return false when there is no room
     */
    boolean append(long header, MemorySegment[] pieces, int length) {
        int headed = pieces[0].byteSize() <= Endpoint.HEAD ? (int) pieces[0].byteSize() : 0;
        int place = reserve(Frame.HEADER + headed);
        if (place < 0) {
            return false;
        }
        int first = headed > 0 ? 1 : 0;
        ByteBuffer[] memory = new ByteBuffer[pieces.length];
        for (int i = first; i < pieces.length; i++) {
            memory[i] = pieces[i].asByteBuffer();
        }
        MemorySegment.copy(pieces[0], 0, ring, place + Frame.HEADER, headed);
        RawWords.setLong(address + place, header);
        append(place, Frame.HEADER + headed);
        for (int i = first; i < pieces.length; i++) {
            append(memory[i]);
        }
        pad(Frame.span(length) - Frame.HEADER - length);
        return true;
    }

    /** Adds memory of the user's; its frame's header has been added before. */
    void append(ByteBuffer memory) {
        int bytes = memory.remaining();
        if (bytes > 0) {
            add(memory.position(), bytes, memory);
            end += bytes;
        }
    }

    /** Ends a frame that had memory of the user's: fills up to a multiple of 8. */
    void pad(int bytes) {
        if (bytes > 0) {
            append(PADDING.duplicate().limit(bytes));
        }
    }

    /** Replaces memory of the user's that lies in {@code region} by copies of it. */
    void copyOut(MemorySegment region) {
        for (int run = firstRun; run != endRun; run++) {
            int at = run & runStart.length - 1;
            ByteBuffer memory = runMemory[at];
            if (memory == null) {
                continue;
            }
            memory.limit(runPlace[at] + runLength[at]).position(runPlace[at]);
            long address = MemorySegment.ofBuffer(memory).address();
            if (address >= region.address() && address < region.address() + region.byteSize()) {
                runMemory[at] = ByteBuffer.allocateDirect(runLength[at]).put(memory).flip();
                runPlace[at] = 0;
            }
        }
    }

    private void add(int place, int bytes, ByteBuffer memory) {
        if (endRun - firstRun == runStart.length) {
            growRuns();
        }
        int at = endRun++ & runStart.length - 1;
        runStart[at] = end;
        runPlace[at] = place;
        runLength[at] = bytes;
        runMemory[at] = memory;
    }

    private void growRuns() {
        int old = runStart.length;
        long[] starts = new long[2 * old];
        int[] places = new int[2 * old];
        int[] lengths = new int[2 * old];
        ByteBuffer[] memories = new ByteBuffer[2 * old];
        for (int run = firstRun; run != endRun; run++) {
            starts[run & 2 * old - 1] = runStart[run & old - 1];
            places[run & 2 * old - 1] = runPlace[run & old - 1];
            lengths[run & 2 * old - 1] = runLength[run & old - 1];
            memories[run & 2 * old - 1] = runMemory[run & old - 1];
        }
        runStart = starts;
        runPlace = places;
        runLength = lengths;
        runMemory = memories;
    }

    /** The run that holds the byte at {@code offset}, from {@code run} on; the last one for the end of all. */
    private int runOf(int run, long offset) {
        int found = run;
        while (found + 1 != endRun && offset >= runEnd(found)) {
            found++;
        }
        return found;
    }

    private long runEnd(int run) {
        int at = run & runStart.length - 1;
        return runStart[at] + runLength[at];
    }

    /** Bytes of the frame whose header is at {@code offset} in {@code run}. */
    private int frameSpan(int run, long offset) {
        int at = run & runStart.length - 1;
        return Frame.span(Frame.length(RawWords.getLong(address + runPlace[at] + (offset - runStart[at]))));
    }

    /** The peer has all up to there; what is kept of it is forgotten when a sender comes by. */
    void onReceived(long upTo) {
        // One thread at a time writes it.
        peerHas = Math.max(peerHas, upTo);
    }

    /** How far the peer says that it has come. */
    long peerHas() {
        return peerHas;
    }

    /** Forgets the frames that the peer has. More than was sent is a lie, of which nothing beyond is believed. */
    void release() {
        long upTo = Math.min(peerHas, sent);
        if (upTo <= acked) {
            return;
        }
        int run = firstRun;
        while (acked < upTo) {
            run = runOf(run, acked);
            long next = acked + frameSpan(run, acked);
            if (next > upTo) {
                break;
            }
            acked = next;
        }
        while (firstRun != endRun && runEnd(firstRun) <= acked) {
            runMemory[firstRun++ & runStart.length - 1] = null;
        }
        sentRun = notBefore(sentRun);
        frameRun = notBefore(frameRun);
        if (firstRun == endRun) {
            // Small traffic stays in the same few pages.
            head = 0;
            tail = 0;
            return;
        }
        int at = firstRun & runStart.length - 1;
        int gone = (int) (acked - runStart[at]);
        runStart[at] += gone;
        runPlace[at] += gone;
        runLength[at] -= gone;
        tail = runPlace[at];
    }

    private int notBefore(int run) {
        return run - firstRun < 0 ? firstRun : run;
    }

    /** True when the stream can go on at {@code received}. */
    boolean canResume(long received) {
        return received >= acked && received <= Math.max(mostSent, sent);
    }

    /**
     * A new connection, on which the peer wants to go on at {@code received}.
     *
     * @return false when that was never sent, or is forgotten
     */
    boolean resume(long received) {
        mostSent = Math.max(mostSent, sent);
        if (!canResume(received)) {
            return false;
        }
        sent = received;
        onReceived(received);
        release();
        sentRun = firstRun;
        frameRun = firstRun;
        frameEnd = acked;
        findFrameEnd();
        return true;
    }

    private void findFrameEnd() {
        while (frameEnd < sent) {
            frameRun = runOf(frameRun, frameEnd);
            frameEnd += frameSpan(frameRun, frameEnd);
        }
    }

    /**
     * Writes what there is.
     *
     * @param control frames about the connection; written between frames of the stream
     * @param limit   nothing from here on is written; for tests of connections that break
     * @return true when all is written
     */
    boolean flush(Wire wire, ByteBuffer control, long limit) throws IOException {
        while (true) {
            boolean begun = control.position() > 0;
            boolean between = sent == frameEnd;
            boolean controls = control.hasRemaining() && (begun || between);
            int count = 0;
            long bytes = 0;
            if (controls) {
                gathered[count++] = control;
                bytes += control.remaining();
            }
            // Frames about the connection that came in the middle of a frame go before the next one.
            long upTo = Math.min(limit, control.hasRemaining() && !controls ? frameEnd : end);
            int run = sentRun;
            long at = sent;
            long most = bytes + WRITE_BYTES;
            while (at < upTo && count < GATHERED && bytes < most) {
                run = runOf(run, at);
                long stop = Math.min(runEnd(run), Math.min(upTo, at + most - bytes));
                gathered[count] = view(count, run, at, stop);
                count++;
                bytes += stop - at;
                at = stop;
            }
            if (count == 0) {
                return true;
            }
            int before = control.remaining();
            long written = write(wire, count);
            sent += written - (before - control.remaining());
            sentRun = firstRun == endRun ? firstRun : runOf(sentRun, sent);
            findFrameEnd();
            if (written < bytes) {
                return false;
            }
        }
    }

    private long write(Wire wire, int count) throws IOException {
        try {
            boolean isOwn = count == 1 && gathered[0] == views[0];
            return isOwn ? wire.write(gathered, address) : wire.write(gathered, 0, count);
        } catch (IllegalStateException e) {
            // The user has freed memory before the peer had it. The stream goes on, with zeroes in its place.
            bury();
            return 0;
        }
    }

    private void bury() {
        for (int run = firstRun; run != endRun; run++) {
            int at = run & runStart.length - 1;
            if (runMemory[at] != null && !MemorySegment.ofBuffer(runMemory[at]).scope().isAlive()) {
                runMemory[at] = ByteBuffer.allocateDirect(runLength[at]);
                runPlace[at] = 0;
            }
        }
    }

    private ByteBuffer view(int slot, int run, long from, long to) {
        int at = run & runStart.length - 1;
        int place = runPlace[at] + (int) (from - runStart[at]);
        int stop = place + (int) (to - from);
        ByteBuffer memory = runMemory[at];
        // Each run of the user's memory has a buffer of its own, so its position may move.
        ByteBuffer view = memory == null ? views[slot] : memory;
        return view.limit(stop).position(place);
    }
}
