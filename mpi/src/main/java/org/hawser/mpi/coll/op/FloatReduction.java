package org.hawser.mpi.coll.op;

import org.hawser.platform.memory.RawNumbers;

/**
 * Arithmetic on floats. Each loop is a method of its own, so that it is compiled alone. There are none on addresses: a
 * number of floating point comes from there as bits, which the compiler does not turn into vector instructions.
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
    boolean few(Object in, long inAt, Object inOut, long inOutAt, int count) {
        for (int i = 0; i < count; i++) {
            float x = get(in, inAt + (i << 2));
            float y = get(inOut, inOutAt + (i << 2));
            set(inOut, inOutAt + (i << 2), Numbers.combine(operator, x, y));
        }
        return true;
    }

    private static float get(Object array, long at) {
        return array == null ? RawNumbers.getFloat(at) : ((float[]) array)[(int) (at >> 2)];
    }

    private static void set(Object array, long at, float value) {
        if (array == null) {
            RawNumbers.setFloat(at, value);
        } else {
            ((float[]) array)[(int) (at >> 2)] = value;
        }
    }

    @Override
    void arrays(Object in, Object inOut, int from, int to) {
        combine(operator, (float[]) in, (float[]) inOut, from, to);
    }

    private static void combine(Operator operator, float[] in, float[] inOut, int from, int to) {
        switch (operator) {
            case SUM -> sum(in, inOut, from, to);
            case PROD -> prod(in, inOut, from, to);
            case MAX -> max(in, inOut, from, to);
            case MIN -> min(in, inOut, from, to);
            default -> throw new AssertionError(operator);
        }
    }

    private static void sum(float[] in, float[] inOut, int from, int to) {
        for (int i = from; i < to; i++) {
            inOut[i] = in[i] + inOut[i];
        }
    }

    private static void prod(float[] in, float[] inOut, int from, int to) {
        for (int i = from; i < to; i++) {
            inOut[i] = in[i] * inOut[i];
        }
    }

    private static void max(float[] in, float[] inOut, int from, int to) {
        for (int i = from; i < to; i++) {
            inOut[i] = Math.max(in[i], inOut[i]);
        }
    }

    private static void min(float[] in, float[] inOut, int from, int to) {
        for (int i = from; i < to; i++) {
            inOut[i] = Math.min(in[i], inOut[i]);
        }
    }
}
