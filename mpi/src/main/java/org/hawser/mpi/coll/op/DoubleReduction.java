package org.hawser.mpi.coll.op;

import org.hawser.platform.memory.RawNumbers;

/**
 * Arithmetic on doubles. A loop per operation and kind of place, each a method of its own so that it is compiled
 * alone; places that both are addresses come through a block.
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
    void load(Object from, long fromAt, Object to, int count) {
        if (from != null) {
            super.load(from, fromAt, to, count);
            return;
        }
        double[] block = (double[]) to;
        for (int i = 0; i < count; i++) {
            block[i] = RawNumbers.getDouble(fromAt + ((long) i << 3));
        }
    }

    @Override
    void arrays(Object in, int a, Object inOut, int o, int count) {
        combine(operator, (double[]) in, a, (double[]) inOut, o, count);
    }

    static void combine(Operator operator, double[] in, int a, double[] inOut, int o, int count) {
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
        double[] to = (double[]) inOut;
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
        double[] from = (double[]) in;
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

    private static void sum(double[] in, int a, double[] inOut, int o, int count) {
        for (int i = 0; i < count; i++) {
            inOut[o + i] = in[a + i] + inOut[o + i];
        }
    }

    private static void sum(long in, double[] inOut, int o, int count) {
        for (int i = 0; i < count; i++) {
            inOut[o + i] = RawNumbers.getDouble(in + ((long) i << 3)) + inOut[o + i];
        }
    }

    private static void sum(double[] in, int a, long inOut, int count) {
        for (int i = 0; i < count; i++) {
            long at = inOut + ((long) i << 3);
            RawNumbers.setDouble(at, in[a + i] + RawNumbers.getDouble(at));
        }
    }

    private static void prod(double[] in, int a, double[] inOut, int o, int count) {
        for (int i = 0; i < count; i++) {
            inOut[o + i] = in[a + i] * inOut[o + i];
        }
    }

    private static void prod(long in, double[] inOut, int o, int count) {
        for (int i = 0; i < count; i++) {
            inOut[o + i] = RawNumbers.getDouble(in + ((long) i << 3)) * inOut[o + i];
        }
    }

    private static void prod(double[] in, int a, long inOut, int count) {
        for (int i = 0; i < count; i++) {
            long at = inOut + ((long) i << 3);
            RawNumbers.setDouble(at, in[a + i] * RawNumbers.getDouble(at));
        }
    }

    private static void max(double[] in, int a, double[] inOut, int o, int count) {
        for (int i = 0; i < count; i++) {
            inOut[o + i] = Math.max(in[a + i], inOut[o + i]);
        }
    }

    private static void max(long in, double[] inOut, int o, int count) {
        for (int i = 0; i < count; i++) {
            inOut[o + i] = Math.max(RawNumbers.getDouble(in + ((long) i << 3)), inOut[o + i]);
        }
    }

    private static void max(double[] in, int a, long inOut, int count) {
        for (int i = 0; i < count; i++) {
            long at = inOut + ((long) i << 3);
            RawNumbers.setDouble(at, Math.max(in[a + i], RawNumbers.getDouble(at)));
        }
    }

    private static void min(double[] in, int a, double[] inOut, int o, int count) {
        for (int i = 0; i < count; i++) {
            inOut[o + i] = Math.min(in[a + i], inOut[o + i]);
        }
    }

    private static void min(long in, double[] inOut, int o, int count) {
        for (int i = 0; i < count; i++) {
            inOut[o + i] = Math.min(RawNumbers.getDouble(in + ((long) i << 3)), inOut[o + i]);
        }
    }

    private static void min(double[] in, int a, long inOut, int count) {
        for (int i = 0; i < count; i++) {
            long at = inOut + ((long) i << 3);
            RawNumbers.setDouble(at, Math.min(in[a + i], RawNumbers.getDouble(at)));
        }
    }
}
