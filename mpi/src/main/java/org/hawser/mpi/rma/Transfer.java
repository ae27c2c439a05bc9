package org.hawser.mpi.rma;

import org.hawser.mpi.Activity;
import org.hawser.mpi.ErrorClass;
import org.hawser.mpi.MpiFailure;
import org.hawser.mpi.p2p.PointToPoint;
import org.hawser.runtime.Handle;

/**
 * What the request of a one-sided operation stands for. It is over when the origin's buffers can be used again and what
 * was fetched is there; no flush is needed for that, and what was put is visible at the target only after one.
 *
 * <p>On mapped memory every operation is over when its call returns: one object stands for all of them.
 *
 * <p><b>Threads:</b> any. <b>Allocates:</b> itself and a handle, where operations may be under way after their calls.
 */
public final class Transfer implements Activity {
    /** An operation that was over when its call returned. */
    static final Transfer DONE = new Transfer(null, null, -1);

    private final PointToPoint point;
    private final Handle handle;
    /** The target's number in the job. */
    private final int world;
    private MpiFailure failure;

    private Transfer(PointToPoint point, Handle handle, int world) {
        this.point = point;
        this.handle = handle;
        this.world = world;
    }

    /** A transfer from or to a rank of the job, yet to be started. */
    static Transfer with(PointToPoint point, int world) {
        return new Transfer(point, new Handle(), world);
    }

    /** The handle for the operation; null where there is nothing to wait for. */
    public Handle handle() {
        return handle;
    }

    /** Also true when the target is lost: then nothing more will come of it, and the failure says so. */
    @Override
    public boolean isDone() {
        if (handle == null || handle.isDone()) {
            return true;
        }
        if (point.rank().isAlive(world)) {
            return false;
        }
        lost(new MpiFailure(ErrorClass.PROC_FAILED, "the target of a transfer has ended: rank of the job=" + world));
        return true;
    }

    @Override
    public void await(PointToPoint waiting) {
        if (!isDone()) {
            waiting.await(this, world);
        }
    }

    private synchronized void lost(MpiFailure cause) {
        if (failure == null) {
            failure = cause;
        }
    }

    @Override
    public synchronized MpiFailure failure() {
        RuntimeException cause = handle == null ? null : handle.takeFailure();
        if (cause != null) {
            failure = Failures.of(cause);
        }
        return failure;
    }
}
