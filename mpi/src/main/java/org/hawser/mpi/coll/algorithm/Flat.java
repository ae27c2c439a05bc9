package org.hawser.mpi.coll.algorithm;

import org.hawser.mpi.coll.op.Reduction;

/**
 * What the leaders of nodes do among each other, by their number and the bytes.
 *
 * <p><b>Threads:</b> any; it has no state.
 */
final class Flat {
    static final Barrier BARRIER = new BarrierDissemination();
    private static final long SHORT_BCAST = 32 << 10;
    private static final long SHORT_REDUCE = 16 << 10;
    private static final long SHORT_ALLREDUCE = 4 << 10;
    private static final Bcast BINOMIAL = new BcastBinomial();
    private static final Bcast SCATTERED = new BcastScatterAllGather();
    private static final Reduce UP_A_TREE = new ReduceBinomial();
    private static final Reduce IN_PARTS = new ReduceRabenseifner();
    private static final AllReduce DOUBLING = new AllReduceRecursiveDoubling();
    private static final AllReduce ALL_IN_PARTS = new AllReduceRabenseifner();

    private Flat() {
    }

    static Bcast bcast(int ranks, long bytes) {
        return ranks <= 2 || bytes <= SHORT_BCAST ? BINOMIAL : SCATTERED;
    }

    static Reduce reduce(int ranks, Reduction reduction, long bytes) {
        return bytes <= SHORT_REDUCE || isWhole(ranks, reduction, bytes) ? UP_A_TREE : IN_PARTS;
    }

    static AllReduce allReduce(int ranks, Reduction reduction, long bytes) {
        return bytes <= SHORT_ALLREDUCE || isWhole(ranks, reduction, bytes) ? DOUBLING : ALL_IN_PARTS;
    }

    /** The items must not be taken apart: their order matters, or they are too few. */
    private static boolean isWhole(int ranks, Reduction reduction, long bytes) {
        return !reduction.isCommutative() || bytes < ranks * reduction.item();
    }
}
