package org.hawser.runtime;

/**
 * Something to wait for.
 *
 * <p><b>Threads:</b> asked by the waiting thread, changed by any.
 */
@FunctionalInterface
public interface Awaitable {
    /** True once the wait is over; what happened before it is visible then. May be asked again after that. */
    boolean isDone();

    /**
     * Asked instead of {@link #isDone} by a thread that is about to sleep. Where only those are woken who say that they
     * sleep, this is the time to say it, and to look once more after that.
     */
    default boolean isDoneBeforeSleep() {
        return isDone();
    }

    /** In a wait for any rank of this job: true when it is to end because this one was killed. */
    default boolean concerns(int rank) {
        return true;
    }
}
