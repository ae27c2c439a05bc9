package org.hawser.pgas;

import java.util.function.DoubleBinaryOperator;
import java.util.function.LongBinaryOperator;

/** How two numbers become one in a reduction. */
public enum Reduction {
    /** Their sum. */
    SUM(Long::sum, Double::sum, 0, 0.0),
    /** Their product. */
    PRODUCT((a, b) -> a * b, (a, b) -> a * b, 1, 1.0),
    /** The lesser. */
    MIN(Math::min, Math::min, Long.MAX_VALUE, Double.POSITIVE_INFINITY),
    /** The greater. */
    MAX(Math::max, Math::max, Long.MIN_VALUE, Double.NEGATIVE_INFINITY),
    /** The bits that both have; whole numbers only. */
    AND((a, b) -> a & b, null, -1, 0),
    /** The bits that one of them has; whole numbers only. */
    OR((a, b) -> a | b, null, 0, 0),
    /** The bits that just one of them has; whole numbers only. */
    XOR((a, b) -> a ^ b, null, 0, 0);

    private final LongBinaryOperator longs;
    private final DoubleBinaryOperator doubles;
    private final LongBinaryOperator doubleBits;
    private final long neutralLong;
    private final double neutralDouble;

    Reduction(LongBinaryOperator longs, DoubleBinaryOperator doubles, long neutralLong, double neutralDouble) {
        this.longs = longs;
        this.doubles = doubles;
        this.neutralLong = neutralLong;
        this.neutralDouble = neutralDouble;
        doubleBits = doubles == null ? null : (a, b) -> Double.doubleToRawLongBits(
            doubles.applyAsDouble(Double.longBitsToDouble(a), Double.longBitsToDouble(b)));
    }

    LongBinaryOperator onLongs() {
        return longs;
    }

    DoubleBinaryOperator onDoubles() {
        if (doubles == null) {
            throw new PgasException("bits of doubles cannot be reduced: reduction=" + this);
        }
        return doubles;
    }

    /** On doubles that travel as words. */
    LongBinaryOperator onDoubleBits() {
        onDoubles();
        return doubleBits;
    }

    /** What changes no other number. */
    long neutralLong() {
        return neutralLong;
    }

    /** The same for doubles. */
    double neutralDouble() {
        return neutralDouble;
    }
}
