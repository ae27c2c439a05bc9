package mpi;

import org.hawser.mpi.Activity;
import org.hawser.mpi.MpiFailure;
import org.hawser.mpi.comm.Duplication;
import org.hawser.mpi.p2p.PointToPoint;

/**
 * A copy of a communicator that {@link Comm#iDup} has started, and its request. The copy can be used from the moment on
 * that the request is known to be complete, also when nobody has waited for it but it is.
 *
 * <p><b>Threads:</b> any. <b>Allocates:</b> at construction.
 */
final class Duplicate implements Activity {
    private final Duplication making;
    private final Comm copy;
    private final Request request;
    private boolean settled;

    Duplicate(Comm original, Comm copy, Duplication making) {
        this.making = making;
        this.copy = copy;
        request = new Request(original, this);
    }

    Request request() {
        return request;
    }

    /** Makes the copy usable if it has come. */
    synchronized void settle() {
        if (making.isDone() && !settled) {
            settled = true;
            copy.made(making.failure() == null ? making.copy() : null);
        }
    }

    @Override
    public boolean isDone() {
        return making.isDone();
    }

    @Override
    public MpiFailure failure() {
        return making.failure();
    }

    @Override
    public void await(PointToPoint point) {
        making.await(point);
    }

    @Override
    public void release() {
        settle();
    }
}
