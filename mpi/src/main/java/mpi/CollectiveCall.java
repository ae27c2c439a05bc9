package mpi;

import org.hawser.mpi.Activity;
import org.hawser.mpi.ErrorClass;
import org.hawser.mpi.MpiFailure;
import org.hawser.mpi.coll.Collectives;
import org.hawser.mpi.coll.Direct;
import org.hawser.mpi.coll.Schedule;
import org.hawser.mpi.coll.Steps;
import org.hawser.mpi.comm.Communicator;

/**
 * One call of a collective: who carries its steps out, and its buffers. A call that waits is used again for the next
 * one; a call that does not wait has a request.
 *
 * <p>The glue of each collective goes like this:
 * <pre>{@code
 * static CollectiveCall bcast(CollectiveCall call, Object buffer, …) throws MPIException {
 *     try {
 *         call.received.find(buffer, count, type, true);     // checks: may throw, nothing has moved
 *         Steps steps = call.begin();
 *         call.below.bcast(steps, …);
 *         return call.end(buffer, null);
 *     } catch (RuntimeException e) {
 *         throw call.failed(e);
 *     }
 * }
 * }</pre>
 *
 * <p><b>Threads:</b> one at a time. <b>Allocates:</b> at construction.
 */
final class CollectiveCall {
    /** The communicator's collectives below the API. */
    final Collectives below;
    /** What this rank gives. */
    final Items sent = new Items();
    /** What this rank gets. */
    final Items received = new Items();
    /** What this rank gives, in pieces. */
    final ItemBlocks out = new ItemBlocks();
    /** What this rank gets, in pieces. */
    final ItemBlocks in = new ItemBlocks();
    private final Comm comm;
    /** Null for a call that does not wait. */
    private final Direct direct;
    /** Null for a call that waits. */
    private final Schedule schedule;
    private String name;

    /** A call that waits, or one that does not. */
    CollectiveCall(Comm comm, Collectives below, boolean waits) {
        this.comm = comm;
        this.below = below;
        direct = waits ? below.direct() : null;
        schedule = waits ? null : below.schedule();
    }

    /** Names the call, for errors. */
    CollectiveCall named(String call) {
        name = call;
        return this;
    }

    Communicator communicator() {
        return below.communicator();
    }

    /** How many ranks give or get a piece: those of the other group, where there are two. */
    int peers() {
        return below.communicator().remote().size();
    }

    /** This process's rank. */
    int rank() {
        return below.communicator().rank();
    }

    /**
     * Refuses a root that is none; true when this process is the root. Between groups the root's own group says ROOT at
     * the root and PROC_NULL elsewhere.
     */
    boolean isRoot(int root) {
        Communicator communicator = below.communicator();
        if (communicator.isInter() && (root == MPI.ROOT || root == MPI.PROC_NULL)) {
            return root == MPI.ROOT;
        }
        if (root < 0 || root >= communicator.remote().size()) {
            throw new MpiFailure(ErrorClass.ROOT, "no such root in the communicator: root=" + root + " size="
                + communicator.remote().size());
        }
        return !communicator.isInter() && root == communicator.rank();
    }

    /** True between groups for those of the root's group that are not the root: they have nothing to do. */
    static boolean isIdle(int root) {
        return root == MPI.PROC_NULL;
    }

    /** Refuses calls that only one group can make. */
    void refuseInter() {
        if (below.communicator().isInter()) {
            throw new MpiFailure(ErrorClass.COMM, "the call is not for a communicator of two groups");
        }
    }

    /** Everything has been checked: the collective has its number now. */
    Steps begin() {
        if (direct == null) {
            return schedule;
        }
        below.begin(direct);
        return direct;
    }

    /** The steps have been given: a call that waits is over, one that does not has begun and keeps the buffers. */
    CollectiveCall end(Object buffer, Object other) {
        if (direct == null) {
            below.start(schedule, buffer, other);
        } else {
            direct.end();
            comm.idle(this);
        }
        return this;
    }

    /** The exception of a call that has failed. */
    MPIException failed(RuntimeException e) {
        if (direct == null) {
            schedule.giveUp();
        } else {
            direct.giveUp(e);
            comm.idle(this);
        }
        return Errors.raise(comm, name, e);
    }

    /** The request of a call that does not wait. */
    Request request() {
        return new Request(comm, (Activity) schedule);
    }

    /** Forgets the buffers. */
    void clear() {
        sent.clear();
        received.clear();
        out.clear();
        in.clear();
    }
}
