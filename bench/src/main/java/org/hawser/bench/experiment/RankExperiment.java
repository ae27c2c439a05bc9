package org.hawser.bench.experiment;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.hawser.bench.lab.Lab;
import org.hawser.bench.lab.Measurement;
import org.hawser.bench.lab.Task;
import org.hawser.runtime.Rank;

/**
 * An experiment whose figures are taken inside the ranks of a job.
 *
 * <p><b>Threads:</b> {@link #run} on the command's main thread, the rest on the main thread of each rank.
 */
abstract class RankExperiment implements Experiment {
    private static final int ROUNDS = 40;
    private static final int TURNS = 3;
    private static final int SHARED_MILLIS = 100;

    /** The sizes of jobs to run, when none is asked for. */
    List<Integer> ranks() {
        return List.of(2);
    }

    /** Bytes per operation, when nothing else is asked for; empty where that has no meaning. */
    List<Long> sizes() {
        return List.of();
    }

    /** Samples of each figure, when nothing else is asked for. */
    int rounds() {
        return ROUNDS;
    }

    /** Jobs among which the rounds are dealt out where others take turns with them. */
    int turns(int ranks) {
        return TURNS;
    }

    /** The kind of memory that it is about, or null. */
    BufferKind memory() {
        return null;
    }

    /** The settings of its jobs. */
    Map<String, String> environment() {
        return Map.of();
    }

    /** The parts of it to measure in a job of so many ranks; empty: all. */
    List<String> cases(Plan plan, int ranks) {
        return List.of();
    }

    /** The peers' program that does the same with their means, or null. */
    String program() {
        return null;
    }

    /** What the figures of a peer's program under that bench are compared with. */
    String benchOf(String programBench) {
        return name();
    }

    /** Enough for the optimising compiler, even where it has to share the cores with the ranks. */
    int warmUpMillis() {
        return 100;
    }

    /** How long a sample lasts where ranks take turns on a core. */
    int sharedMillis() {
        return SHARED_MILLIS;
    }

    /** What to measure, set up at this rank; collective. The measurements are the same at all ranks, in order. */
    abstract List<? extends Measurement> prepare(Lab lab);

    @Override
    public void run(Campaign campaign) throws IOException, InterruptedException {
        for (int count : campaign.plan().ranksOr(ranks())) {
            campaign.measure(List.of(Contestant.of(this)), count);
        }
    }

    /** The program of every rank: joins the job, measures, leaves. */
    void main(Task task) {
        try (Rank rank = Rank.join()) {
            measure(rank, task);
            rank.barrier();
        }
    }

    /** Measures at a rank that has joined. */
    final void measure(Rank rank, Task task) {
        try (Lab lab = new Lab(rank, task, sharedMillis())) {
            lab.run(prepare(lab));
            conclude(lab);
        }
    }

    /** Refuses words that it does not know. */
    final void check(String what, List<String> chosen, List<String> known) throws IOException {
        for (String word : chosen) {
            if (!known.contains(word)) {
                throw new IOException(name() + " has no such " + what + ": " + word + "; it has "
                    + String.join(", ", known));
            }
        }
    }

    /** After the last sample. */
    void conclude(Lab lab) {
    }
}
