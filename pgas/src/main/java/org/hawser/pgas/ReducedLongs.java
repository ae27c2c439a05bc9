package org.hawser.pgas;

import java.util.function.LongBinaryOperator;
import org.hawser.platform.memory.RawNumbers;

/**
 * Whole numbers that threads reduce in place.
 *
 * <p><b>Threads:</b> one thread of a rank. <b>Allocates:</b> room for parts.
 */
final class ReducedLongs implements SharedReduction.Elements {
    private final long[] values;
    private final LongBinaryOperator how;
    private final boolean sums;
    private long[] part = {};
    private long[] next = {};

    ReducedLongs(long[] values, Reduction how) {
        this.values = values;
        this.how = how.onLongs();
        sums = how == Reduction.SUM;
    }

    @Override
    public int length() {
        return values.length;
    }

    @Override
    public void lay(int from, int count, long to) {
        RawNumbers.copy(values, from, to, count);
    }

    @Override
    public void begin(long from, int count) {
        if (part.length < count) {
            part = new long[count];
            next = new long[count];
        }
        RawNumbers.copy(from, part, 0, count);
    }

    @Override
    public void add(long from, int count) {
        RawNumbers.copy(from, next, 0, count);
        if (sums) {
            for (int i = 0; i < count; i++) {
                part[i] += next[i];
            }
        } else {
            for (int i = 0; i < count; i++) {
                part[i] = how.applyAsLong(part[i], next[i]);
            }
        }
    }

    @Override
    public void finish(long to, int count) {
        RawNumbers.copy(part, 0, to, count);
    }

    @Override
    public void take(long from, int to, int count) {
        RawNumbers.copy(from, values, to, count);
    }
}
