package org.hawser.mpi.coll;

import org.hawser.mpi.coll.node.NodeCollectives;
import org.hawser.mpi.coll.op.Reduction;
import org.hawser.mpi.comm.Communicator;
import org.hawser.mpi.p2p.CollectiveCalls;

/**
 * The collectives of one communicator, on consecutive bytes. Each call gives its steps to whoever carries them out: a
 * {@link Direct} at once, a {@link Schedule} later.
 *
 * <p>Collectives of a communicator are numbered in the order of the calls, which is the same at all ranks; the number
 * is the tag of their messages, so several may be under way and end in any order. Tags come round after 16,384: so many
 * may be under way, and the tag fits the shortest form of a message.
 *
 * <pre>{@code
 * Direct steps = collectives.direct();
 * collectives.begin(steps);
 * collectives.bcast(steps, array, 0, bytes, root);
 * steps.end();
 * }</pre>
 *
 * <p><b>Threads:</b> one call at a time gives steps, as MPI asks of programs; schedules are carried out by any.
 * <b>Allocates:</b> nothing per call.
 */
public abstract class Collectives {
    private final Communicator communicator;
    /** In memory that the ranks share. */
    final NodeCollectives node;
    /** Null where there is none. */
    final Hierarchy hierarchy;
    private final CollectiveCalls calls;
    /** Made when it is asked for; that two threads may make one each does no harm. */
    private NeighborCollectives neighbors;

    Collectives(Communicator communicator) {
        this.communicator = communicator;
        calls = communicator.circle().calls();
        node = new NodeCollectives(communicator);
        hierarchy = Hierarchy.of(communicator);
    }

    /** The collectives of a communicator. */
    public static Collectives of(Communicator communicator) {
        return communicator.isInter() ? new InterCollectives(communicator) : new GroupCollectives(communicator);
    }

    /** Whose collectives they are. */
    public final Communicator communicator() {
        return communicator;
    }

    /**
     * Those with neighbours.
     *
     * @throws org.hawser.mpi.MpiFailure when the communicator has no topology
     */
    public final NeighborCollectives neighbors() {
        NeighborCollectives made = neighbors;
        if (made == null) {
            made = new NeighborCollectives(communicator);
            neighbors = made;
        }
        return made;
    }

    /** Something that carries steps out at once; may be used for one collective after the other. */
    public final Direct direct() {
        return new Direct(communicator, node, hierarchy);
    }

    /** Something that notes down the steps of one collective. */
    public final Schedule schedule() {
        return new Schedule(communicator, hierarchy);
    }

    /** Numbers the next collective; once everything that can be refused has been checked. */
    public final void begin(Direct steps) {
        steps.begin(calls.begin());
    }

    /** Starts a collective whose steps have been noted down; the buffers stay reachable until it is done. */
    public final void start(Schedule steps, Object... buffers) {
        steps.start(calls.begin(), buffers);
    }

    /** The communicator is freed; what is under way goes on. */
    public void free() {
        node.free();
        if (hierarchy != null) {
            hierarchy.inside().free();
        }
    }

    /** Waits until all have come here. */
    public abstract void barrier(Steps steps);

    /** Brings the root's bytes to all. */
    public abstract void bcast(Steps steps, Object array, long at, long bytes, int root);

    /** Collects a piece from each at the root; {@code all} is the root's alone. */
    public abstract void gather(Steps steps, Object array, long at, long bytes, Blocks all, int root);

    /** As {@link #gather}, of pieces whose lengths differ from rank to rank. */
    public abstract void gatherUnequal(Steps steps, Object array, long at, long bytes, Blocks all, int root);

    /** Deals the root's pieces out; {@code all} is the root's alone. */
    public abstract void scatter(Steps steps, Blocks all, Object array, long at, long bytes, int root);

    /** As {@link #scatter}, of pieces whose lengths differ from rank to rank. */
    public abstract void scatterUnequal(Steps steps, Blocks all, Object array, long at, long bytes, int root);

    /** Collects a piece from each at all. */
    public abstract void allGather(Steps steps, Object array, long at, long bytes, Blocks all);

    /** Each sends a piece to each. */
    public abstract void allToAll(Steps steps, Blocks out, Blocks in);

    /** The same of items with gaps, where they need not be packed for it; false when they must: nothing was done. */
    public boolean allToAll(Steps steps, SpacedPieces out, SpacedPieces in) {
        return false;
    }

    /** Combines items of all at the root; {@code result} is the root's alone. */
    public abstract void reduce(Steps steps, Reduction reduction, Object mine, long mineAt, Object result,
                                long resultAt, long bytes, int root);

    /** Combines items of all at all. */
    public abstract void allReduce(Steps steps, Reduction reduction, Object mine, long mineAt, Object result,
                                   long resultAt, long bytes);

    /**
     * Combines items of all and deals the result out.
     *
     * @param mine   this rank's items, one piece after the other
     * @param result for the piece of this rank; may lie where {@code mine} begins
     * @param bytes  of the result
     */
    public abstract void reduceScatter(Steps steps, Reduction reduction, Blocks mine, Object result, long resultAt,
                                       long bytes);

    /** Combines the items of all up to this rank. */
    public abstract void scan(Steps steps, Reduction reduction, Object mine, long mineAt, Object result,
                              long resultAt, long bytes);

    /** Combines the items of all before this rank; rank 0's result is not touched. */
    public abstract void exScan(Steps steps, Reduction reduction, Object mine, long mineAt, Object result,
                                long resultAt, long bytes);
}
