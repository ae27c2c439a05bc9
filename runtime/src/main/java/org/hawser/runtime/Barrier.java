package org.hawser.runtime;

/**
 * Holds every rank of the job until all have come. What a rank did before it is visible to all after it.
 *
 * <p><b>Threads:</b> one thread of a rank at a time.
 */
interface Barrier {
    /** Comes, and leaves when all have come. */
    void await();

    /** This rank will not come any more; ranks that wait for it are told. */
    void leave();

    /** Ends a wait of this rank's, and all later ones, as if another rank had left; by any thread. */
    void cut();
}
