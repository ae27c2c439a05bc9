package org.hawser.mpi.rma;

import org.hawser.platform.memory.RawBytes;

/**
 * A frame of requests that has been planned and not sent: which parts of which operations are in it, and what of the
 * synchronisation goes with them. It is written once there is room for it.
 *
 * <pre>
 * head | LOCK | parts … | UNLOCK | NOTICE | SYNC
 * </pre>
 *
 * <p><b>Threads:</b> whoever holds the rank. <b>Allocates:</b> nothing.
 */
final class Batch {
    /** As many answers as one frame may ask for. */
    static final int MOST_PARTS = 256;

    private final PartList parts = new PartList();
    private final int capacity;
    private int used = Frame.HEAD;
    private long lock;
    private boolean unlocks;
    private boolean unanswered;
    private long notices;
    private boolean completes;
    private long sync;

    Batch(int capacity) {
        this.capacity = capacity;
    }

    PartList parts() {
        return parts;
    }

    boolean isEmpty() {
        return used == Frame.HEAD;
    }

    /** True when the target does something in it of which it does not tell. */
    boolean hasUnanswered() {
        return unanswered;
    }

    /** True when it tells that an access epoch is complete. */
    boolean completes() {
        return completes;
    }

    int bytes() {
        return used;
    }

    /** The room for the payload of one more operation; negative when not even its record has any. */
    int roomForPayload() {
        return capacity - used - Frame.OPERATION & -Frame.WORD;
    }

    boolean hasRoomForEnd() {
        return capacity - used >= 3 * Frame.SHORT;
    }

    void add(Part part, int recordBytes) {
        parts.add(part);
        used += recordBytes;
        unanswered |= !part.of.isAnswered();
    }

    void lock(int flags) {
        lock = Frame.first(Frame.LOCK, flags, 0, 0);
        used += Frame.SHORT;
    }

    void unlock() {
        unlocks = true;
        used += Frame.SHORT;
    }

    /** Counts notices at the target, and says whether this member has completed an access epoch. */
    void notice(long count, boolean complete) {
        notices = count;
        completes = complete;
        used += Frame.SHORT;
    }

    void sync(long number) {
        sync = number;
        used += Frame.SHORT;
    }

    /** Writes the frame, {@link #bytes} long. */
    void write(long frame, long head) {
        RawBytes.setLong(frame, head);
        long at = frame + Frame.HEAD;
        if (lock != 0) {
            at = writeShort(at, lock, 0);
        }
        for (Part part = parts.first(); part != null; part = part.next) {
            part.of.write(at, part.position, part.bytes, part.layout);
            at += part.of.recordBytes(part.bytes);
        }
        if (unlocks) {
            at = writeShort(at, Frame.first(Frame.UNLOCK, 0, 0, 0), 0);
        }
        if (notices > 0 || completes) {
            at = writeShort(at, Frame.first(Frame.NOTICE, completes ? Frame.COMPLETE : 0, 0, 0), notices);
        }
        if (sync != 0) {
            at = writeShort(at, Frame.first(Frame.SYNC, 0, 0, 0), sync);
        }
        assert at == frame + used : "a frame of another length: written=" + (at - frame) + " planned=" + used;
    }

    private static long writeShort(long at, long first, long second) {
        RawBytes.setLong(at, first);
        RawBytes.setLong(at + Frame.WORD, second);
        return at + Frame.SHORT;
    }

    /** Forgets all but the parts, which the caller takes out. */
    void reset() {
        used = Frame.HEAD;
        lock = 0;
        unanswered = false;
        unlocks = false;
        notices = 0;
        completes = false;
        sync = 0;
    }
}
