package org.hawser.mpi.coll.op;

import org.hawser.platform.memory.RawNumbers;

/**
 * Arithmetic on floats. A loop per operation and kind of place, each a method of its own so that it is compiled
 * alone; places that both are addresses come through a block.
 *
 * <p><b>Threads:</b> any, on memory of their own. <b>Allocates:</b> as {@link BlockReduction}.
 */
final class FloatReduction extends BlockReduction {
    private final Operator operator;

    FloatReduction(Operator operator, int item) {
        super(item, 2);
        this.operator = operator;
    }

    @Override
    Object newBlock(int bytes) {
        return new float[bytes >> 2];
    }

    @Override
    boolean isOwn(Object array) {
        return array instanceof float[];
    }

    @Override
    void load(Object from, long fromAt, Object to, int count) {
        if (from != null) {
            super.load(from, fromAt, to, count);
            return;
        }
        float[] block = (float[]) to;
        for (int i = 0; i < count; i++) {
            block[i] = RawNumbers.getFloat(fromAt + ((long) i << 2));
        }
    }

    @Override
    void arrays(Object in, int a, Object inOut, int o, int count) {
        combine(operator, (float[]) in, a, (float[]) inOut, o, count);
    }

    static void combine(Operator operator, float[] in, int a, float[] inOut, int o, int count) {
        switch (operator) {
            case SUM -> sum(in, a, inOut, o, count);
            case PROD -> prod(in, a, inOut, o, count);
            case MAX -> max(in, a, inOut, o, count);
            case MIN -> min(in, a, inOut, o, count);
            default -> throw new AssertionError(operator);
        }
    }

    @Override
    boolean fromAddress(long in, Object inOut, int o, int count) {
        float[] to = (float[]) inOut;
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
        float[] from = (float[]) in;
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

    private static void sum(float[] in, int a, float[] inOut, int o, int count) {
        for (int i = 0; i < count; i++) {
            inOut[o + i] = in[a + i] + inOut[o + i];
        }
    }

    private static void sum(long in, float[] inOut, int o, int count) {
        for (int i = 0; i < count; i++) {
            inOut[o + i] = RawNumbers.getFloat(in + ((long) i << 2)) + inOut[o + i];
        }
    }

    private static void sum(float[] in, int a, long inOut, int count) {
        for (int i = 0; i < count; i++) {
            long at = inOut + ((long) i << 2);
            RawNumbers.setFloat(at, in[a + i] + RawNumbers.getFloat(at));
        }
    }

    private static void prod(float[] in, int a, float[] inOut, int o, int count) {
        for (int i = 0; i < count; i++) {
            inOut[o + i] = in[a + i] * inOut[o + i];
        }
    }

    private static void prod(long in, float[] inOut, int o, int count) {
        for (int i = 0; i < count; i++) {
            inOut[o + i] = RawNumbers.getFloat(in + ((long) i << 2)) * inOut[o + i];
        }
    }

    private static void prod(float[] in, int a, long inOut, int count) {
        for (int i = 0; i < count; i++) {
            long at = inOut + ((long) i << 2);
            RawNumbers.setFloat(at, in[a + i] * RawNumbers.getFloat(at));
        }
    }

    private static void max(float[] in, int a, float[] inOut, int o, int count) {
        for (int i = 0; i < count; i++) {
            inOut[o + i] = Math.max(in[a + i], inOut[o + i]);
        }
    }

    private static void max(long in, float[] inOut, int o, int count) {
        for (int i = 0; i < count; i++) {
            inOut[o + i] = Math.max(RawNumbers.getFloat(in + ((long) i << 2)), inOut[o + i]);
        }
    }

    private static void max(float[] in, int a, long inOut, int count) {
        for (int i = 0; i < count; i++) {
            long at = inOut + ((long) i << 2);
            RawNumbers.setFloat(at, Math.max(in[a + i], RawNumbers.getFloat(at)));
        }
    }

    private static void min(float[] in, int a, float[] inOut, int o, int count) {
        for (int i = 0; i < count; i++) {
            inOut[o + i] = Math.min(in[a + i], inOut[o + i]);
        }
    }

    private static void min(long in, float[] inOut, int o, int count) {
        for (int i = 0; i < count; i++) {
            inOut[o + i] = Math.min(RawNumbers.getFloat(in + ((long) i << 2)), inOut[o + i]);
        }
    }

    private static void min(float[] in, int a, long inOut, int count) {
        for (int i = 0; i < count; i++) {
            long at = inOut + ((long) i << 2);
            RawNumbers.setFloat(at, Math.min(in[a + i], RawNumbers.getFloat(at)));
        }
    }
}
