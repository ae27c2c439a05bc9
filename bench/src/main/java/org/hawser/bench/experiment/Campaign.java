package org.hawser.bench.experiment;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.hawser.bench.lab.Sample;
import org.hawser.bench.lab.Series;
import org.hawser.bench.lab.Task;
import org.hawser.bench.peer.Peer;

/**
 * One call of the bench command: its plan, and the samples so far.
 *
 * <p><b>Threads:</b> the command's main thread.
 */
public final class Campaign {
    /** Jobs among which the rounds are dealt out when peers run between them. */
    private static final int TURNS = 3;

    /** Enough for the optimising compiler, even where it has to share the cores with the ranks. */
    private static final int WARM_UP_MILLIS = 100;

    private final Plan plan;
    private final Consumer<String> progress;
    private final List<Sample> samples = new ArrayList<>();
    private int dropped;

    /**
     * A campaign with nothing measured yet.
     *
     * @param plan     what to do
     * @param progress told what is being done, in a few words
     */
    public Campaign(Plan plan, Consumer<String> progress) {
        this.plan = plan;
        this.progress = progress;
    }

    /** What to do. */
    public Plan plan() {
        return plan;
    }

    /** All that was measured. */
    public List<Sample> samples() {
        return samples;
    }

    /** Samples that were not counted because the cores moved or somebody else used them. */
    public int dropped() {
        return dropped;
    }

    void progress(String text) {
        progress.accept(text);
    }

    /** Runs an experiment inside a job of ours, in turns with the peers that know it. */
    void measure(String experiment, int ranks) throws IOException, InterruptedException {
        List<Peer> rivals = plan.peers().stream().filter(peer -> peer.knows(experiment)).toList();
        int turns = rivals.isEmpty() ? 1 : Math.min(TURNS, plan.rounds());
        int rounds = Math.ceilDiv(plan.rounds(), turns);
        String what = experiment + ", " + ranks + " ranks";
        for (int turn = 0; turn < turns; turn++) {
            progress.accept(what);
            Task task = new Task(experiment, rounds, WARM_UP_MILLIS, plan.sizes(), plan.threads());
            MeasuringJob job = new MeasuringJob(text -> progress.accept(what + ": " + text));
            samples.addAll(job.run(task, ranks));
            dropped += job.dropped();
            for (Peer rival : rivals) {
                progress.accept(what + ": " + rival.name());
                samples.addAll(rival.run(experiment, ranks, rounds, plan.sizes()));
            }
        }
    }

    /** Adds figures that were not taken between two looks, at the place that was seen last. */
    void add(Series series, double... values) throws IOException, InterruptedException {
        double bracket = lastBracket();
        for (double value : values) {
            samples.add(new Sample(series, bracket, value));
        }
    }

    private double lastBracket() throws IOException, InterruptedException {
        if (samples.isEmpty()) {
            progress.accept("looking where the cores are");
            Task look = new Task(BarrierExperiment.NAME, 1, 1, List.of(), false);
            List<Sample> looks = new MeasuringJob(progress).run(look, 2);
            return looks.isEmpty() ? 0 : looks.getLast().bracket();
        }
        return samples.getLast().bracket();
    }
}
