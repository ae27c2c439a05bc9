package org.hawser.fabric;

/**
 * Told when a started operation has ended.
 *
 * <p><b>Threads:</b> called by the thread that polls. An implementation must not block.
 */
public abstract class Completion {
    /** For the floors above. */
    protected Completion() {
    }

    /**
     * The operation is over: remotely visible for a write, locally for a read or an atomic.
     *
     * @param result the fetched value of an atomic, else 0
     */
    public abstract void completed(long result);

    /** The operation failed; the target's memory is untouched where it was refused. */
    public abstract void failed(RuntimeException cause);
}
