package org.hawser.mpi.datatype;

import org.hawser.platform.memory.RawBytes;
import org.hawser.platform.memory.RawNumbers;

/**
 * Copies blocks of one length between two places where they lie at regular distances. A place is an array and an offset
 * in bytes or, when the array is null, an address. The two places do not overlap.
 *
 * <p>Short blocks are moved with loads and stores in loops of their own, by their length and the kind of array
 * ({@link StridedArrays}): a call of the general copy costs as much as a few hundred bytes.
 *
 * <p><b>Threads:</b> any. <b>Allocates:</b> nothing for whole elements.
 */
final class StridedCopy {
    /** Blocks of up to this many bytes are moved word by word. */
    static final int SHORT = 192;
    /** Blocks that one loop moves; the loops count with ints. */
    private static final long PORTION = 1 << 20;

    private StridedCopy() {
    }

    static void copy(Object from, long fromAt, long fromStep, Object to, long toAt, long toStep, long bytes, long n) {
        if (n == 1 || bytes > SHORT) {
            longBlocks(from, fromAt, fromStep, to, toAt, toStep, bytes, n);
            return;
        }
        for (long done = 0; done < n; done += PORTION) {
            shortBlocks(from, fromAt + done * fromStep, fromStep, to, toAt + done * toStep, toStep, (int) bytes,
                (int) Math.min(PORTION, n - done));
        }
    }

    private static void longBlocks(Object from, long fromAt, long fromStep, Object to, long toAt, long toStep,
                                   long bytes, long n) {
        for (long i = 0; i < n; i++) {
            RawBytes.copy(from, fromAt + i * fromStep, to, toAt + i * toStep, bytes);
        }
    }

    private static void shortBlocks(Object from, long fromAt, long fromStep, Object to, long toAt, long toStep,
                                    int bytes, int n) {
        if (from == null && to == null) {
            addresses(fromAt, fromStep, toAt, toStep, bytes, n);
        } else if (to == null) {
            if (!StridedArrays.gather(from, fromAt, fromStep, toAt, toStep, bytes, n)) {
                longBlocks(from, fromAt, fromStep, null, toAt, toStep, bytes, n);
            }
        } else if (from == null) {
            if (!StridedArrays.scatter(fromAt, fromStep, to, toAt, toStep, bytes, n)) {
                longBlocks(null, fromAt, fromStep, to, toAt, toStep, bytes, n);
            }
        } else if (bytes == Integer.BYTES || bytes == Long.BYTES) {
            for (int i = 0; i < n; i++) {
                RawBytes.store(RawBytes.load(from, fromAt + i * fromStep, bytes), to, toAt + i * toStep, bytes);
            }
        } else {
            longBlocks(from, fromAt, fromStep, to, toAt, toStep, bytes, n);
        }
    }

    private static void addresses(long from, long fromStep, long to, long toStep, int bytes, int n) {
        switch (bytes) {
            case 1 -> {
                for (int i = 0; i < n; i++) {
                    RawNumbers.setByte(to + i * toStep, RawNumbers.getByte(from + i * fromStep));
                }
            }
            case 2 -> {
                for (int i = 0; i < n; i++) {
                    RawNumbers.setShort(to + i * toStep, RawNumbers.getShort(from + i * fromStep));
                }
            }
            case 4 -> {
                for (int i = 0; i < n; i++) {
                    RawNumbers.setInt(to + i * toStep, RawNumbers.getInt(from + i * fromStep));
                }
            }
            case 8 -> {
                for (int i = 0; i < n; i++) {
                    RawBytes.setLong(to + i * toStep, RawBytes.getLong(from + i * fromStep));
                }
            }
            case 16 -> {
                for (int i = 0; i < n; i++) {
                    long source = from + i * fromStep;
                    long target = to + i * toStep;
                    long first = RawBytes.getLong(source);
                    RawBytes.setLong(target + 8, RawBytes.getLong(source + 8));
                    RawBytes.setLong(target, first);
                }
            }
            default -> words(from, fromStep, to, toStep, bytes, n);
        }
    }

    private static void words(long from, long fromStep, long to, long toStep, int bytes, int n) {
        if (bytes < Long.BYTES) {
            longBlocks(null, from, fromStep, null, to, toStep, bytes, n);
            return;
        }
        int last = bytes - Long.BYTES;
        for (int i = 0; i < n; i++) {
            long source = from + i * fromStep;
            long target = to + i * toStep;
            for (int at = 0; at < last; at += Long.BYTES) {
                RawBytes.setLong(target + at, RawBytes.getLong(source + at));
            }
            // The last word ends with the block and may overlap the one before.
            RawBytes.setLong(target + last, RawBytes.getLong(source + last));
        }
    }
}
