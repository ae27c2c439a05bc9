package org.hawser.bench.experiment;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
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
    private final Tally tally = new Tally();
    private final Set<Peer> compared = new HashSet<>();
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

    /** How many messages went by which protocol, where that was counted: lines to be shown below the table. */
    public List<String> counts() {
        return tally.lines();
    }

    /** Peers whom nothing was compared with: they have no program for it. */
    public List<Peer> unused() {
        return plan.peers().stream().filter(peer -> !compared.contains(peer)).toList();
    }

    void progress(String text) {
        progress.accept(text);
    }

    /** Takes samples of every contestant, in turns with each other and with the peers that have their program. */
    void measure(List<Contestant> contestants, int ranks) throws IOException, InterruptedException {
        Map<String, List<Contestant>> programs = new LinkedHashMap<>();
        contestants.stream().filter(one -> one.experiment().program() != null && !plan.peers().isEmpty())
            .forEach(one -> programs.computeIfAbsent(one.experiment().program(), key -> new ArrayList<>()).add(one));
        boolean competes = !programs.isEmpty() || contestants.stream().anyMatch(one -> one.name() != null);
        int turns = competes ? Math.min(TURNS, plan.rounds()) : 1;
        int rounds = Math.ceilDiv(plan.rounds(), turns);
        for (int turn = 0; turn < turns; turn++) {
            for (Contestant contestant : contestants) {
                run(contestant, ranks, rounds);
            }
            for (Map.Entry<String, List<Contestant>> program : programs.entrySet()) {
                run(program.getKey(), program.getValue(), ranks, rounds);
            }
        }
    }

    private void run(Contestant contestant, int ranks, int rounds) throws IOException, InterruptedException {
        String name = contestant.experiment().name();
        String who = contestant.name() == null ? "" : ", " + contestant.name();
        String what = name + ", " + ranks + " ranks" + who;
        progress.accept(what);
        Task task = new Task(name, rounds, WARM_UP_MILLIS, plan.sizes(), plan.threads());
        MeasuringJob job = new MeasuringJob(text -> progress.accept(what + ": " + text));
        job.run(task, ranks, contestant.environment()).forEach(sample -> samples.add(contestant.labelled(sample)));
        job.counts().forEach(line -> tally.add(contestant.name() == null ? "integrated" : contestant.name(), line));
        dropped += job.dropped();
    }

    private void run(String program, List<Contestant> against, int ranks, int rounds)
            throws IOException, InterruptedException {
        List<Long> sizes = plan.sizes().isEmpty() ? against.getFirst().experiment().sizes() : plan.sizes();
        for (Peer peer : plan.peers()) {
            if (peer.knows(program)) {
                compared.add(peer);
                progress.accept(program + ", " + ranks + " ranks: " + peer.name());
                for (Sample sample : peer.run(program, ranks, rounds, sizes)) {
                    against.forEach(contestant -> samples.add(contestant.against(sample)));
                }
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
