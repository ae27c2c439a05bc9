package org.hawser.bench.nas;

/**
 * The random numbers of the NAS parallel benchmarks: {@code x ← 5¹³ x mod 2⁴⁶}, as fractions of 2⁴⁶ between 0 and 1.
 * The modulus divides 2⁶⁴, so products that overflow a {@code long} are right in the bits that count.
 *
 * <p><b>Threads:</b> one. <b>Allocates:</b> at construction.
 */
final class NasRandom {
    private static final long MULTIPLIER = 1_220_703_125L;
    private static final long MASK = (1L << 46) - 1;
    private static final double SCALE = 0x1p-46;
    /** Numbers that are made side by side: a product waits for the one before it, but not for its neighbours. */
    private static final int LANES = 4;
    private static final long LANE_MULTIPLIER = power(LANES);

    private long state;

    NasRandom(long seed) {
        state = seed;
    }

    /** The next number. */
    double next() {
        state = state * MULTIPLIER & MASK;
        return state * SCALE;
    }

    /** Goes on as if {@code count} numbers had been drawn. */
    NasRandom skip(long count) {
        state = state * power(count) & MASK;
        return this;
    }

    /** Draws {@code count} numbers. */
    void fill(double[] numbers, int from, int count) {
        int whole = count - count % LANES;
        if (whole > 0) {
            long first = state * MULTIPLIER & MASK;
            long second = first * MULTIPLIER & MASK;
            long third = second * MULTIPLIER & MASK;
            long fourth = third * MULTIPLIER & MASK;
            for (int i = from; i < from + whole; i += LANES) {
                numbers[i] = first * SCALE;
                numbers[i + 1] = second * SCALE;
                numbers[i + 2] = third * SCALE;
                numbers[i + 3] = fourth * SCALE;
                state = fourth;
                first = first * LANE_MULTIPLIER & MASK;
                second = second * LANE_MULTIPLIER & MASK;
                third = third * LANE_MULTIPLIER & MASK;
                fourth = fourth * LANE_MULTIPLIER & MASK;
            }
        }
        for (int i = from + whole; i < from + count; i++) {
            numbers[i] = next();
        }
    }

    /** The multiplier to a power, by squaring. */
    private static long power(long exponent) {
        long result = 1;
        long square = MULTIPLIER;
        for (long rest = exponent; rest != 0; rest >>>= 1) {
            if ((rest & 1) != 0) {
                result = result * square & MASK;
            }
            square = square * square & MASK;
        }
        return result;
    }
}
