package org.hawser.mpi.datatype;

import java.lang.foreign.MemorySegment;
import java.lang.ref.WeakReference;
import java.nio.Buffer;

/**
 * Where direct buffers lie, which never changes: found once for each and remembered.
 *
 * <p>Java tells the address of a buffer through a segment that is made for the purpose. As long as all buffers of a
 * process are of one kind the compiler does without the object; when some are made over memory segments, as those of
 * {@code MPI.newByteBuffer}, and others by {@code allocateDirect}, a part of it is made for every question.
 *
 * <p>The table has sets of two; a buffer that finds its set full takes the older one's place. Entries are weak, so that
 * nothing here keeps a buffer's memory.
 *
 * <p><b>Threads:</b> any: entries do not change, and a lost one is made again. <b>Allocates:</b> once per buffer.
 */
final class DirectBuffers {
    private static final int SETS = 256;
    private static final Known[] TABLE = new Known[2 * SETS];

    /** A buffer, and the address of its element 0. */
    private static final class Known extends WeakReference<Buffer> {
        /** Final, so that who finds the entry without a lock finds it whole. */
        private final long address;

        Known(Buffer buffer, long address) {
            super(buffer);
            this.address = address;
        }
    }

    private DirectBuffers() {
    }

    /** The address of a direct buffer's element 0; {@code shift} is the logarithm of an element's length. */
    static long address(Buffer buffer, int shift) {
        int set = (System.identityHashCode(buffer) & SETS - 1) << 1;
        Known first = TABLE[set];
        if (first != null && first.refersTo(buffer)) {
            return first.address;
        }
        Known second = TABLE[set + 1];
        if (second != null && second.refersTo(buffer)) {
            return second.address;
        }
        return remember(buffer, shift, set);
    }

    private static long remember(Buffer buffer, int shift, int set) {
        long address = MemorySegment.ofBuffer(buffer).address() - ((long) buffer.position() << shift);
        TABLE[set + 1] = TABLE[set];
        TABLE[set] = new Known(buffer, address);
        return address;
    }
}
