package org.hawser.mpi.coll.op;

import org.hawser.platform.memory.RawNumbers;

/**
 * Arithmetic on doubles. Each loop is a method of its own, so that it is compiled alone. A number of floating point
 * comes from an address as bits, which the compiler does not turn into vector instructions: of loops on addresses there
 * are those that are faster than a block all the same.
 *
 * <p><b>Threads:</b> any, on memory of their own. <b>Allocates:</b> as {@link BlockReduction}.
 */
final class DoubleReduction extends BlockReduction {
    private final Operator operator;

    DoubleReduction(Operator operator, int item) {
        super(item, 3);
        this.operator = operator;
    }

    @Override
    Object newBlock(int bytes) {
        return new double[bytes >> 3];
    }

    @Override
    boolean isOwn(Object array) {
        return array instanceof double[];
    }

    @Override
    boolean few(Object in, long inAt, Object inOut, long inOutAt, int count) {
        for (int i = 0; i < count; i++) {
            double x = get(in, inAt + (i << 3));
            double y = get(inOut, inOutAt + (i << 3));
            set(inOut, inOutAt + (i << 3), Numbers.combine(operator, x, y));
        }
        return true;
    }

    private static double get(Object array, long at) {
        return array == null ? RawNumbers.getDouble(at) : ((double[]) array)[(int) (at >> 3)];
    }

    private static void set(Object array, long at, double value) {
        if (array == null) {
            RawNumbers.setDouble(at, value);
        } else {
            ((double[]) array)[(int) (at >> 3)] = value;
        }
    }

    @Override
    void arrays(Object in, Object inOut, int from, int to) {
        combine(operator, (double[]) in, (double[]) inOut, from, to);
    }

    private static void combine(Operator operator, double[] in, double[] inOut, int from, int to) {
        switch (operator) {
            case SUM -> sum(in, inOut, from, to);
            case PROD -> prod(in, inOut, from, to);
            case MAX -> max(in, inOut, from, to);
            case MIN -> min(in, inOut, from, to);
            default -> throw new AssertionError(operator);
        }
    }

    @Override
    boolean fromAddress(long in, Object inOut, int from, int count) {
        double[] items = (double[]) inOut;
        if (operator == Operator.SUM) {
            sum(in, items, from, count);
        } else if (operator == Operator.PROD) {
            prod(in, items, from, count);
        } else {
            return false;
        }
        return true;
    }

    private static void sum(double[] in, double[] inOut, int from, int to) {
        for (int i = from; i < to; i++) {
            inOut[i] = in[i] + inOut[i];
        }
    }

    private static void prod(double[] in, double[] inOut, int from, int to) {
        for (int i = from; i < to; i++) {
            inOut[i] = in[i] * inOut[i];
        }
    }

    private static void max(double[] in, double[] inOut, int from, int to) {
        for (int i = from; i < to; i++) {
            inOut[i] = Math.max(in[i], inOut[i]);
        }
    }

    private static void min(double[] in, double[] inOut, int from, int to) {
        for (int i = from; i < to; i++) {
            inOut[i] = Math.min(in[i], inOut[i]);
        }
    }

    private static void sum(long in, double[] inOut, int from, int count) {
        for (int i = 0; i < count; i++) {
            inOut[from + i] = RawNumbers.getDouble(in + ((long) i << 3)) + inOut[from + i];
        }
    }

    private static void prod(long in, double[] inOut, int from, int count) {
        for (int i = 0; i < count; i++) {
            inOut[from + i] = RawNumbers.getDouble(in + ((long) i << 3)) * inOut[from + i];
        }
    }
}
