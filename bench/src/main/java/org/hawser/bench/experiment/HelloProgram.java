package org.hawser.bench.experiment;

import org.hawser.runtime.Rank;

/**
 * Starts, meets the others, says who it is and how much memory it had resident at most.
 *
 * <p><b>Threads:</b> the main thread of each rank.
 */
public final class HelloProgram {
    static final String RESIDENT = "@resident ";

    private HelloProgram() {
    }

    /**
     * Runs on every rank.
     *
     * @param arguments none
     */
    public static void main(String[] arguments) {
        try (Rank rank = Rank.join()) {
            rank.barrier();
            System.out.println("Hello from " + rank);
        }
        System.out.println(RESIDENT + ProcessMemory.mostResident());
    }
}
