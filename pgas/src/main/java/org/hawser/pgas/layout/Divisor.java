package org.hawser.pgas.layout;

import java.math.BigInteger;

/**
 * Division by a number that stays the same, as a multiplication and a shift, which cost less than the processor's own
 * division of 64 bits.
 *
 * <p>For a divisor d let 2<sup>s</sup> be the least power of two that is not below it, and
 * m = ⌈2<sup>63+s</sup> / d⌉, which fits in 64 bits. Then n / d = ⌊m · n / 2<sup>63+s</sup>⌋ for all n from 0 to
 * 2<sup>63</sup>-1: m is too large by less than 1, so the product is too large by less than n / 2<sup>63+s</sup>, which
 * is less than 1 / d and takes it past no whole number. For a power of two m is 2<sup>63</sup>, and the shift alone
 * does it.
 *
 * <p>Who divides often keeps m and s among its own fields, and calls {@link #quotient}; so this is no object.
 *
 * <p><b>Threads:</b> any.
 */
public final class Divisor {
    private static final long OF_POWER_OF_TWO = Long.MIN_VALUE;

    private Divisor() {
    }

    /** The factor m for a divisor of at least 1; to be taken as unsigned. */
    public static long factor(long divisor) {
        BigInteger d = BigInteger.valueOf(divisor);
        return BigInteger.ONE.shiftLeft(63 + shift(divisor)).add(d).subtract(BigInteger.ONE).divide(d).longValue();
    }

    /** The shift s. */
    public static int shift(long divisor) {
        return Long.SIZE - Long.numberOfLeadingZeros(divisor - 1);
    }

    /** The quotient of {@code n}, at least 0, and the divisor that {@code factor} and {@code shift} are of. */
    public static long quotient(long n, long factor, int shift) {
        return factor == OF_POWER_OF_TWO ? n >>> shift : Math.unsignedMultiplyHigh(factor, n << 1) >>> shift;
    }
}
