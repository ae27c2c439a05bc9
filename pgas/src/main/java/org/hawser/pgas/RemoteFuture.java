package org.hawser.pgas;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The result of a call at another thread. Whoever waits for it makes progress meanwhile.
 *
 * <p><b>Threads:</b> any.
 */
public final class RemoteFuture<T> implements Future<T> {
    RemoteFuture() {
    }

    /** Waits, and returns the result; throws what the call threw, in a {@link PgasException}. */
    public T join() {
        throw new UnsupportedOperationException("to come");
    }

    @Override
    public T get() throws InterruptedException, ExecutionException {
        throw new UnsupportedOperationException("to come");
    }

    @Override
    public T get(long timeout, TimeUnit unit) throws InterruptedException, ExecutionException, TimeoutException {
        throw new UnsupportedOperationException("to come");
    }

    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
        return false;
    }

    @Override
    public boolean isCancelled() {
        return false;
    }

    @Override
    public boolean isDone() {
        throw new UnsupportedOperationException("to come");
    }
}
