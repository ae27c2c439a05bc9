package org.hawser.bench.pgas;

/**
 * The order in which a thread goes to all threads when all do so at the same time: the two that the paper on one
 * runtime for UPC and MPI (PGAS '10) compares in FT.
 *
 * <p><b>Threads:</b> immutable.
 */
enum AccessOrder {
    /** Everybody begins with thread 0, and all are at the same thread at the same time. */
    ZERO_FIRST {
        @Override
        int thread(int me, int step, int threads) {
            return step;
        }
    },
    /** Everybody begins with the next thread, so that no two are at the same; oneself comes last. */
    ROTATED {
        @Override
        int thread(int me, int step, int threads) {
            return (me + 1 + step) % threads;
        }
    };

    /** The thread that {@code me} goes to at a step, from 0. */
    abstract int thread(int me, int step, int threads);
}
