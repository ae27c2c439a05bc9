package org.hawser.mpi.p2p;

import org.hawser.mpi.MpiFailure;
import org.hawser.runtime.Awaitable;

/**
 * A send or a receive under way. When it is done its envelope, its failure and its being cancelled may be read, by the
 * thread that waited; then it goes back with {@link PointToPoint#recycle} and is used for another.
 *
 * <p><b>Threads:</b> as {@link PointToPoint} says. <b>Allocates:</b> at construction.
 */
public final class Operation extends Envelope implements Awaitable {
    private volatile boolean done;
    private boolean cancelled;
    private MpiFailure failure;

    Operation() {
    }

    @Override
    public boolean isDone() {
        return done;
    }

    /** True when it was cancelled before it matched. */
    public boolean isCancelled() {
        return cancelled;
    }

    /** What went wrong, or null. */
    public MpiFailure failure() {
        return failure;
    }
}
