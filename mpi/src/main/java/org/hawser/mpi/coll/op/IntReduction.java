package org.hawser.mpi.coll.op;

import org.hawser.platform.memory.RawNumbers;

/**
 * An operation on ints. A loop per operation and kind of place, each a method of its own so that it is compiled
 * alone; places that both are addresses come through a block.
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
    void load(Object from, long fromAt, Object to, int count) {
        if (from != null) {
            super.load(from, fromAt, to, count);
            return;
        }
        int[] block = (int[]) to;
        for (int i = 0; i < count; i++) {
            block[i] = RawNumbers.getInt(fromAt + ((long) i << 2));
        }
    }

    @Override
    void arrays(Object in, int a, Object inOut, int o, int count) {
        combine(operator, (int[]) in, a, (int[]) inOut, o, count);
    }

    static void combine(Operator operator, int[] in, int a, int[] inOut, int o, int count) {
        switch (operator) {
            case SUM -> sum(in, a, inOut, o, count);
            case PROD -> prod(in, a, inOut, o, count);
            case MAX -> max(in, a, inOut, o, count);
            case MIN -> min(in, a, inOut, o, count);
            case LAND -> land(in, a, inOut, o, count);
            case BAND -> band(in, a, inOut, o, count);
            case LOR -> lor(in, a, inOut, o, count);
            case BOR -> bor(in, a, inOut, o, count);
            case LXOR -> lxor(in, a, inOut, o, count);
            case BXOR -> bxor(in, a, inOut, o, count);
            default -> throw new AssertionError(operator);
        }
    }

    @Override
    boolean fromAddress(long in, Object inOut, int o, int count) {
        int[] to = (int[]) inOut;
        switch (operator) {
            case SUM -> sum(in, to, o, count);
            case PROD -> prod(in, to, o, count);
            case MAX -> max(in, to, o, count);
            case MIN -> min(in, to, o, count);
            default -> {
                return false;
            }
        }
        return true;
    }

    @Override
    boolean toAddress(Object in, int a, long inOut, int count) {
        int[] from = (int[]) in;
        switch (operator) {
            case SUM -> sum(from, a, inOut, count);
            case PROD -> prod(from, a, inOut, count);
            case MAX -> max(from, a, inOut, count);
            case MIN -> min(from, a, inOut, count);
            default -> {
                return false;
            }
        }
        return true;
    }

    private static void sum(int[] in, int a, int[] inOut, int o, int count) {
        for (int i = 0; i < count; i++) {
            inOut[o + i] = in[a + i] + inOut[o + i];
        }
    }

    private static void sum(long in, int[] inOut, int o, int count) {
        for (int i = 0; i < count; i++) {
            inOut[o + i] = RawNumbers.getInt(in + ((long) i << 2)) + inOut[o + i];
        }
    }

    private static void sum(int[] in, int a, long inOut, int count) {
        for (int i = 0; i < count; i++) {
            long at = inOut + ((long) i << 2);
            RawNumbers.setInt(at, in[a + i] + RawNumbers.getInt(at));
        }
    }

    private static void prod(int[] in, int a, int[] inOut, int o, int count) {
        for (int i = 0; i < count; i++) {
            inOut[o + i] = in[a + i] * inOut[o + i];
        }
    }

    private static void prod(long in, int[] inOut, int o, int count) {
        for (int i = 0; i < count; i++) {
            inOut[o + i] = RawNumbers.getInt(in + ((long) i << 2)) * inOut[o + i];
        }
    }

    private static void prod(int[] in, int a, long inOut, int count) {
        for (int i = 0; i < count; i++) {
            long at = inOut + ((long) i << 2);
            RawNumbers.setInt(at, in[a + i] * RawNumbers.getInt(at));
        }
    }

    private static void max(int[] in, int a, int[] inOut, int o, int count) {
        for (int i = 0; i < count; i++) {
            inOut[o + i] = Math.max(in[a + i], inOut[o + i]);
        }
    }

    private static void max(long in, int[] inOut, int o, int count) {
        for (int i = 0; i < count; i++) {
            inOut[o + i] = Math.max(RawNumbers.getInt(in + ((long) i << 2)), inOut[o + i]);
        }
    }

    private static void max(int[] in, int a, long inOut, int count) {
        for (int i = 0; i < count; i++) {
            long at = inOut + ((long) i << 2);
            RawNumbers.setInt(at, Math.max(in[a + i], RawNumbers.getInt(at)));
        }
    }

    private static void min(int[] in, int a, int[] inOut, int o, int count) {
        for (int i = 0; i < count; i++) {
            inOut[o + i] = Math.min(in[a + i], inOut[o + i]);
        }
    }

    private static void min(long in, int[] inOut, int o, int count) {
        for (int i = 0; i < count; i++) {
            inOut[o + i] = Math.min(RawNumbers.getInt(in + ((long) i << 2)), inOut[o + i]);
        }
    }

    private static void min(int[] in, int a, long inOut, int count) {
        for (int i = 0; i < count; i++) {
            long at = inOut + ((long) i << 2);
            RawNumbers.setInt(at, Math.min(in[a + i], RawNumbers.getInt(at)));
        }
    }

    private static void land(int[] in, int a, int[] inOut, int o, int count) {
        for (int i = 0; i < count; i++) {
            inOut[o + i] = in[a + i] != 0 && inOut[o + i] != 0 ? 1 : 0;
        }
    }

    private static void band(int[] in, int a, int[] inOut, int o, int count) {
        for (int i = 0; i < count; i++) {
            inOut[o + i] = in[a + i] & inOut[o + i];
        }
    }

    private static void lor(int[] in, int a, int[] inOut, int o, int count) {
        for (int i = 0; i < count; i++) {
            inOut[o + i] = (in[a + i] | inOut[o + i]) != 0 ? 1 : 0;
        }
    }

    private static void bor(int[] in, int a, int[] inOut, int o, int count) {
        for (int i = 0; i < count; i++) {
            inOut[o + i] = in[a + i] | inOut[o + i];
        }
    }

    private static void lxor(int[] in, int a, int[] inOut, int o, int count) {
        for (int i = 0; i < count; i++) {
            inOut[o + i] = (in[a + i] != 0) != (inOut[o + i] != 0) ? 1 : 0;
        }
    }

    private static void bxor(int[] in, int a, int[] inOut, int o, int count) {
        for (int i = 0; i < count; i++) {
            inOut[o + i] = in[a + i] ^ inOut[o + i];
        }
    }
}
