package org.hawser.pgas;

import java.io.Serializable;

/**
 * Another thread (or this one) as a place where code runs.
 *
 * <pre>{@code
 * RemoteFuture<Long> free = pgas.at(2).call(() -> Runtime.getRuntime().freeMemory());
 * pgas.at(3).run(() -> System.out.println("here"));
 * System.out.println(free.join());
 * }</pre>
 *
 * <p><b>Threads:</b> any.
 */
public final class RemoteThread {
    /** Code without a result that can travel. */
    @FunctionalInterface
    public interface Task extends Serializable {
        /** Runs at the other thread. */
        void run() throws Exception;
    }

    /** Code with a result that can travel, as the result must. */
    @FunctionalInterface
    public interface Call<T> extends Serializable {
        /** Runs at the other thread. */
        T call() throws Exception;
    }

    RemoteThread() {
    }

    /** Runs {@code task} there and waits until it has ended; throws what it threw, in a {@link PgasException}. */
    public void run(Task task) {
        throw new UnsupportedOperationException("to come");
    }

    /** Starts {@code task} there. */
    public RemoteFuture<Void> start(Task task) {
        throw new UnsupportedOperationException("to come");
    }

    /** Starts {@code call} there. */
    public <T> RemoteFuture<T> call(Call<T> call) {
        throw new UnsupportedOperationException("to come");
    }
}
