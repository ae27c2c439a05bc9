package org.hawser.mpi.datatype;

import org.hawser.platform.memory.RawBytes;
import org.hawser.platform.memory.RawNumbers;

/**
 * Copies blocks of one length between two places where they lie at regular distances. A place is an array and an offset
 * in bytes or, when the array is null, an address. The two places do not overlap.
 *
 * <p>Blocks of up to four words are moved with loads and stores, in loops of their own by length: 64 of 32 bytes in
 * half the time of as many general copies. Longer ones are left to the general copy, which beats a loop from there on;
 * {@link StridedArrays} has it for each kind of array.
 *
 * <p><b>Threads:</b> any. <b>Allocates:</b> nothing for whole elements.
 */
final class StridedCopy {
    /** Blocks that one loop moves; the loops count with ints. */
    private static final long PORTION = 1 << 20;
    /** Blocks of up to this many bytes. */
    private static final long MOST = Integer.MAX_VALUE - 8;

    private StridedCopy() {
    }

    static void copy(Object from, long fromAt, long fromStep, Object to, long toAt, long toStep, long bytes, long n) {
        if (n == 1 || bytes > MOST) {
            any(from, fromAt, fromStep, to, toAt, toStep, bytes, n);
            return;
        }
        for (long done = 0; done < n; done += PORTION) {
            portion(from, fromAt + done * fromStep, fromStep, to, toAt + done * toStep, toStep, (int) bytes,
                (int) Math.min(PORTION, n - done));
        }
    }

    private static void any(Object from, long fromAt, long fromStep, Object to, long toAt, long toStep, long bytes,
                            long n) {
        for (long i = 0; i < n; i++) {
            RawBytes.copy(from, fromAt + i * fromStep, to, toAt + i * toStep, bytes);
        }
    }

    private static void portion(Object from, long fromAt, long fromStep, Object to, long toAt, long toStep, int bytes,
                                int n) {
        boolean done = true;
        if (from == null && to == null) {
            addresses(fromAt, fromStep, toAt, toStep, bytes, n);
        } else if (to == null) {
            done = StridedArrays.gather(from, fromAt, fromStep, toAt, toStep, bytes, n);
        } else if (from == null) {
            done = StridedArrays.scatter(fromAt, fromStep, to, toAt, toStep, bytes, n);
        } else if (bytes == Integer.BYTES || bytes == Long.BYTES) {
            for (int i = 0; i < n; i++) {
                RawBytes.store(RawBytes.load(from, fromAt + i * fromStep, bytes), to, toAt + i * toStep, bytes);
            }
        } else {
            done = false;
        }
        if (!done) {
            any(from, fromAt, fromStep, to, toAt, toStep, bytes, n);
        }
    }

    /**
     * All loops are in this one method: that is longer than what the JVM's compiler puts into others, so that it is
     * compiled by itself. Smaller ones ended up inside callers so large that the loads and stores in them stayed calls;
     * whether they did changed from job to job, and made 64 blocks of 32 bytes take two to four times as long.
     */
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
                    long second = RawBytes.getLong(source + Long.BYTES);
                    RawBytes.setLong(target, first);
                    RawBytes.setLong(target + Long.BYTES, second);
                }
            }
            case 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32 -> {
                // The first two words and the last two, which may have bytes in common.
                int third = bytes - 2 * Long.BYTES;
                int fourth = bytes - Long.BYTES;
                for (int i = 0; i < n; i++) {
                    long source = from + i * fromStep;
                    long target = to + i * toStep;
                    long a = RawBytes.getLong(source);
                    long b = RawBytes.getLong(source + Long.BYTES);
                    long c = RawBytes.getLong(source + third);
                    long d = RawBytes.getLong(source + fourth);
                    RawBytes.setLong(target, a);
                    RawBytes.setLong(target + Long.BYTES, b);
                    RawBytes.setLong(target + third, c);
                    RawBytes.setLong(target + fourth, d);
                }
            }
            default -> {
                for (int i = 0; i < n; i++) {
                    RawBytes.copy(from + i * fromStep, to + i * toStep, bytes);
                }
            }
        }
    }
}
