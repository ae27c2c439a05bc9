package org.hawser.mpi.datatype;

import org.hawser.platform.memory.RawBytes;

/**
 * Copies blocks of one length between two places where they lie at regular distances. A place is an array and an offset
 * in bytes or, when the array is null, an address.
 *
 * <p><b>Threads:</b> any. <b>Allocates:</b> nothing for whole elements.
 */
final class StridedCopy {
    private StridedCopy() {
    }

    static void copy(Object from, long fromAt, long fromStep, Object to, long toAt, long toStep, long bytes, long n) {
        for (long i = 0; i < n; i++) {
            RawBytes.copy(from, fromAt + i * fromStep, to, toAt + i * toStep, bytes);
        }
    }
}
