package org.hawser.mpi.coll.op;

import org.hawser.platform.memory.RawBytes;

/**
 * An operation on longs. A loop per operation and kind of place, each a method of its own so that it is compiled
 * alone; places that both are addresses come through a block.
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
    void load(Object from, long fromAt, Object to, int count) {
        if (from != null) {
            super.load(from, fromAt, to, count);
            return;
        }
        long[] block = (long[]) to;
        for (int i = 0; i < count; i++) {
            block[i] = RawBytes.getLong(fromAt + ((long) i << 3));
        }
    }

    @Override
    void arrays(Object in, int a, Object inOut, int o, int count) {
        combine(operator, (long[]) in, a, (long[]) inOut, o, count);
    }

    static void combine(Operator operator, long[] in, int a, long[] inOut, int o, int count) {
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
        long[] to = (long[]) inOut;
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
        long[] from = (long[]) in;
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

    private static void sum(long[] in, int a, long[] inOut, int o, int count) {
        for (int i = 0; i < count; i++) {
            inOut[o + i] = in[a + i] + inOut[o + i];
        }
    }

    private static void sum(long in, long[] inOut, int o, int count) {
        for (int i = 0; i < count; i++) {
            inOut[o + i] = RawBytes.getLong(in + ((long) i << 3)) + inOut[o + i];
        }
    }

    private static void sum(long[] in, int a, long inOut, int count) {
        for (int i = 0; i < count; i++) {
            long at = inOut + ((long) i << 3);
            RawBytes.setLong(at, in[a + i] + RawBytes.getLong(at));
        }
    }

    private static void prod(long[] in, int a, long[] inOut, int o, int count) {
        for (int i = 0; i < count; i++) {
            inOut[o + i] = in[a + i] * inOut[o + i];
        }
    }

    private static void prod(long in, long[] inOut, int o, int count) {
        for (int i = 0; i < count; i++) {
            inOut[o + i] = RawBytes.getLong(in + ((long) i << 3)) * inOut[o + i];
        }
    }

    private static void prod(long[] in, int a, long inOut, int count) {
        for (int i = 0; i < count; i++) {
            long at = inOut + ((long) i << 3);
            RawBytes.setLong(at, in[a + i] * RawBytes.getLong(at));
        }
    }

    private static void max(long[] in, int a, long[] inOut, int o, int count) {
        for (int i = 0; i < count; i++) {
            inOut[o + i] = Math.max(in[a + i], inOut[o + i]);
        }
    }

    private static void max(long in, long[] inOut, int o, int count) {
        for (int i = 0; i < count; i++) {
            inOut[o + i] = Math.max(RawBytes.getLong(in + ((long) i << 3)), inOut[o + i]);
        }
    }

    private static void max(long[] in, int a, long inOut, int count) {
        for (int i = 0; i < count; i++) {
            long at = inOut + ((long) i << 3);
            RawBytes.setLong(at, Math.max(in[a + i], RawBytes.getLong(at)));
        }
    }

    private static void min(long[] in, int a, long[] inOut, int o, int count) {
        for (int i = 0; i < count; i++) {
            inOut[o + i] = Math.min(in[a + i], inOut[o + i]);
        }
    }

    private static void min(long in, long[] inOut, int o, int count) {
        for (int i = 0; i < count; i++) {
            inOut[o + i] = Math.min(RawBytes.getLong(in + ((long) i << 3)), inOut[o + i]);
        }
    }

    private static void min(long[] in, int a, long inOut, int count) {
        for (int i = 0; i < count; i++) {
            long at = inOut + ((long) i << 3);
            RawBytes.setLong(at, Math.min(in[a + i], RawBytes.getLong(at)));
        }
    }

    private static void land(long[] in, int a, long[] inOut, int o, int count) {
        for (int i = 0; i < count; i++) {
            inOut[o + i] = in[a + i] != 0 && inOut[o + i] != 0 ? 1 : 0;
        }
    }

    private static void band(long[] in, int a, long[] inOut, int o, int count) {
        for (int i = 0; i < count; i++) {
            inOut[o + i] = in[a + i] & inOut[o + i];
        }
    }

    private static void lor(long[] in, int a, long[] inOut, int o, int count) {
        for (int i = 0; i < count; i++) {
            inOut[o + i] = (in[a + i] | inOut[o + i]) != 0 ? 1 : 0;
        }
    }

    private static void bor(long[] in, int a, long[] inOut, int o, int count) {
        for (int i = 0; i < count; i++) {
            inOut[o + i] = in[a + i] | inOut[o + i];
        }
    }

    private static void lxor(long[] in, int a, long[] inOut, int o, int count) {
        for (int i = 0; i < count; i++) {
            inOut[o + i] = (in[a + i] != 0) != (inOut[o + i] != 0) ? 1 : 0;
        }
    }

    private static void bxor(long[] in, int a, long[] inOut, int o, int count) {
        for (int i = 0; i < count; i++) {
            inOut[o + i] = in[a + i] ^ inOut[o + i];
        }
    }
}
