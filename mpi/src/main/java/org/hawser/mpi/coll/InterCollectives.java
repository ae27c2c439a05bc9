package org.hawser.mpi.coll;

import org.hawser.mpi.ErrorClass;
import org.hawser.mpi.MpiFailure;
import org.hawser.mpi.coll.op.Reduction;
import org.hawser.mpi.comm.Communicator;

/**
 * Collectives between two groups. A root is a number in the other group or, in the root's own group, ROOT at the root
 * and PROC_NULL elsewhere.
 *
 * <p><b>Threads:</b> as {@link Collectives}.
 */
final class InterCollectives extends Collectives {
    InterCollectives(Communicator communicator) {
        super(communicator);
    }

    private static MpiFailure later(String call) {
        return new MpiFailure(ErrorClass.UNSUPPORTED_OPERATION, "not there yet between two groups: call=" + call);
    }

    @Override
    public void barrier(Steps steps) {
        throw later("barrier");
    }

    @Override
    public void bcast(Steps steps, Object array, long at, long bytes, int root) {
        throw later("bcast");
    }

    @Override
    public void gather(Steps steps, Object array, long at, long bytes, Blocks all, int root) {
        throw later("gather");
    }

    @Override
    public void gatherUnequal(Steps steps, Object array, long at, long bytes, Blocks all, int root) {
        throw later("gatherUnequal");
    }

    @Override
    public void scatter(Steps steps, Blocks all, Object array, long at, long bytes, int root) {
        throw later("scatter");
    }

    @Override
    public void scatterUnequal(Steps steps, Blocks all, Object array, long at, long bytes, int root) {
        throw later("scatterUnequal");
    }

    @Override
    public void allGather(Steps steps, Object array, long at, long bytes, Blocks all) {
        throw later("allGather");
    }

    @Override
    public void allToAll(Steps steps, Blocks out, Blocks in) {
        throw later("allToAll");
    }

    @Override
    public void reduce(Steps steps, Reduction reduction, Object mine, long mineAt, Object result, long resultAt,
                       long bytes, int root) {
        throw later("reduce");
    }

    @Override
    public void allReduce(Steps steps, Reduction reduction, Object mine, long mineAt, Object result, long resultAt,
                          long bytes) {
        throw later("allReduce");
    }

    @Override
    public void reduceScatter(Steps steps, Reduction reduction, Blocks mine, Object result, long resultAt,
                              long bytes) {
        throw later("reduceScatter");
    }

    @Override
    public void scan(Steps steps, Reduction reduction, Object mine, long mineAt, Object result, long resultAt,
                     long bytes) {
        throw later("scan");
    }

    @Override
    public void exScan(Steps steps, Reduction reduction, Object mine, long mineAt, Object result, long resultAt,
                       long bytes) {
        throw later("exScan");
    }
}
