package org.hawser.mpi.coll.op;

/**
 * MINLOC and MAXLOC of pairs of ints, which programs keep in arrays of ints; see {@link PairReduction}.
 *
 * <p><b>Threads:</b> any, on memory of their own. <b>Allocates:</b> as {@link BlockReduction}.
 */
final class IntPairReduction extends BlockReduction {
    private final boolean larger;

    IntPairReduction(Operator operator) {
        super(2 * Integer.BYTES, 2);
        larger = operator == Operator.MAXLOC;
    }

    @Override
    Object newBlock(int bytes) {
        return new int[bytes >> 2];
    }

    @Override
    boolean isOwn(Object array) {
        return array instanceof int[];
    }

    @Override
    void arrays(Object in, int a, Object inOut, int o, int count) {
        int[] from = (int[]) in;
        int[] to = (int[]) inOut;
        for (int i = 0; i < count; i += 2) {
            int mine = from[a + i];
            int other = to[o + i];
            int index = from[a + i + 1];
            if (mine == other) {
                to[o + i + 1] = Math.min(index, to[o + i + 1]);
            } else if (mine > other == larger) {
                to[o + i] = mine;
                to[o + i + 1] = index;
            }
        }
    }
}
