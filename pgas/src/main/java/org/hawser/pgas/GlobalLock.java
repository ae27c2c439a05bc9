package org.hawser.pgas;

/**
 * A lock that one thread of a team holds at a time; those that wait get it in the order they came. What a holder wrote
 * is visible to the next.
 *
 * <pre>{@code
 * GlobalLock lock = pgas.allLock();
 * lock.lock();
 * try {
 *     total.put(0, total.get(0) + mine);
 * } finally {
 *     lock.unlock();
 * }
 * }</pre>
 *
 * <p><b>Threads:</b> any; the holder is the thread of the model, that is the rank, not one of its Java threads.
 */
public final class GlobalLock implements AutoCloseable {
    GlobalLock() {
    }

    /** Waits for the lock. */
    public void lock() {
        throw new UnsupportedOperationException("to come");
    }

    /** Takes the lock if nobody has it. */
    public boolean tryLock() {
        throw new UnsupportedOperationException("to come");
    }

    /** Hands the lock on; what this thread put anywhere is visible to the next holder. */
    public void unlock() {
        throw new UnsupportedOperationException("to come");
    }

    /** True while this thread holds it. */
    public boolean isHeld() {
        throw new UnsupportedOperationException("to come");
    }

    /** Collective: gives it back; refused while somebody holds it. */
    @Override
    public void close() {
        throw new UnsupportedOperationException("to come");
    }
}
