package org.hawser.mpi.coll.op;

import org.hawser.platform.memory.RawBytes;

/**
 * Finds the loop that suits two places. Arrays of the type's own elements, and one run of addresses with them, have
 * loops that become vector instructions; all else is brought block by block into arrays that stay in the first cache.
 *
 * <p><b>Threads:</b> any, on memory of their own. <b>Allocates:</b> two blocks per thread, at its first use.
 */
abstract class BlockReduction implements Reduction {
    /** A multiple of every item's length but those of pairs, for which less is used. */
    static final int BLOCK = 4096;

    private final int item;
    private final int shift;
    private final int block;
    private final ThreadLocal<Object[]> blocks =
        ThreadLocal.withInitial(() -> new Object[] {newBlock(BLOCK), newBlock(BLOCK)});

    /** {@code shift} is the logarithm of an array element's length. */
    BlockReduction(int item, int shift) {
        this.item = item;
        this.shift = shift;
        block = BLOCK / item * item;
    }

    /** An array of the type's elements with this many bytes. */
    abstract Object newBlock(int bytes);

    /** True for arrays of the type's elements. */
    abstract boolean isOwn(Object array);

    /** Combines {@code count} elements. */
    abstract void arrays(Object in, int a, Object inOut, int o, int count);

    /** Combines into an array; false when this operation has no loop for it. */
    boolean fromAddress(long in, Object inOut, int o, int count) {
        return false;
    }

    /** Combines out of an array; false when this operation has no loop for it. */
    boolean toAddress(Object in, int a, long inOut, int count) {
        return false;
    }

    /** Copies elements into an array of their own. */
    void load(Object from, long fromAt, Object to, int count) {
        RawBytes.copy(from, fromAt, to, 0, (long) count << shift);
    }

    /** Copies elements out of an array of their own. */
    void store(Object from, Object to, long toAt, int count) {
        RawBytes.copy(from, 0, to, toAt, (long) count << shift);
    }

    @Override
    public boolean isCommutative() {
        return true;
    }

    @Override
    public final int item() {
        return item;
    }

    private boolean isOwn(Object array, long at) {
        return isOwn(array) && (at & (1 << shift) - 1) == 0;
    }

    @Override
    public final void combine(Object in, long inAt, Object inOut, long inOutAt, long bytes) {
        assert bytes % item == 0 : "part of an item: bytes=" + bytes + " item=" + item;
        boolean ownIn = isOwn(in, inAt);
        if (isOwn(inOut, inOutAt)) {
            int o = (int) (inOutAt >> shift);
            int count = (int) (bytes >> shift);
            if (ownIn) {
                arrays(in, (int) (inAt >> shift), inOut, o, count);
            } else if (in != null || !fromAddress(inAt, inOut, o, count)) {
                inBlocks(in, inAt, false, inOut, inOutAt, true, bytes);
            }
        } else if (!ownIn || inOut != null || !toAddress(in, (int) (inAt >> shift), inOutAt, (int) (bytes >> shift))) {
            inBlocks(in, inAt, ownIn, inOut, inOutAt, false, bytes);
        }
    }

    private void inBlocks(Object in, long inAt, boolean ownIn, Object inOut, long inOutAt, boolean ownInOut,
                          long bytes) {
        Object[] scratch = blocks.get();
        for (long done = 0; done < bytes; done += block) {
            int count = (int) (Math.min(block, bytes - done) >> shift);
            Object from = in;
            int a = (int) (inAt + done >> shift);
            if (!ownIn) {
                load(in, inAt + done, scratch[0], count);
                from = scratch[0];
                a = 0;
            }
            if (ownInOut) {
                arrays(from, a, inOut, (int) (inOutAt + done >> shift), count);
            } else if (inOut != null || !toAddress(from, a, inOutAt + done, count)) {
                load(inOut, inOutAt + done, scratch[1], count);
                arrays(from, a, scratch[1], 0, count);
                store(scratch[1], inOut, inOutAt + done, count);
            }
        }
    }

    @Override
    public final void combine(Object first, long firstAt, Object second, long secondAt, Object out, long outAt,
                              long bytes) {
        if (out == second && outAt == secondAt) {
            combine(first, firstAt, out, outAt, bytes);
            return;
        }
        if (out == first && outAt == firstAt) {
            combine(second, secondAt, out, outAt, bytes);
            return;
        }
        for (long done = 0; done < bytes; done += block) {
            long length = Math.min(block, bytes - done);
            RawBytes.copy(second, secondAt + done, out, outAt + done, length);
            combine(first, firstAt + done, out, outAt + done, length);
        }
    }
}
