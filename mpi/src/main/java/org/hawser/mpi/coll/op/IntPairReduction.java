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
    void arrays(Object in, Object inOut, int from, int to) {
        int[] mine = (int[]) in;
        int[] result = (int[]) inOut;
        for (int i = from; i < to; i += 2) {
            if (mine[i] == result[i]) {
                result[i + 1] = Math.min(mine[i + 1], result[i + 1]);
            } else if (mine[i] > result[i] == larger) {
                result[i] = mine[i];
                result[i + 1] = mine[i + 1];
            }
        }
    }
}
