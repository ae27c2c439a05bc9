package org.hawser.pgas;

/**
 * A counter at each thread of a team that others add to and its owner takes from: so a thread knows that data is there.
 *
 * <pre>{@code
 * Semaphore full = pgas.semaphore();
 * pgas.memputSignal(halo, row, 0, row.byteSize(), full, 1);   // at the neighbour
 * full.await();                                               // here: the row is in place
 * }</pre>
 *
 * <p><b>Threads:</b> any. <b>Allocates:</b> nothing per call where ranks share memory.
 */
public final class Semaphore implements AutoCloseable {
    /** The most it can count to. */
    public static final int MAX = Integer.MAX_VALUE;

    Semaphore() {
    }

    /** Adds 1 at a thread. */
    public void post(int thread) {
        post(thread, 1);
    }

    /** Adds {@code count} at a thread, and wakes it. What this thread put there before is in place then. */
    public void post(int thread, int count) {
        throw new UnsupportedOperationException("to come");
    }

    /** Waits until this thread's own has counted to 1, and takes that. */
    public void await() {
        await(1);
    }

    /** Waits until this thread's own has counted to {@code count}, and takes that. */
    public void await(int count) {
        throw new UnsupportedOperationException("to come");
    }

    /** Takes {@code count} from this thread's own if it is there. */
    public boolean tryTake(int count) {
        throw new UnsupportedOperationException("to come");
    }

    /** What this thread's own has counted to. */
    public int count() {
        throw new UnsupportedOperationException("to come");
    }

    /** Collective: gives it back. */
    @Override
    public void close() {
        throw new UnsupportedOperationException("to come");
    }
}
