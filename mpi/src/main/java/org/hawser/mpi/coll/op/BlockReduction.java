package org.hawser.mpi.coll.op;

import org.hawser.platform.memory.RawBytes;

/**
 * Finds the loop that suits two places. What the compiler turns into vector instructions are loops over arrays of the
 * type's own elements with one index for both, and over one such array and one run of addresses; with an index each,
 * or two runs of addresses, it fears that they overlap. All else is brought block by block into arrays that stay in the
 * first cache.
 *
 * <p>Few elements have a loop of their own, where they lie: it saves the copies, and the compiler judges a loop by how
 * long it was when it was compiled, so that one that begins with single elements is never made fast for many.
 *
 * <p><b>Threads:</b> any, on memory of their own. <b>Allocates:</b> two blocks per thread, at its first use.
 */
abstract class BlockReduction implements Reduction {
    /** A multiple of every item's length but those of pairs, for which less is used. */
    private static final int BLOCK = 4096;
    private static final int FEW = 128;

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

    /** Combines few elements in arrays of their own or at addresses; false when that is not done where they lie. */
    boolean few(Object in, long inAt, Object inOut, long inOutAt, int count) {
        return false;
    }

    /** Combines elements {@code from} to {@code to} of arrays of their own. */
    abstract void arrays(Object in, Object inOut, int from, int to);

    /** Combines into an array of their own; false when this operation has no loop for it. */
    boolean fromAddress(long in, Object inOut, int from, int count) {
        return false;
    }

    /** Combines out of an array of their own; false when this operation has no loop for it. */
    boolean toAddress(Object in, int from, long inOut, int count) {
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
        boolean ownInOut = isOwn(inOut, inOutAt);
        if (bytes <= FEW && (in == null || ownIn) && (inOut == null || ownInOut)
                && few(in, inAt, inOut, inOutAt, (int) (bytes >> shift))) {
            return;
        }
        int a = (int) (inAt >> shift);
        int o = (int) (inOutAt >> shift);
        int count = (int) (bytes >> shift);
        if (ownIn && ownInOut && a == o) {
            arrays(in, inOut, o, o + count);
        } else if (!(in == null && ownInOut && fromAddress(inAt, inOut, o, count))
                && !(inOut == null && ownIn && toAddress(in, a, inOutAt, count))) {
            inBlocks(in, inAt, inOut, inOutAt, inOut, inOutAt, bytes);
        }
    }

    private void inBlocks(Object first, long firstAt, Object second, long secondAt, Object out, long outAt,
                          long bytes) {
        Object[] scratch = blocks.get();
        for (long done = 0; done < bytes; done += block) {
            int count = (int) (Math.min(block, bytes - done) >> shift);
            load(first, firstAt + done, scratch[0], count);
            load(second, secondAt + done, scratch[1], count);
            arrays(scratch[0], scratch[1], 0, count);
            store(scratch[1], out, outAt + done, count);
        }
    }

    @Override
    public final void combine(Object first, long firstAt, Object second, long secondAt, Object out, long outAt,
                              long bytes) {
        if (out == second && outAt == secondAt) {
            combine(first, firstAt, out, outAt, bytes);
        } else if (out == first && outAt == firstAt) {
            combine(second, secondAt, out, outAt, bytes);
        } else if (bytes <= FEW) {
            RawBytes.copy(second, secondAt, out, outAt, bytes);
            combine(first, firstAt, out, outAt, bytes);
        } else if (!throughOut(first, firstAt, second, secondAt, out, outAt, bytes)
                && !throughOut(second, secondAt, first, firstAt, out, outAt, bytes)) {
            inBlocks(first, firstAt, second, secondAt, out, outAt, bytes);
        }
    }

    /**
     * Combines what lies at an address with an array into another one, with one index for both; false when the places
     * are others. A block is copied to where its results belong, and combined there.
     */
    private boolean throughOut(Object in, long inAt, Object own, long ownAt, Object out, long outAt, long bytes) {
        if (in != null || ownAt != outAt || !isOwn(own, ownAt) || !isOwn(out, outAt)) {
            return false;
        }
        for (long done = 0; done < bytes; done += block) {
            long length = Math.min(block, bytes - done);
            RawBytes.copy(inAt + done, out, outAt + done, length);
            arrays(own, out, (int) (outAt + done >> shift), (int) (outAt + done + length >> shift));
        }
        return true;
    }
}
