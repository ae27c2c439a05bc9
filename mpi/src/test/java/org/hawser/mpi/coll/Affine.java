package org.hawser.mpi.coll;

import org.hawser.mpi.coll.op.Reduction;
import org.hawser.platform.memory.RawBytes;

/**
 * An operation whose order matters: items are maps x → ax + b, two longs each, and are combined by applying one after
 * the other.
 */
final class Affine implements Reduction {
    @Override
    public boolean isCommutative() {
        return false;
    }

    @Override
    public int item() {
        return 2 * Long.BYTES;
    }

    @Override
    public void combine(Object in, long inAt, Object inOut, long inOutAt, long bytes) {
        combine(in, inAt, inOut, inOutAt, inOut, inOutAt, bytes);
    }

    @Override
    public void combine(Object first, long firstAt, Object second, long secondAt, Object out, long outAt, long bytes) {
        for (long i = 0; i < bytes; i += item()) {
            long a = get(first, firstAt + i);
            long b = get(first, firstAt + i + 8);
            long c = get(second, secondAt + i);
            long d = get(second, secondAt + i + 8);
            put(out, outAt + i, a * c);
            put(out, outAt + i + 8, a * d + b);
        }
    }

    private static long get(Object array, long at) {
        return array == null ? RawBytes.load(at, 8) : RawBytes.load(array, at, 8);
    }

    private static void put(Object array, long at, long value) {
        if (array == null) {
            RawBytes.store(value, at, 8);
        } else {
            RawBytes.store(value, array, at, 8);
        }
    }
}
