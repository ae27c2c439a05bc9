package org.hawser.bench.peer;

import java.io.IOException;
import java.util.List;
import org.hawser.bench.lab.Sample;
import org.hawser.bench.lab.Task;

/**
 * Somebody else's library, measured by a small program of ours that prints the same samples as our ranks do, each
 * between two looks at where the cores are.
 *
 * <p><b>Threads:</b> the command's main thread.
 */
public interface Peer {
    /** The word on the command line and in records. */
    String name();

    /** True for a variant of a peer that has programs for few experiments, and is not missed in the others. */
    default boolean isSpecial() {
        return false;
    }

    /** True when it has that program: {@code latency}, {@code bandwidth} and so on. */
    boolean knows(String program);

    /**
     * Runs a program.
     *
     * @param task  names a program that it knows, sizes, rounds and cases
     * @param ranks of the job
     * @return samples whose series name this peer, and what the program calls them as their bench; fewer than asked
     *         for where the library is so slow that time ran out
     * @throws IOException          when the program cannot be built or run
     * @throws InterruptedException when the thread is interrupted; the program is ended
     */
    List<Sample> run(Task task, int ranks) throws IOException, InterruptedException;
}
