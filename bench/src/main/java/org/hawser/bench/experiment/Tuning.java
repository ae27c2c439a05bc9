package org.hawser.bench.experiment;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.hawser.bench.BenchRecord;
import org.hawser.bench.lab.Sample;
import org.hawser.bench.lab.Task;
import org.hawser.bench.report.Figures;
import org.hawser.bench.report.Statistics;

/**
 * Measures every algorithm of every collective between ranks on one node, in shared memory or through connections, and
 * makes the table of the best ones. A job holds each collective to one algorithm; the next job to the next one of each,
 * and so in turns. Figures are medians over the samples of all turns.
 *
 * <p><b>Threads:</b> the command's main thread.
 */
public final class Tuning {
    private static final int TURNS = 2;
    private static final int ROUNDS = 4;

    private final Plan plan;
    private final Consumer<String> progress;
    private final List<Collective> collectives;
    private final List<CollectiveExperiment> experiments;
    private final List<BenchRecord> records = new ArrayList<>();
    private int dropped;

    /**
     * Nothing measured yet.
     *
     * @param plan     ranks, sizes, rounds and collectives; without kinds of memory, arrays
     * @param progress told what is being done, in a few words
     */
    public Tuning(Plan plan, Consumer<String> progress) {
        this.plan = plan;
        this.progress = progress;
        List<String> chosen = plan.choice().collectives();
        collectives = Arrays.stream(Collective.values())
            .filter(one -> (chosen.isEmpty() || chosen.contains(one.word())) && candidates(one).size() > 1).toList();
        experiments = Arrays.stream(BufferKind.values())
            .filter(kind -> plan.choice().buffers().isEmpty() ? kind == BufferKind.ARRAY : plan.choice().has(kind))
            .map(CollectiveExperiment::new).toList();
    }

    /** What will be measured, in lines. */
    public List<String> outline() {
        List<String> lines = new ArrayList<>();
        lines.add(String.format("%-14s %s", "between ranks", plan.network().word()));
        collectives.forEach(one -> lines.add(String.format("%-14s %s", one.word(),
            String.join(", ", candidates(one)))));
        lines.add(String.format("%-14s %s", "ranks", ranks().stream().map(String::valueOf)
            .collect(Collectors.joining(", "))));
        lines.add(String.format("%-14s %s", "sizes", sizes().stream().map(Figures::size)
            .collect(Collectors.joining(", "))));
        lines.add(String.format("%-14s %s", "memory", experiments.stream().map(one -> one.memory().word())
            .collect(Collectors.joining(", "))));
        lines.add(String.format("%-14s %d", "jobs", ranks().size() * turns() * experiments.size() * columns()));
        return lines;
    }

    private List<String> candidates(Collective collective) {
        return Candidates.of(collective, !plan.network().isTcp());
    }

    /**
     * Measures.
     *
     * @return the lines of the table
     * @throws IOException          when a job cannot be started, or fails
     * @throws InterruptedException when the thread is interrupted; its job is ended
     */
    public List<String> run() throws IOException, InterruptedException {
        List<Sample> samples = new ArrayList<>();
        for (int ranks : ranks()) {
            for (int turn = 0; turn < turns(); turn++) {
                for (CollectiveExperiment experiment : experiments) {
                    for (int column = 0; column < columns(); column++) {
                        samples.addAll(measure(experiment, ranks, column));
                    }
                }
            }
        }
        records.addAll(Statistics.of(samples));
        return AlgorithmTable.of(records.stream().filter(this::isComplete).toList(), Candidates::waits)
            .lines(plan.network().word());
    }

    /** The figures behind the table: the peer is the algorithm. */
    public List<BenchRecord> records() {
        return List.copyOf(records);
    }

    /** Samples that were taken but not counted. */
    public int dropped() {
        return dropped;
    }

    /** The figures in lines, one per collective, ranks, size and place: who wins, and by how much over whom. */
    public List<String> figures() {
        Map<String, List<BenchRecord>> rows = new LinkedHashMap<>();
        records.forEach(record -> rows.computeIfAbsent(String.format("%-30s %2d ranks %8s %s", record.bench(),
            record.ranks(), Figures.size(record.size()), record.place().word()), key -> new ArrayList<>()).add(record));
        return rows.entrySet().stream().map(row -> row.getKey() + ": " + contest(row.getValue())).toList();
    }

    private String contest(List<BenchRecord> all) {
        List<BenchRecord> sorted = all.stream().sorted(Comparator.comparingDouble(BenchRecord::p50)).toList();
        double best = sorted.getFirst().p50();
        StringBuilder line = new StringBuilder();
        for (BenchRecord record : sorted) {
            line.append(line.isEmpty() ? "" : ", ").append(record.peer()).append(' ')
                .append(Figures.figure(record.metric(), record.p50()));
            if (record != sorted.getFirst()) {
                line.append(String.format(Locale.ROOT, " (%+.0f %%)", 100 * (record.p50() / best - 1)));
            }
        }
        return line + (isComplete(sorted.getFirst()) ? "" : "; not used, because another has no figure");
    }

    /** True when every algorithm that can do the same has a figure, somewhere; else the best may be missing. */
    private boolean isComplete(BenchRecord record) {
        Set<String> known = records.stream().filter(other -> other.bench().equals(record.bench())
            && other.ranks() == record.ranks() && other.size() == record.size()).map(BenchRecord::peer)
            .collect(Collectors.toSet());
        Collective collective = collective(record.bench());
        return known.containsAll(candidates(collective).stream()
            .filter(one -> Candidates.fits(collective, one, record.ranks(), record.size())).toList());
    }

    private static Collective collective(String bench) {
        return Arrays.stream(Collective.values()).filter(one -> one.word().equals(bench.split("\\.")[1])).findFirst()
            .orElseThrow();
    }

    private List<Sample> measure(CollectiveExperiment experiment, int ranks, int column)
            throws IOException, InterruptedException {
        Map<String, String> algorithms = new LinkedHashMap<>();
        collectives.stream().filter(one -> column < candidates(one).size())
            .forEach(one -> algorithms.put(one.word(), candidates(one).get(column)));
        String what = "tune, " + ranks + " ranks, algorithms " + (column + 1) + "/" + columns();
        Task task = new Task(experiment.name(), Math.ceilDiv(plan.roundsOr(ROUNDS), turns()),
            experiment.warmUpMillis(), sizes(), plan.threads(), List.copyOf(algorithms.keySet()));
        progress.accept(what);
        MeasuringJob job = new MeasuringJob(text -> progress.accept(what + ": " + text));
        Map<String, String> settings = new LinkedHashMap<>(plan.network().environment());
        settings.putAll(Choice.ALL.with(algorithms).environment());
        List<Sample> samples = job.run(task, ranks, settings);
        dropped += job.dropped();
        return samples.stream().flatMap(sample -> labelled(sample, algorithms).stream()).toList();
    }

    /** The sample under its algorithm's name; nothing where that could not do it, and another stood in for it. */
    static List<Sample> labelled(Sample sample, Map<String, String> algorithms) {
        Collective collective = collective(sample.series().bench());
        String algorithm = algorithms.get(collective.word());
        boolean fits = algorithm != null
            && Candidates.fits(collective, algorithm, sample.series().ranks(), sample.series().size());
        return fits ? List.of(new Sample(sample.series().by(algorithm), sample.bracket(), sample.value()))
            : List.of();
    }

    private List<Integer> ranks() {
        return plan.ranksOr(experiments.getFirst().ranks());
    }

    private List<Long> sizes() {
        return plan.sizesOr(experiments.getFirst().sizes());
    }

    private int turns() {
        return Math.min(TURNS, plan.roundsOr(ROUNDS));
    }

    /** Jobs until every algorithm has had its turn. */
    private int columns() {
        return collectives.stream().mapToInt(one -> candidates(one).size()).max().orElse(0);
    }
}
