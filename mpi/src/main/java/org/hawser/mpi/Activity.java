package org.hawser.mpi;

import org.hawser.mpi.p2p.PointToPoint;
import org.hawser.runtime.Awaitable;

/**
 * Something under way that a request stands for and that is neither a send nor a receive: a collective, an access to a
 * file, the making of a communicator. It ends by progress or by a thread of its own; whoever ends it when a rank may
 * sleep for it wakes the rank ({@link org.hawser.runtime.Rank#wakeWaiting}).
 *
 * <p><b>Threads:</b> asked by any; what it says of its end is read after {@link #isDone} said true.
 */
public interface Activity extends Awaitable {
    /** What went wrong, or null; once it is done. */
    MpiFailure failure();

    /** Waits until it is done. What it waits for may be lost: then it is done, and has failed, or this throws. */
    default void await(PointToPoint point) {
        point.await(this);
    }

    /** The bytes that were moved, for the status; once it is done. */
    default long bytes() {
        return 0;
    }

    /** The program has waited for it, or will not: asked once. What must still happen happens without it. */
    default void release() {
    }
}
