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

    /** True when there is a program for that experiment. */
    boolean knows(String experiment);

    /**
     * Runs an experiment.
     *
     * @param experiment one that it knows
     * @param ranks      of the job
     * @param rounds     samples of each figure
     * @param sizes      bytes per operation; empty: the program's own
     * @return samples whose series name this peer
     * @throws IOException          when the program cannot be built or run
     * @throws InterruptedException when the thread is interrupted; the program is ended
     */
    List<Sample> run(String experiment, int ranks, int rounds, List<Long> sizes)
        throws IOException, InterruptedException;
}
