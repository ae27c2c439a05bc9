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
 * <p>Code travels as Java serialisation has it: what it captures must be serialisable. What it captures of the model
 * (a {@link Pgas}, an array, a lock, a semaphore, a pointer) is the other thread's own where it runs:
 *
 * <pre>{@code
 * pgas.at(1).run(() -> System.out.println("thread " + pgas.myThread()));   // prints 1
 * }</pre>
 *
 * <p>It is run by a Java thread of its own at the other rank, which takes it at its next call that makes progress, in
 * whatever model, also while it waits. So it may do all that the program may, and wait, too; but collective calls only
 * while no other Java thread there is in one. Calls that one Java thread makes to one thread begin in order, each
 * whether or not those before it have ended.
 *
 * <p>Only ranks of the job can send code: see {@code SECURITY.md}.
 *
 * <p><b>Threads:</b> any. <b>Allocates:</b> per call.
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

    private final Calls calls;
    private final int rank;
    private final int thread;

    RemoteThread(Calls calls, int rank, int thread) {
        this.calls = calls;
        this.rank = rank;
        this.thread = thread;
    }

    /** Which thread it is. */
    public int thread() {
        return thread;
    }

    /**
     * Runs {@code task} there and waits until it has ended.
     *
     * @throws PgasException with what it threw, or when the thread is lost; before anything is sent when the code
     *     captures what cannot travel
     */
    public void run(Task task) {
        start(task).join();
    }

    /**
     * Starts {@code task} there.
     *
     * @throws PgasException before anything is sent, when the code captures what cannot travel
     */
    public RemoteFuture<Void> start(Task task) {
        return calls.send(task, rank, thread);
    }

    /**
     * Starts {@code call} there.
     *
     * @throws PgasException before anything is sent, when the code captures what cannot travel
     */
    public <T> RemoteFuture<T> call(Call<T> call) {
        return calls.send(call, rank, thread);
    }
}
