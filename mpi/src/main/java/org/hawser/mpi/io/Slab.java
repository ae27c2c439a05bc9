package org.hawser.mpi.io;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.hawser.mpi.ErrorClass;
import org.hawser.mpi.MpiFailure;
import org.hawser.platform.memory.RawWords;

/**
 * Memory outside the heap that accesses use on the way: to pack into, to read blocks of the file into, for messages. It
 * comes from a pool that all files of the process share, and goes back there.
 *
 * <p><b>Threads:</b> one at a time; the pool, any. <b>Allocates:</b> when the pool has none that is long enough.
 */
final class Slab implements AutoCloseable {
    private static final int SHORTEST = 1 << 16;
    private static final int LONGEST = Integer.MAX_VALUE - 64;
    private static final int KEPT = 16;
    private static final int LONGEST_KEPT = 16 << 20;

    private final Pool pool;
    private final MemorySegment memory;
    private final ByteBuffer buffer;
    private final long address;

    private Slab(Pool pool, int bytes) {
        this.pool = pool;
        memory = Arena.ofAuto().allocate(bytes, 64);
        buffer = memory.asByteBuffer();
        address = RawWords.addressOf(memory);
    }

    /** Where it lies. */
    long address() {
        return address;
    }

    /** The memory itself. */
    MemorySegment memory() {
        return memory;
    }

    /** Its length. */
    int capacity() {
        return (int) memory.byteSize();
    }

    /** A part of it, for the file; the same object each time. */
    ByteBuffer part(int from, int bytes) {
        buffer.clear();
        return buffer.position(from).limit(from + bytes);
    }

    /** Gives it back. */
    @Override
    public void close() {
        pool.giveBack(this);
    }

    /**
     * The slabs that are not in use.
     *
     * <p><b>Threads:</b> any.
     */
    static final class Pool {
        /** The pool of the process. */
        static final Pool COMMON = new Pool();

        private final ConcurrentLinkedQueue<Slab> free = new ConcurrentLinkedQueue<>();

        private Pool() {
        }

        /** A slab of at least {@code bytes}. */
        Slab take(long bytes) {
            if (bytes > LONGEST) {
                throw new MpiFailure(ErrorClass.NO_MEM, "too much to be packed at once: bytes=" + bytes + " most="
                    + LONGEST);
            }
            for (Slab slab : free) {
                if (slab.capacity() >= bytes && free.remove(slab)) {
                    return slab;
                }
            }
            long length = Math.max(SHORTEST, Long.highestOneBit(Math.max(1, bytes - 1)) << 1);
            return new Slab(this, (int) Math.min(length, LONGEST));
        }

        private void giveBack(Slab slab) {
            if (free.size() < KEPT && slab.capacity() <= LONGEST_KEPT) {
                free.add(slab);
            }
        }
    }
}
