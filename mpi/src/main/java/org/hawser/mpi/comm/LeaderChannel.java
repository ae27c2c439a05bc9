package org.hawser.mpi.comm;

/**
 * What the leaders of two groups that meet have before they can send each other messages.
 *
 * <p><b>Threads:</b> one.
 */
@FunctionalInterface
public interface LeaderChannel {
    /**
     * Gives numbers to the other leader and takes those it gives.
     *
     * @throws org.hawser.mpi.MpiFailure when it is gone
     */
    int[] swap(int[] numbers);
}
