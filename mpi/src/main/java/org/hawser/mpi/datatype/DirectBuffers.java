package org.hawser.mpi.datatype;

import java.lang.foreign.MemorySegment;
import java.lang.ref.WeakReference;
import java.nio.Buffer;
import java.nio.ByteBuffer;

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

    /** A buffer and what never changes of it: the address of its element 0, its bytes, whether it may be written. */
    static final class Known extends WeakReference<Buffer> {
        // Final, so that who finds the entry without a lock finds it whole.
        final long address;
        final long bytes;
        final boolean readOnly;

        Known(Buffer buffer, long address, long bytes) {
            super(buffer);
            this.address = address;
            this.bytes = bytes;
            readOnly = buffer.isReadOnly();
        }
    }

    /** What is known of no buffer. */
    static final Known NONE = new Known(ByteBuffer.allocateDirect(0), 0, 0);

    private DirectBuffers() {
    }

    /** What is known of a direct buffer. */
    static Known of(Buffer buffer) {
        Known found = find(buffer);
        return found != null ? found : remember(buffer);
    }

    /** What is remembered of a buffer; null when that is nothing. */
    static Known find(Buffer buffer) {
        int set = set(buffer);
        Known first = TABLE[set];
        if (first != null && first.refersTo(buffer)) {
            return first;
        }
        Known second = TABLE[set + 1];
        return second != null && second.refersTo(buffer) ? second : null;
    }

    private static int set(Buffer buffer) {
        return (System.identityHashCode(buffer) & SETS - 1) << 1;
    }

    private static Known remember(Buffer buffer) {
        int set = set(buffer);
        int shift = Memory.shift(buffer);
        Known known = new Known(buffer, MemorySegment.ofBuffer(buffer).address() - ((long) buffer.position() << shift),
            (long) buffer.capacity() << shift);
        TABLE[set + 1] = TABLE[set];
        TABLE[set] = known;
        return known;
    }
}
