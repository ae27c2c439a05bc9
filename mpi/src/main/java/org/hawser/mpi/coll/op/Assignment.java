package org.hawser.mpi.coll.op;

import org.hawser.platform.memory.RawBytes;

/**
 * REPLACE and NO_OP: the first, or the second, is the result.
 *
 * <p><b>Threads:</b> any, on memory of their own. <b>Allocates:</b> nothing.
 */
final class Assignment implements Reduction {
    private final boolean replaces;
    private final int item;

    Assignment(Operator operator, int item) {
        replaces = operator == Operator.REPLACE;
        this.item = item;
    }

    @Override
    public boolean isCommutative() {
        return false;
    }

    @Override
    public int item() {
        return item;
    }

    @Override
    public void combine(Object in, long inAt, Object inOut, long inOutAt, long bytes) {
        if (replaces) {
            RawBytes.copy(in, inAt, inOut, inOutAt, bytes);
        }
    }

    @Override
    public void combine(Object first, long firstAt, Object second, long secondAt, Object out, long outAt, long bytes) {
        if (replaces) {
            RawBytes.copy(first, firstAt, out, outAt, bytes);
        } else {
            RawBytes.copy(second, secondAt, out, outAt, bytes);
        }
    }
}
