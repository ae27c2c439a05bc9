package org.hawser.bench.peer;

import java.io.IOException;
import java.util.List;
import org.hawser.bench.lab.Sample;

/**
 * Somebody else's library, measured by a small program of ours that prints the same samples as our ranks do, each
 * between two looks at where the cores are.
 *
 * <p><b>Threads:</b> the command's main thread.
 */
public interface Peer {
    /** The word on the command line and in records. */
    String name();

    /** True when it has that program: {@code latency}, {@code bandwidth} and so on. */
    boolean knows(String program);

    /**
     * Runs a program.
     *
     * @param program one that it knows
     * @param ranks   of the job
     * @param rounds  samples of each figure
     * @param sizes   bytes per operation
     * @return samples whose series name this peer, and the program as their bench
     * @throws IOException          when the program cannot be built or run
     * @throws InterruptedException when the thread is interrupted; the program is ended
     */
    List<Sample> run(String program, int ranks, int rounds, List<Long> sizes)
        throws IOException, InterruptedException;
}
