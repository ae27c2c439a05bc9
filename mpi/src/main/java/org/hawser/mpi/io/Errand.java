package org.hawser.mpi.io;

import java.util.function.LongSupplier;
import org.hawser.mpi.Activity;
import org.hawser.mpi.MpiFailure;
import org.hawser.mpi.env.Environment;
import org.hawser.mpi.p2p.PointToPoint;
import org.hawser.runtime.Rank;

/**
 * An access that goes on while the program does something else.
 *
 * <p><b>Threads:</b> run by one, asked by any.
 */
final class Errand implements Activity, Runnable {
    private final PointToPoint point;
    private final LongSupplier access;
    private long bytes;
    private MpiFailure failure;
    /** Written last: who sees it sees the rest. */
    private volatile boolean done;

    /**
     * An access to be carried out.
     *
     * @param point of the file's communicator
     * @param access returns the bytes that were moved
     */
    Errand(PointToPoint point, LongSupplier access) {
        this.point = point;
        this.access = access;
    }

    @Override
    public void run() {
        try {
            bytes = access.getAsLong();
        } catch (RuntimeException e) {
            failure = Environment.failureOf(e);
        } catch (Error e) {
            failure = Environment.failureOf(new IllegalStateException(e));
        }
        done = true;
        point.rank().wakeWaiting();
        // A program that waits for several requests at once waits as the rank that Init made it.
        Rank first = Environment.rank();
        if (first != null && first != point.rank()) {
            first.wakeWaiting();
        }
    }

    @Override
    public void await(PointToPoint other) {
        point.await(this);
    }

    @Override
    public boolean isDone() {
        return done;
    }

    @Override
    public MpiFailure failure() {
        return failure;
    }

    @Override
    public long bytes() {
        return bytes;
    }
}
