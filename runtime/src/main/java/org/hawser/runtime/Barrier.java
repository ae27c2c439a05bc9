package org.hawser.runtime;

/**
 * Holds every rank of the job until all have come. What a rank did before it is visible to all after it. A rank comes
 * in one piece ({@link #await}) or in two halves, with a value or without; those who do so meet those who do otherwise.
 *
 * <p><b>Threads:</b> one thread of a rank at a time.
 */
interface Barrier {
    /** Comes, and leaves when all have come. */
    default void await() {
        come(false, false, 0);
        finish();
    }

    /**
     * Comes, and does not wait.
     *
     * @param apart this rank may do anything else before {@link #finish}, and takes messages meanwhile
     * @param valued there is a value, which all others who give one must give
     */
    void come(boolean apart, boolean valued, long value);

    /** Leaves when all have come. */
    void finish();

    /** True when {@link #finish} would not wait. */
    boolean isOver();

    /** Two values that differ; null when there were none. Asked when it is over. */
    BarrierValues difference();

    /** This rank will not come any more; ranks that wait for it are told. */
    void leave();

    /** Ends a wait of this rank's, and all later ones, as if another rank had left; by any thread. */
    void cut();
}
