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
    void arrays(Object in, int a, Object inOut, int o, int count) {
        if (doubles) {
            multiply((double[]) in, a, (double[]) inOut, o, count);
        } else {
            multiply((float[]) in, a, (float[]) inOut, o, count);
        }
    }

    private static void multiply(double[] in, int a, double[] inOut, int o, int count) {
        for (int i = 0; i < count; i += 2) {
            double real = in[a + i] * inOut[o + i] - in[a + i + 1] * inOut[o + i + 1];
            inOut[o + i + 1] = in[a + i] * inOut[o + i + 1] + in[a + i + 1] * inOut[o + i];
            inOut[o + i] = real;
        }
    }

    private static void multiply(float[] in, int a, float[] inOut, int o, int count) {
        for (int i = 0; i < count; i += 2) {
            float real = in[a + i] * inOut[o + i] - in[a + i + 1] * inOut[o + i + 1];
            inOut[o + i + 1] = in[a + i] * inOut[o + i + 1] + in[a + i + 1] * inOut[o + i];
            inOut[o + i] = real;
        }
    }
}
