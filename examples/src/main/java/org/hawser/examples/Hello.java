package org.hawser.examples;

import org.hawser.runtime.Rank;

/**
 * Each rank says who it is: {@code hawser run -n 4 hello}.
 *
 * <p><b>Threads:</b> the main thread of each rank.
 */
public final class Hello {

    private Hello() {
    }

    /**
     * Runs on every rank.
     *
     * @param arguments none
     */
    public static void main(String[] arguments) {
        try (Rank rank = Rank.join()) {
            System.out.println("Hello from rank " + rank.number() + " of " + rank.size());
            rank.barrier();
        }
    }
}
