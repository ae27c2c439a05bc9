package org.hawser.bench.experiment;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.hawser.bench.Network;
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
    /** A variant of ours that hangs is left out after that. */
    private static final Duration LONGEST_OF_VARIANT = Duration.ofMinutes(10);

    private final Plan plan;
    private final Consumer<String> progress;
    private final List<Sample> samples = new ArrayList<>();
    private final Tally tally = new Tally();
    private final List<Peer> peers;
    private final Set<Peer> compared = new HashSet<>();
    private final Set<Contestant> broken = new HashSet<>();
    private final List<String> failures = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();
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
        peers = new ArrayList<>(plan.peers());
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

    /** What is to be shown below the table: how many messages went by which protocol, and what was noted. */
    public List<String> counts() {
        List<String> lines = new ArrayList<>(tally.lines());
        lines.addAll(notes);
        return lines;
    }

    /** Has a line shown below the table. */
    void note(String line) {
        notes.add(line);
    }

    /** Peers whom nothing was compared with: they have no program for it. */
    public List<Peer> unused() {
        return peers.stream().filter(peer -> !compared.contains(peer) && !peer.isSpecial()).toList();
    }

    /** What is not in the figures, each with the reason: jobs of peers that failed, and what cannot be. */
    public List<String> failures() {
        return failures.stream().distinct().toList();
    }

    /** Says why something that was asked for is not in the figures. */
    void leaveOut(String why) {
        failures.add(why);
    }

    /** Compares with a peer that nobody has asked for, because the experiment is about it. */
    void compareWith(Peer peer) {
        if (peers.stream().noneMatch(known -> known.name().equals(peer.name()))) {
            peers.add(peer);
        }
    }

    void progress(String text) {
        progress.accept(text);
    }

    /** Takes samples of every contestant, in turns with each other and with the peers that have their program. */
    void measure(List<Contestant> chosen, int ranks) throws IOException, InterruptedException {
        List<Contestant> contestants = plan.network().tls() ? withEncryption(chosen) : chosen;
        if (contestants.isEmpty()) {
            throw new IOException("this experiment has none of the chosen kinds of memory: "
                + String.join(", ", plan.choice().buffers()));
        }
        Map<String, List<Contestant>> programs = new LinkedHashMap<>();
        contestants.stream().filter(one -> one.name() == null && one.experiment().program() != null
                && !peers.isEmpty())
            .forEach(one -> programs.computeIfAbsent(one.experiment().program(), key -> new ArrayList<>()).add(one));
        boolean competes = !programs.isEmpty() || contestants.stream().anyMatch(one -> one.name() != null);
        RankExperiment first = contestants.getFirst().experiment();
        int asked = plan.roundsOr(first.rounds());
        int turns = competes ? Math.min(first.turns(ranks), asked) : 1;
        int rounds = Math.ceilDiv(asked, turns);
        for (int turn = 0; turn < turns; turn++) {
            for (Contestant contestant : contestants) {
                if (contestant.name() == null) {
                    run(contestant, ranks, rounds);
                } else {
                    runVariant(contestant, ranks, rounds);
                }
            }
            for (Map.Entry<String, List<Contestant>> program : programs.entrySet()) {
                run(program.getKey(), program.getValue(), ranks, rounds);
            }
        }
    }

    /** Each of ours is followed by the same with encrypted connections. */
    private static List<Contestant> withEncryption(List<Contestant> plain) {
        return plain.stream().flatMap(one -> one.name() != null ? Stream.of(one)
            : Stream.of(one, one.as(Network.TLS).with(Network.encrypted()))).toList();
    }

    /** A variant that fails is missing from then on, and the measurement goes on. */
    private void runVariant(Contestant variant, int ranks, int rounds) throws InterruptedException {
        if (broken.contains(variant)) {
            return;
        }
        try {
            run(variant, ranks, rounds);
        } catch (IOException e) {
            broken.add(variant);
            failures.add("left out from " + ranks + " ranks on: " + variant.name() + ": " + e.getMessage());
        }
    }

    /** Runs one job of a contestant; returns its samples, which are among all others as well. */
    List<Sample> runJob(Contestant contestant, int ranks, int rounds) throws IOException, InterruptedException {
        int before = samples.size();
        run(contestant, ranks, rounds);
        return List.copyOf(samples.subList(before, samples.size()));
    }

    private void run(Contestant contestant, int ranks, int rounds) throws IOException, InterruptedException {
        String name = contestant.experiment().name();
        String who = contestant.name() == null ? "" : ", " + contestant.name();
        String what = name + ", " + ranks + " ranks" + who;
        progress.accept(what);
        Task task = new Task(name, rounds, contestant.experiment().warmUpMillis(), plan.sizes(), plan.threads(),
            contestant.experiment().cases(plan, ranks));
        MeasuringJob job = new MeasuringJob(text -> progress.accept(what + ": " + text),
            contestant.name() == null ? null : LONGEST_OF_VARIANT, plan.network());
        job.run(task, ranks, contestant.with(plan.environment()).environment())
            .forEach(sample -> samples.add(contestant.labelled(sample)));
        job.counts().forEach(line -> tally.add(contestant.name() == null ? "integrated" : contestant.name(), line));
        dropped += job.dropped();
    }

    private void run(String program, List<Contestant> against, int ranks, int rounds)
            throws IOException, InterruptedException {
        RankExperiment experiment = against.getFirst().experiment();
        Task task = new Task(program, rounds, 0, plan.sizesOr(experiment.sizes()), false,
            experiment.cases(plan, ranks));
        for (Peer peer : peers) {
            if (peer.knows(program)) {
                compared.add(peer);
                progress.accept(program + ", " + ranks + " ranks: " + peer.name());
                for (Sample sample : samplesOf(peer, task, ranks)) {
                    against.forEach(contestant -> samples.add(contestant.against(sample)));
                }
            }
        }
    }

    /** A peer that fails in one job is missing there, and the measurement goes on. */
    private List<Sample> samplesOf(Peer peer, Task task, int ranks) throws InterruptedException {
        try {
            return peer.run(task, ranks);
        } catch (IOException e) {
            failures.add("left out with " + ranks + " ranks: " + e.getMessage());
            return List.of();
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
