package org.hawser.bench.nas;

/**
 * One of the NAS parallel benchmarks. All ranks of a team run it together; a team of one computes without a message.
 *
 * <p><b>Threads:</b> the main thread of each rank.
 */
public interface Kernel {
    /**
     * Solves a problem and compares the answer with the official one. What comes before the timed part (making the
     * problem, one round to touch everything) is not counted.
     *
     * @return the same on every rank
     */
    Outcome run(Team team, ProblemClass size);
}
