package org.hawser.mpi.io;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileLock;

/**
 * One rank's access to what its view shows, with no help of others. Data goes in parts: packed (and turned, in
 * external32) into a slab, and from there run by run to the file; or the other way. Memory outside the heap that has
 * no gaps is given to the file as it is.
 *
 * <p>Small runs that lie close together are read by one read of the block that covers them (data sieving). They are
 * written so only in atomic mode, where the block is locked: otherwise what others write between them could be lost.
 *
 * <p>Cost: a system call per large run or per block, one copy, two for what is sieved.
 *
 * <p><b>Threads:</b> any. <b>Allocates:</b> a few small objects per access.
 */
final class IndependentAccess {
    /** Runs of this length are not worth reading what lies between them. */
    private static final long LONG_RUN = 32 << 10;
    /** What lies between two runs is read only up to this. */
    private static final long WIDEST_GAP = 32 << 10;

    private final DiskFile file;
    private final Slab.Pool slabs;
    private final int room;
    private final boolean sieves;

    /**
     * Accesses to {@code file}.
     *
     * @param room the bytes that are packed, or sieved, at once
     * @param sieves whether small runs are read together
     */
    IndependentAccess(DiskFile file, Slab.Pool slabs, int room, boolean sieves) {
        this.file = file;
        this.slabs = slabs;
        this.room = room;
        this.sieves = sieves;
    }

    /** Reads the stream from {@code position} on; returns how many bytes came, fewer than wanted at the file's end. */
    long read(View view, long position, Items items, boolean atomic) {
        if (items.bytes() == 0) {
            return 0;
        }
        FileLock lock = atomic ? lock(view, position, items.bytes(), true) : null;
        try {
            return view.isConverted() || !items.isDirect() ? readPacked(view, position, items)
                : readDirect(view, position, items);
        } finally {
            unlock(lock);
        }
    }

    /** Writes the stream from {@code position} on. */
    long write(View view, long position, Items items, boolean atomic, boolean readable) {
        if (items.bytes() == 0) {
            return 0;
        }
        FileLock lock = atomic ? lock(view, position, items.bytes(), false) : null;
        try {
            View.Walk walk = view.walk(position);
            boolean sieved = atomic && readable && sieves;
            if (!view.isConverted() && items.isDirect()) {
                for (long done = 0; done < items.bytes();) {
                    ByteBuffer part = items.part(done);
                    done += part.remaining();
                    writeRuns(walk, part, sieved);
                }
            } else {
                writePacked(view, walk, items, sieved);
            }
            return items.bytes();
        } finally {
            unlock(lock);
        }
    }

    private void writePacked(View view, View.Walk walk, Items items, boolean sieved) {
        long step = step(view, items);
        try (Slab packed = slabs.take(step)) {
            for (long done = 0; done < items.bytes(); done += step) {
                int length = (int) Math.min(step, items.bytes() - done);
                items.pack(done, length, packed);
                if (view.isConverted()) {
                    External32.turn(items.layout(), packed.address(), length);
                }
                writeRuns(walk, packed.part(0, length), sieved);
            }
        }
    }

    private long readPacked(View view, long position, Items items) {
        View.Walk walk = view.walk(position);
        long step = step(view, items);
        try (Slab packed = slabs.take(step)) {
            for (long done = 0; done < items.bytes(); done += step) {
                int length = (int) Math.min(step, items.bytes() - done);
                int got = readRuns(walk, packed.part(0, length));
                if (view.isConverted()) {
                    External32.turn(items.layout(), packed.address(), length);
                }
                items.unpack(packed, 0, done, got);
                if (got < length) {
                    return done + got;
                }
            }
        }
        return items.bytes();
    }

    private long readDirect(View view, long position, Items items) {
        View.Walk walk = view.walk(position);
        long done = 0;
        while (done < items.bytes()) {
            ByteBuffer part = items.part(done);
            int wanted = part.remaining();
            int got = readRuns(walk, part);
            done += got;
            if (got < wanted) {
                break;
            }
        }
        return done;
    }

    /** The bytes that are packed at once; a multiple of what is turned at once. */
    private long step(View view, Items items) {
        long most = Math.min(room, items.bytes());
        if (!view.isConverted()) {
            return most;
        }
        long unit = External32.step(items.layout());
        return Math.max(unit, most / unit * unit);
    }

    /** Fills {@code target} from where the walk is; returns how many bytes came. */
    private int readRuns(View.Walk walk, ByteBuffer target) {
        int wanted = target.remaining();
        while (target.hasRemaining()) {
            int length = (int) Math.min(walk.length(), target.remaining());
            int end = target.limit();
            int got;
            if (!sieves || length >= LONG_RUN || length == target.remaining()) {
                got = file.read(target.limit(target.position() + length), walk.offset());
                target.limit(end);
                walk.skip(got);
            } else {
                length = (int) Math.min(coveredBytes(walk, target.remaining()), target.remaining());
                got = sieveIn(walk, target.limit(target.position() + length));
                target.limit(end);
            }
            if (got < length) {
                break;
            }
        }
        return wanted - target.remaining();
    }

    /** How many bytes of the stream one block holds that begins where the walk is. */
    private long coveredBytes(View.Walk walk, int most) {
        View.Walk scout = walk.copy();
        long from = scout.offset();
        long end = from;
        long bytes = 0;
        while (bytes < most && scout.offset() >= end && scout.offset() - end <= WIDEST_GAP
                && scout.offset() + scout.length() - from <= room) {
            end = scout.offset() + scout.length();
            bytes += scout.length();
            scout.skip(scout.length());
        }
        return Math.max(bytes, Math.min(walk.length(), most));
    }

    /** Reads what {@code target} has room for, which one block covers. */
    private int sieveIn(View.Walk walk, ByteBuffer target) {
        int wanted = target.remaining();
        int span = span(walk, wanted);
        long from = walk.offset();
        try (Slab block = slabs.take(span)) {
            int got = file.read(block.part(0, span), from);
            while (target.hasRemaining()) {
                int begin = (int) (walk.offset() - from);
                int length = (int) Math.min(walk.length(), target.remaining());
                int there = Math.clamp(got - begin, 0, length);
                target.put(block.part(begin, there));
                walk.skip(there);
                if (there < length) {
                    break;
                }
            }
        }
        return wanted - target.remaining();
    }

    /** From where the walk is to the end of the run with the last of {@code bytes}. */
    private static int span(View.Walk walk, long bytes) {
        View.Walk scout = walk.copy();
        long end = scout.offset();
        for (long left = bytes; left > 0;) {
            long length = Math.min(scout.length(), left);
            end = scout.offset() + length;
            left -= length;
            scout.skip(length);
        }
        return (int) (end - walk.offset());
    }

    private void writeRuns(View.Walk walk, ByteBuffer source, boolean sieved) {
        int end = source.limit();
        while (source.hasRemaining()) {
            int length = (int) Math.min(walk.length(), source.remaining());
            if (sieved && length < LONG_RUN && length < source.remaining()) {
                length = (int) Math.min(coveredBytes(walk, source.remaining()), source.remaining());
                sieveOut(walk, source.limit(source.position() + length));
            } else {
                file.write(source.limit(source.position() + length), walk.offset());
                walk.skip(length);
            }
            source.limit(end);
        }
    }

    /** Writes what {@code source} holds into the one block that covers it; the block is locked. */
    private void sieveOut(View.Walk walk, ByteBuffer source) {
        int span = span(walk, source.remaining());
        long from = walk.offset();
        try (Slab block = slabs.take(span)) {
            int got = file.read(block.part(0, span), from);
            block.memory().asSlice(got, span - got).fill((byte) 0);
            while (source.hasRemaining()) {
                int length = (int) Math.min(walk.length(), source.remaining());
                int begin = (int) (walk.offset() - from);
                block.memory().asSlice(begin, length)
                    .copyFrom(MemorySegment.ofBuffer(source).asSlice(0, length));
                source.position(source.position() + length);
                walk.skip(length);
            }
            file.write(block.part(0, span), from);
        }
    }

    private FileLock lock(View view, long position, long bytes, boolean shared) {
        if (!view.isMonotonic()) {
            return file.lock(0, Long.MAX_VALUE, shared);
        }
        long from = view.offsetOf(position);
        return file.lock(from, view.endOf(position + bytes) - from, shared);
    }

    private void unlock(FileLock lock) {
        if (lock != null) {
            file.unlock(lock);
        }
    }
}
