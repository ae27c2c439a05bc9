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
}
