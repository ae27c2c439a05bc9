package org.hawser.mpi.coll.op;

/**
 * The product of complex numbers, of floats or of doubles; their sum is that of their parts.
 *
 * <p><b>Threads:</b> any, on memory of their own. <b>Allocates:</b> as {@link BlockReduction}.
 */
final class ComplexProduct extends BlockReduction {
    private final boolean doubles;

    ComplexProduct(Operand operand) {
        super(operand.bytes, operand == Operand.DOUBLE_COMPLEX ? 3 : 2);
        doubles = operand == Operand.DOUBLE_COMPLEX;
    }

    @Override
    Object newBlock(int bytes) {
        return doubles ? new double[bytes >> 3] : new float[bytes >> 2];
    }

    @Override
    boolean isOwn(Object array) {
        return doubles ? array instanceof double[] : array instanceof float[];
    }

    @Override
    void arrays(Object in, Object inOut, int from, int to) {
        if (doubles) {
            multiply((double[]) in, (double[]) inOut, from, to);
        } else {
            multiply((float[]) in, (float[]) inOut, from, to);
        }
    }

    private static void multiply(double[] in, double[] inOut, int from, int to) {
        for (int i = from; i < to; i += 2) {
            double real = in[i] * inOut[i] - in[i + 1] * inOut[i + 1];
            inOut[i + 1] = in[i] * inOut[i + 1] + in[i + 1] * inOut[i];
            inOut[i] = real;
        }
    }

    private static void multiply(float[] in, float[] inOut, int from, int to) {
        for (int i = from; i < to; i += 2) {
            float real = in[i] * inOut[i] - in[i + 1] * inOut[i + 1];
            inOut[i + 1] = in[i] * inOut[i + 1] + in[i + 1] * inOut[i];
            inOut[i] = real;
        }
    }
}
