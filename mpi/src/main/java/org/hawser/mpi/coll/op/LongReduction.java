package org.hawser.mpi.coll.op;

import org.hawser.platform.memory.RawBytes;

/**
 * An operation on longs. Each loop is a method of its own, so that it is compiled alone.
 *
 * <p><b>Threads:</b> any, on memory of their own. <b>Allocates:</b> as {@link BlockReduction}.
 */
final class LongReduction extends BlockReduction {
    private final Operator operator;

    LongReduction(Operator operator, int item) {
        super(item, 3);
        this.operator = operator;
    }

    @Override
    Object newBlock(int bytes) {
        return new long[bytes >> 3];
    }

    @Override
    boolean isOwn(Object array) {
        return array instanceof long[];
    }

    @Override
    boolean few(Object in, long inAt, Object inOut, long inOutAt, int count) {
        for (int i = 0; i < count; i++) {
            long x = get(in, inAt + (i << 3));
            long y = get(inOut, inOutAt + (i << 3));
            set(inOut, inOutAt + (i << 3), Numbers.combine(operator, x, y));
        }
        return true;
    }

    private static long get(Object array, long at) {
        return array == null ? RawBytes.getLong(at) : ((long[]) array)[(int) (at >> 3)];
    }

    private static void set(Object array, long at, long value) {
        if (array == null) {
            RawBytes.setLong(at, value);
        } else {
            ((long[]) array)[(int) (at >> 3)] = value;
        }
    }

    @Override
    void arrays(Object in, Object inOut, int from, int to) {
        combine(operator, (long[]) in, (long[]) inOut, from, to);
    }

    private static void combine(Operator operator, long[] in, long[] inOut, int from, int to) {
        switch (operator) {
            case SUM -> sum(in, inOut, from, to);
            case PROD -> prod(in, inOut, from, to);
            case MAX -> max(in, inOut, from, to);
            case MIN -> min(in, inOut, from, to);
            case LAND -> land(in, inOut, from, to);
            case BAND -> band(in, inOut, from, to);
            case LOR -> lor(in, inOut, from, to);
            case BOR -> bor(in, inOut, from, to);
            case LXOR -> lxor(in, inOut, from, to);
            case BXOR -> bxor(in, inOut, from, to);
            default -> throw new AssertionError(operator);
        }
    }

    @Override
    boolean fromAddress(long in, Object inOut, int from, int count) {
        long[] items = (long[]) inOut;
        switch (operator) {
            case SUM -> sum(in, items, from, count);
            case PROD -> prod(in, items, from, count);
            case MAX -> max(in, items, from, count);
            case MIN -> min(in, items, from, count);
            default -> {
                return false;
            }
        }
        return true;
    }

    @Override
    boolean toAddress(Object in, int from, long inOut, int count) {
        long[] items = (long[]) in;
        switch (operator) {
            case SUM -> sum(items, from, inOut, count);
            case PROD -> prod(items, from, inOut, count);
            case MAX -> max(items, from, inOut, count);
            case MIN -> min(items, from, inOut, count);
            default -> {
                return false;
            }
        }
        return true;
    }

    private static void sum(long[] in, long[] inOut, int from, int to) {
        for (int i = from; i < to; i++) {
            inOut[i] = in[i] + inOut[i];
        }
    }

    private static void sum(long in, long[] inOut, int from, int count) {
        for (int i = 0; i < count; i++) {
            inOut[from + i] = RawBytes.getLong(in + ((long) i << 3)) + inOut[from + i];
        }
    }

    private static void sum(long[] in, int from, long inOut, int count) {
        for (int i = 0; i < count; i++) {
            long at = inOut + ((long) i << 3);
            RawBytes.setLong(at, in[from + i] + RawBytes.getLong(at));
        }
    }

    private static void prod(long[] in, long[] inOut, int from, int to) {
        for (int i = from; i < to; i++) {
            inOut[i] = in[i] * inOut[i];
        }
    }

    private static void prod(long in, long[] inOut, int from, int count) {
        for (int i = 0; i < count; i++) {
            inOut[from + i] = RawBytes.getLong(in + ((long) i << 3)) * inOut[from + i];
        }
    }

    private static void prod(long[] in, int from, long inOut, int count) {
        for (int i = 0; i < count; i++) {
            long at = inOut + ((long) i << 3);
            RawBytes.setLong(at, in[from + i] * RawBytes.getLong(at));
        }
    }

    private static void max(long[] in, long[] inOut, int from, int to) {
        for (int i = from; i < to; i++) {
            inOut[i] = Math.max(in[i], inOut[i]);
        }
    }

    private static void max(long in, long[] inOut, int from, int count) {
        for (int i = 0; i < count; i++) {
            inOut[from + i] = Math.max(RawBytes.getLong(in + ((long) i << 3)), inOut[from + i]);
        }
    }

    private static void max(long[] in, int from, long inOut, int count) {
        for (int i = 0; i < count; i++) {
            long at = inOut + ((long) i << 3);
            RawBytes.setLong(at, Math.max(in[from + i], RawBytes.getLong(at)));
        }
    }

    private static void min(long[] in, long[] inOut, int from, int to) {
        for (int i = from; i < to; i++) {
            inOut[i] = Math.min(in[i], inOut[i]);
        }
    }

    private static void min(long in, long[] inOut, int from, int count) {
        for (int i = 0; i < count; i++) {
            inOut[from + i] = Math.min(RawBytes.getLong(in + ((long) i << 3)), inOut[from + i]);
        }
    }

    private static void min(long[] in, int from, long inOut, int count) {
        for (int i = 0; i < count; i++) {
            long at = inOut + ((long) i << 3);
            RawBytes.setLong(at, Math.min(in[from + i], RawBytes.getLong(at)));
        }
    }

    private static void land(long[] in, long[] inOut, int from, int to) {
        for (int i = from; i < to; i++) {
            inOut[i] = in[i] != 0 && inOut[i] != 0 ? 1 : 0;
        }
    }

    private static void band(long[] in, long[] inOut, int from, int to) {
        for (int i = from; i < to; i++) {
            inOut[i] = in[i] & inOut[i];
        }
    }

    private static void lor(long[] in, long[] inOut, int from, int to) {
        for (int i = from; i < to; i++) {
            inOut[i] = (in[i] | inOut[i]) != 0 ? 1 : 0;
        }
    }

    private static void bor(long[] in, long[] inOut, int from, int to) {
        for (int i = from; i < to; i++) {
            inOut[i] = in[i] | inOut[i];
        }
    }

    private static void lxor(long[] in, long[] inOut, int from, int to) {
        for (int i = from; i < to; i++) {
            inOut[i] = (in[i] != 0) != (inOut[i] != 0) ? 1 : 0;
        }
    }

    private static void bxor(long[] in, long[] inOut, int from, int to) {
        for (int i = from; i < to; i++) {
            inOut[i] = in[i] ^ inOut[i];
        }
    }
}
