package org.hawser.mpi.rma;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.hawser.runtime.Awaitable;
import org.hawser.runtime.Handle;

/**
 * The transfers to one target that are under way, and the buffers that they need: the implicit handle. A flush waits
 * for them all, whether they have handles of their own or not.
 *
 * <p>Buffers are let go when the transfers of their time are over. Times end after a number of buffers, so that a
 * program that always has something under way does not keep all it ever used.
 *
 * <p><b>Threads:</b> any. <b>Allocates:</b> when buffers are kept.
 */
final class Outstanding implements Awaitable {
    private static final int MOST_KEPT = 64;

    /** Transfers that were started between two points in time. */
    private record Time(Handle handle, List<Object> kept) {
        Time() {
            this(new Handle(), new ArrayList<>());
        }
    }

    private Time now = new Time();
    private final ArrayDeque<Time> before = new ArrayDeque<>();

    /** One transfer more: the handle has begun, and is to be told of the end. */
    synchronized Handle begin() {
        now.handle.begin();
        return now.handle;
    }

    /** Keeps a buffer reachable until what has begun is over. */
    synchronized void keep(Object buffer) {
        if (now.handle.isDone()) {
            now.kept.clear();
            return;
        }
        now.kept.add(buffer);
        if (now.kept.size() >= MOST_KEPT) {
            before.removeIf(time -> time.handle.isDone());
            before.add(now);
            now = new Time();
        }
    }

    @Override
    public synchronized boolean isDone() {
        for (Time time : before) {
            if (!time.handle.isDone()) {
                return false;
            }
        }
        return now.handle.isDone();
    }

    /** Forgets what is over; returns what went wrong with a transfer that had no other handle, or null. */
    synchronized RuntimeException takeFailure() {
        RuntimeException failure = now.handle.takeFailure();
        for (Time time : before) {
            RuntimeException earlier = time.handle.takeFailure();
            failure = earlier != null ? earlier : failure;
        }
        before.removeIf(time -> time.handle.isDone());
        if (now.handle.isDone()) {
            now.kept.clear();
        }
        return failure;
    }
}
