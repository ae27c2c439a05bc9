package org.hawser.testkit;

/**
 * Small things that waiting loops of tests need.
 *
 * <p><b>Threads:</b> any.
 */
final class Awaiting {
    private Awaiting() {
    }

    /** Lets another thread run, then gives back what it was given. */
    static long yielding(long value) {
        Thread.yield();
        return value;
    }
}
