package org.hawser.mpi.coll.algorithm;

import org.hawser.mpi.MpiFailure;
import org.hawser.mpi.coll.Blocks;
import org.hawser.mpi.coll.Hierarchy;
import org.hawser.mpi.coll.Steps;
import org.hawser.mpi.coll.node.NodeCollectives;
import org.hawser.mpi.coll.op.Reduction;

/**
 * What the ranks of one node do among each other, as a part of a collective of several nodes: in shared memory
 * where the steps are carried out as they are given and there is enough, else by messages. What goes wrong here
 * does not stop the collective, so that nobody on another node waits for ever; and what went wrong before is told
 * to the node.
 *
 * <p><b>Threads:</b> as {@link Algorithm}.
 */
final class Inside {
    private static final Barrier BARRIER = new BarrierDissemination();
    private static final Bcast BCAST = new BcastBinomial();
    private static final Reduce REDUCE = new ReduceBinomial();
    private static final AllGather ALLGATHER = new AllGatherRing();

    private Inside() {
    }

    /** From now on ranks are those of the communicator again. */
    static void all(Steps steps) {
        steps.among(steps.communicator().local(), steps.communicator().rank());
    }

    static void barrier(Steps steps) {
        Hierarchy hierarchy = steps.hierarchy();
        if (hierarchy.local().size() == 1 || isToldOfFailure(steps)) {
            return;
        }
        if (isCarried(steps, 0, 1)) {
            try {
                hierarchy.inside().barrier();
            } catch (RuntimeException e) {
                steps.note(e);
            }
        } else {
            steps.among(hierarchy.local(), hierarchy.index());
            BARRIER.run(steps);
        }
    }

    /** Brings the bytes of the node's rank with number {@code from} to the others. */
    static void bcast(Steps steps, Object array, long at, long bytes, int from) {
        Hierarchy hierarchy = steps.hierarchy();
        if (hierarchy.local().size() == 1 || bytes == 0 || isToldOfFailure(steps)) {
            return;
        }
        if (isCarried(steps, NodeCollectives.isShort(bytes) ? 0 : bytes, 1)) {
            try {
                hierarchy.inside().bcast(array, at, bytes, from);
            } catch (RuntimeException e) {
                steps.note(e);
            }
        } else {
            steps.among(hierarchy.local(), hierarchy.index());
            BCAST.run(steps, array, at, bytes, from);
        }
    }

    /** Combines at the leader, in the order of the node's ranks. */
    static void reduce(Steps steps, Reduction reduction, Object mine, long mineAt, Object result, long resultAt,
                       long bytes) {
        Hierarchy hierarchy = steps.hierarchy();
        if (hierarchy.local().size() == 1) {
            steps.copy(mine, mineAt, result, resultAt, bytes);
            return;
        }
        if (isToldOfFailure(steps)) {
            return;
        }
        if (isCarried(steps, bytes, reduction.item())) {
            try {
                hierarchy.inside().reduce(mine, mineAt, result, resultAt, bytes, reduction, 0);
            } catch (RuntimeException e) {
                steps.note(e);
            }
        } else {
            steps.among(hierarchy.local(), hierarchy.index());
            REDUCE.run(steps, reduction, mine, mineAt, result, resultAt, bytes, 0);
        }
    }

    /** Collects pieces of {@code bytes}, one after the other from {@code at} on; each has its own there already. */
    static void allGather(Steps steps, Object array, long at, long bytes) {
        Hierarchy hierarchy = steps.hierarchy();
        if (hierarchy.local().size() == 1 || isToldOfFailure(steps)) {
            return;
        }
        if (isCarried(steps, bytes, 1)) {
            try {
                hierarchy.inside().allgather(array, at + hierarchy.index() * bytes, bytes, array, at);
            } catch (RuntimeException e) {
                steps.note(e);
            }
        } else {
            steps.among(hierarchy.local(), hierarchy.index());
            ALLGATHER.run(steps, new Blocks().equal(array, at, bytes));
        }
    }

    /** True when something has gone wrong and the others of this node find out in shared memory. */
    private static boolean isToldOfFailure(Steps steps) {
        MpiFailure failure = steps.isDirect() ? steps.failure() : null;
        return failure != null && steps.hierarchy().inside().breakOff(failure);
    }

    private static boolean isCarried(Steps steps, long bytes, long item) {
        if (!steps.isDirect()) {
            return false;
        }
        try {
            return steps.hierarchy().inside().carries(bytes, item);
        } catch (MpiFailure e) {
            steps.note(e);
            // The others may be in that memory: they find out there, and nobody sends messages instead.
            return steps.hierarchy().inside().breakOff(e);
        }
    }
}
