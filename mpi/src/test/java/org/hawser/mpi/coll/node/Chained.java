package org.hawser.mpi.coll.node;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.hawser.mpi.ErrorClass;
import org.hawser.mpi.MpiFailure;
import org.hawser.mpi.coll.op.Reduction;
import org.hawser.platform.memory.RawBytes;

/**
 * x then y: 31x + y in ints, which tells the order of its operands.
 *
 * @param ints  how many make an item, which stays together
 * @param fails whether this member cannot combine
 */
record Chained(int ints, boolean fails) implements Reduction {
    /** Of single ints, at a member that can combine. */
    Chained() {
        this(1, false);
    }

    @Override
    public boolean isCommutative() {
        return false;
    }

    @Override
    public int item() {
        return ints * Integer.BYTES;
    }

    @Override
    public void combine(Object in, long inAt, Object inOut, long inOutAt, long bytes) {
        combine(in, inAt, inOut, inOutAt, inOut, inOutAt, bytes);
    }

    @Override
    public void combine(Object first, long firstAt, Object second, long secondAt, Object out, long outAt, long bytes) {
        if (fails) {
            throw new MpiFailure(ErrorClass.OTHER, "cannot combine");
        }
        assertEquals(0, bytes % item());
        for (long i = 0; i < bytes; i += Integer.BYTES) {
            put(out, outAt + i, 31 * get(first, firstAt + i) + get(second, secondAt + i));
        }
    }

    private static int get(Object array, long at) {
        return (int) (array == null ? RawBytes.load(at, 4) : RawBytes.load(array, at, 4));
    }

    private static void put(Object array, long at, int value) {
        if (array == null) {
            RawBytes.store(value & 0xffffffffL, at, 4);
        } else {
            RawBytes.store(value & 0xffffffffL, array, at, 4);
        }
    }
}
