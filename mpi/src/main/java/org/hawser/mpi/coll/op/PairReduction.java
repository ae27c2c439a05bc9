package org.hawser.mpi.coll.op;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * MINLOC and MAXLOC: of two pairs of a value and an index, the one with the smaller or larger value; of two with equal
 * values the one with the smaller index. Values of floating point are ordered as {@link Double#compare} does: -0.0
 * before 0.0, and NaN after all numbers, so that the result does not depend on who is asked first. Pairs of ints have
 * {@link IntPairReduction}.
 *
 * <p><b>Threads:</b> any, on memory of their own. <b>Allocates:</b> as {@link BlockReduction}.
 */
final class PairReduction extends BlockReduction {
    private static final VarHandle SHORTS = view(short[].class);
    private static final VarHandle INTS = view(int[].class);
    private static final VarHandle LONGS = view(long[].class);
    private static final VarHandle FLOATS = view(float[].class);
    private static final VarHandle DOUBLES = view(double[].class);

    private final Operand operand;
    private final int sign;
    private final int index;

    /** Pairs of which the index lies at {@code index} and which are {@code item} bytes apart. */
    PairReduction(Operator operator, Operand operand, int index, int item) {
        super(item, 0);
        this.operand = operand;
        this.sign = operator == Operator.MAXLOC ? 1 : -1;
        this.index = index;
    }

    private static VarHandle view(Class<?> arrays) {
        return MethodHandles.byteArrayViewVarHandle(arrays, ByteOrder.nativeOrder()).withInvokeExactBehavior();
    }

    @Override
    Object newBlock(int bytes) {
        return new byte[bytes];
    }

    @Override
    boolean isOwn(Object array) {
        return array instanceof byte[];
    }

    @Override
    void arrays(Object in, Object inOut, int from, int to) {
        byte[] mine = (byte[]) in;
        byte[] result = (byte[]) inOut;
        for (int i = from; i < to; i += item()) {
            int order = sign * compare(mine, result, i);
            int number = (int) INTS.get(mine, i + index);
            if (order > 0) {
                System.arraycopy(mine, i, result, i, operand.bytes);
                INTS.set(result, i + index, number);
            } else if (order == 0 && number < (int) INTS.get(result, i + index)) {
                INTS.set(result, i + index, number);
            }
        }
    }

    private int compare(byte[] a, byte[] b, int at) {
        return switch (operand) {
            case SHORT_INT -> Short.compare((short) SHORTS.get(a, at), (short) SHORTS.get(b, at));
            case LONG_INT -> Long.compare((long) LONGS.get(a, at), (long) LONGS.get(b, at));
            case FLOAT_INT -> Float.compare((float) FLOATS.get(a, at), (float) FLOATS.get(b, at));
            default -> Double.compare((double) DOUBLES.get(a, at), (double) DOUBLES.get(b, at));
        };
    }
}
