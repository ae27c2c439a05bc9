package org.hawser.fabric.shm;

import java.lang.foreign.MemorySegment;
import org.hawser.fabric.Endpoint;
import org.hawser.fabric.FabricException;
import org.hawser.fabric.Receiver;
import org.hawser.platform.ring.CorruptRingException;
import org.hawser.platform.ring.RingReader;
import org.hawser.platform.ring.SpscReader;

/**
 * The receiving end of one lane: a one-to-one ring that one peer writes.
 *
 * <p><b>Threads:</b> polling thread. <b>Allocates:</b> at construction.
 */
final class ShmLane implements RingReader {
    /** The last word of a lane: its writer has gone back to the mailbox. */
    static final int CLOSE = -2 & Integer.MAX_VALUE;

    private final SpscReader ring;
    private final int reader;
    final int source;
    final int slot;
    private Receiver receiver;
    private boolean closed;
    private boolean askedBack;
    private long lastPosition;

    ShmLane(MemorySegment memory, int reader, int source, int slot) {
        ring = new SpscReader(memory);
        this.reader = reader;
        this.source = source;
        this.slot = slot;
    }

    int poll(Receiver to, int limit) {
        receiver = to;
        try {
            return ring.poll(this, limit);
        } catch (CorruptRingException e) {
            throw broken(e);
        }
    }

    private FabricException broken(CorruptRingException cause) {
        return new FabricException(FabricException.Severity.FATAL, "a record in shared memory is corrupt: rank="
            + reader + " lane=" + slot + " source=" + source + " cause=" + cause.getMessage() + "; only rank "
            + source + " writes this lane: it, or native code anywhere that has a wrong address, has written over it",
            cause);
    }

    @Override
    public void onRecord(int word, MemorySegment memory, long offset, int length) {
        // Small enough to be inlined into the ring's loop.
        if (word < Endpoint.WORDS) {
            receiver.onMessage(source, word, memory, offset, length);
        } else {
            onControl(word);
        }
    }

    @Override
    public void onWord(int word, long body, MemorySegment memory, long offset) {
        if (word < Endpoint.WORDS) {
            receiver.onWord(source, word, body, memory, offset);
        } else {
            onControl(word);
        }
    }

    private void onControl(int word) {
        if (word != CLOSE || closed) {
            throw new FabricException(FabricException.Severity.FATAL, "a record that no lane carries: word="
                + Integer.toHexString(word) + " source=" + source + " slot=" + slot);
        }
        closed = true;
    }

    boolean isClosed() {
        return closed;
    }

    boolean hasRecords() {
        return ring.hasRecords();
    }

    /** Bytes that came since the last time this was asked. */
    long recentBytes() {
        long recent = ring.position() - lastPosition;
        lastPosition = ring.position();
        return recent;
    }

    /** Asks the writer to give the lane back; it does so at its next send or poll. */
    void askBack() {
        askedBack = true;
        ring.signal(1);
    }

    boolean isAskedBack() {
        return askedBack;
    }
}
