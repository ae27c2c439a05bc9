package org.hawser.bench.rma;

/**
 * The pseudo-random sequence of the HPC Challenge's RandomAccess: a shift register of 64 bits over the polynomial
 * x⁶³ + x² + x + 1. It can begin anywhere, so that ranks have parts of one sequence.
 *
 * <p><b>Threads:</b> one.
 */
public final class RandomStream {
    private static final long POLYNOMIAL = 7;
    private static final int BITS = 64;

    private long value;

    /** The sequence from its {@code position}-th number on. */
    public RandomStream(long position) {
        value = at(position);
    }

    /** The next number. */
    public long next() {
        value = step(value);
        return value;
    }

    static long step(long value) {
        return value << 1 ^ (value < 0 ? POLYNOMIAL : 0);
    }

    /** The {@code position}-th number, by squaring: a step is linear over the bits. */
    static long at(long position) {
        if (position == 0) {
            return 1;
        }
        // What two steps make of each single bit, then four, and so on, put together for the bits that are set.
        long[] twice = new long[BITS];
        long value = 1;
        for (int i = 0; i < BITS; i++) {
            twice[i] = value;
            value = step(step(value));
        }
        int bit = BITS - 2 - Long.numberOfLeadingZeros(position);
        long found = 2;
        for (; bit >= 0; bit--) {
            found = doubled(found, twice);
            if ((position >> bit & 1) != 0) {
                found = step(found);
            }
        }
        return found;
    }

    /** The number at twice the position. */
    private static long doubled(long value, long[] twice) {
        long sum = 0;
        for (int i = 0; i < BITS; i++) {
            if ((value >> i & 1) != 0) {
                sum ^= twice[i];
            }
        }
        return sum;
    }
}
