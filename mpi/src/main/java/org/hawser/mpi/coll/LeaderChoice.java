package org.hawser.mpi.coll;

import org.hawser.mpi.coll.algorithm.Algorithm;
import org.hawser.mpi.coll.algorithm.Algorithms;
import org.hawser.mpi.coll.algorithm.AllReduce;
import org.hawser.mpi.coll.algorithm.Barrier;
import org.hawser.mpi.coll.algorithm.Bcast;
import org.hawser.mpi.coll.algorithm.Reduce;
import org.hawser.mpi.coll.op.Reduction;

/**
 * Which algorithms the leaders of nodes use among each other, as a part of a collective of several nodes: those that
 * the table has for so many ranks with a network between all of them.
 *
 * <p><b>Threads:</b> immutable. <b>Allocates:</b> at construction.
 */
public final class LeaderChoice {
    /** Leaders share no memory and are not all of a job, and what they do may be noted down. */
    private static final int ALWAYS = Algorithm.FLAT | Algorithm.PART | Algorithm.APART | Algorithm.SCHEDULED;

    private final int nodes;
    private final int situation;
    private final Choice<Barrier> barrier;
    private final Choice<Bcast> bcast;
    private final Choice<Reduce> reduce;
    private final Choice<AllReduce> allReduce;

    /**
     * The choice that a table leaves.
     *
     * @param table the lines for what lies between nodes
     * @param nodes how many there are
     */
    LeaderChoice(Table table, int nodes) {
        this.nodes = nodes;
        situation = Integer.bitCount(nodes) == 1 ? ALWAYS : ALWAYS | Algorithm.ODD;
        barrier = new Choice<>("barrier", Algorithms.BARRIER, table, nodes);
        bcast = new Choice<>("bcast", Algorithms.BCAST, table, nodes);
        reduce = new Choice<>("reduce", Algorithms.REDUCE, table, nodes);
        allReduce = new Choice<>("allreduce", Algorithms.ALLREDUCE, table, nodes);
    }

    private int situation(Reduction reduction, long bytes) {
        return situation | (reduction.isCommutative() ? 0 : Algorithm.ORDERED)
            | (bytes < (long) nodes * reduction.item() ? Algorithm.FEW : 0);
    }

    /** That of a barrier. */
    public Barrier barrier() {
        return barrier.of(0, situation);
    }

    /** That of a broadcast of so many bytes. */
    public Bcast bcast(long bytes) {
        return bcast.of(bytes, situation);
    }

    /** That of a reduction of so many bytes. */
    public Reduce reduce(Reduction reduction, long bytes) {
        return reduce.of(bytes, situation(reduction, bytes));
    }

    /** That of a reduction of so many bytes whose result all leaders have. */
    public AllReduce allReduce(Reduction reduction, long bytes) {
        return allReduce.of(bytes, situation(reduction, bytes));
    }
}
