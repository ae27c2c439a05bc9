package org.hawser.mpi.coll.op;

import org.hawser.platform.memory.RawNumbers;

/**
 * An operation on ints. Each loop is a method of its own, so that it is compiled alone.
 *
 * <p><b>Threads:</b> any, on memory of their own. <b>Allocates:</b> as {@link BlockReduction}.
 */
final class IntReduction extends BlockReduction {
    private final Operator operator;

    IntReduction(Operator operator, int item) {
        super(item, 2);
        this.operator = operator;
    }

    @Override
    Object newBlock(int bytes) {
        return new int[bytes >> 2];
    }

    @Override
    boolean isOwn(Object array) {
        return array instanceof int[];
    }

    @Override
    boolean few(Object in, long inAt, Object inOut, long inOutAt, int count) {
        for (int i = 0; i < count; i++) {
            int x = get(in, inAt + (i << 2));
            int y = get(inOut, inOutAt + (i << 2));
            set(inOut, inOutAt + (i << 2), Numbers.combine(operator, x, y));
        }
        return true;
    }

    private static int get(Object array, long at) {
        return array == null ? RawNumbers.getInt(at) : ((int[]) array)[(int) (at >> 2)];
    }

    private static void set(Object array, long at, int value) {
        if (array == null) {
            RawNumbers.setInt(at, value);
        } else {
            ((int[]) array)[(int) (at >> 2)] = value;
        }
    }

    @Override
    void arrays(Object in, Object inOut, int from, int to) {
        combine(operator, (int[]) in, (int[]) inOut, from, to);
    }

    static void combine(Operator operator, int[] in, int[] inOut, int from, int to) {
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
        int[] items = (int[]) inOut;
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
        int[] items = (int[]) in;
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

    private static void sum(int[] in, int[] inOut, int from, int to) {
        for (int i = from; i < to; i++) {
            inOut[i] = in[i] + inOut[i];
        }
    }

    private static void sum(long in, int[] inOut, int from, int count) {
        for (int i = 0; i < count; i++) {
            inOut[from + i] = RawNumbers.getInt(in + ((long) i << 2)) + inOut[from + i];
        }
    }

    private static void sum(int[] in, int from, long inOut, int count) {
        for (int i = 0; i < count; i++) {
            long at = inOut + ((long) i << 2);
            RawNumbers.setInt(at, in[from + i] + RawNumbers.getInt(at));
        }
    }

    private static void prod(int[] in, int[] inOut, int from, int to) {
        for (int i = from; i < to; i++) {
            inOut[i] = in[i] * inOut[i];
        }
    }

    private static void prod(long in, int[] inOut, int from, int count) {
        for (int i = 0; i < count; i++) {
            inOut[from + i] = RawNumbers.getInt(in + ((long) i << 2)) * inOut[from + i];
        }
    }

    private static void prod(int[] in, int from, long inOut, int count) {
        for (int i = 0; i < count; i++) {
            long at = inOut + ((long) i << 2);
            RawNumbers.setInt(at, in[from + i] * RawNumbers.getInt(at));
        }
    }

    private static void max(int[] in, int[] inOut, int from, int to) {
        for (int i = from; i < to; i++) {
            inOut[i] = Math.max(in[i], inOut[i]);
        }
    }

    private static void max(long in, int[] inOut, int from, int count) {
        for (int i = 0; i < count; i++) {
            inOut[from + i] = Math.max(RawNumbers.getInt(in + ((long) i << 2)), inOut[from + i]);
        }
    }

    private static void max(int[] in, int from, long inOut, int count) {
        for (int i = 0; i < count; i++) {
            long at = inOut + ((long) i << 2);
            RawNumbers.setInt(at, Math.max(in[from + i], RawNumbers.getInt(at)));
        }
    }

    private static void min(int[] in, int[] inOut, int from, int to) {
        for (int i = from; i < to; i++) {
            inOut[i] = Math.min(in[i], inOut[i]);
        }
    }

    private static void min(long in, int[] inOut, int from, int count) {
        for (int i = 0; i < count; i++) {
            inOut[from + i] = Math.min(RawNumbers.getInt(in + ((long) i << 2)), inOut[from + i]);
        }
    }

    private static void min(int[] in, int from, long inOut, int count) {
        for (int i = 0; i < count; i++) {
            long at = inOut + ((long) i << 2);
            RawNumbers.setInt(at, Math.min(in[from + i], RawNumbers.getInt(at)));
        }
    }

    private static void land(int[] in, int[] inOut, int from, int to) {
        for (int i = from; i < to; i++) {
            inOut[i] = in[i] != 0 && inOut[i] != 0 ? 1 : 0;
        }
    }

    private static void band(int[] in, int[] inOut, int from, int to) {
        for (int i = from; i < to; i++) {
            inOut[i] = in[i] & inOut[i];
        }
    }

    private static void lor(int[] in, int[] inOut, int from, int to) {
        for (int i = from; i < to; i++) {
            inOut[i] = (in[i] | inOut[i]) != 0 ? 1 : 0;
        }
    }

    private static void bor(int[] in, int[] inOut, int from, int to) {
        for (int i = from; i < to; i++) {
            inOut[i] = in[i] | inOut[i];
        }
    }

    private static void lxor(int[] in, int[] inOut, int from, int to) {
        for (int i = from; i < to; i++) {
            inOut[i] = (in[i] != 0) != (inOut[i] != 0) ? 1 : 0;
        }
    }

    private static void bxor(int[] in, int[] inOut, int from, int to) {
        for (int i = from; i < to; i++) {
            inOut[i] = in[i] ^ inOut[i];
        }
    }
}
