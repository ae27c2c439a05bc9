package org.hawser.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.hawser.bench.experiment.Experiment;
import org.hawser.bench.experiment.Experiments;
import org.hawser.bench.experiment.Plan;
import org.hawser.bench.experiment.Campaign;
import org.hawser.bench.jmh.JmhRun;
import org.hawser.bench.peer.Peer;
import org.hawser.bench.peer.Peers;
import org.hawser.bench.report.Facts;
import org.hawser.bench.report.HtmlReport;
import org.hawser.bench.report.ProgressLine;
import org.hawser.bench.report.ReportFiles;
import org.hawser.bench.report.Statistics;
import org.hawser.launcher.Subcommand;
import org.hawser.launcher.Suggestion;
import org.hawser.launcher.job.Installation;
import org.hawser.launcher.job.JobSpec;
import org.hawser.launcher.job.UsageException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * {@code hawser bench}: runs experiments and reports their figures.
 *
 * <p><b>Threads:</b> main thread only.
 */
@Command(name = "bench", description = "Measures what this machine does, and what Hawser makes of it.",
    mixinStandardHelpOptions = true, sortOptions = false, footer = {"",
        "Every sample is taken between two looks at where the two cores are (a cache line sent to and fro); samples",
        "whose looks disagree are taken again, and figures of different places (same, near, far) are never mixed.",
        "Each measurement is first run until the JVM's optimising compiler is done with it.", "",
        "Examples:",
        "  hawser bench --list",
        "  hawser bench raw am rate",
        "  hawser bench put get --sizes 8,64K,1M --json figures.json --html figures.html",
        "  hawser bench barrier --ranks 16",
        "  hawser bench latency bandwidth rate --peer openmpi,mpich",
        "  hawser bench latency.array --sizes 8",
        "  hawser bench pingpong-protocols progress",
        "  hawser bench collectives --ranks 2,4 --collectives bcast,allreduce --peer openmpi,mpich",
        "  hawser bench collectives --collectives bcast --algorithm binomial --buffers array",
        "  hawser bench tune --ranks 2,4 --write shm.algorithms",
        "  hawser bench tune --fabric tcp --ranks 2,4,8 --collectives bcast,allreduce --write tcp.algorithms",
        "  hawser bench icoll vector --peer openmpi,mpich",
        "  hawser bench rma-latency rma-bandwidth --sizes 8,64K --peer openmpi,mpich",
        "  hawser bench rma-overlap --ranks 2,4 --designs direct,messages",
        "  hawser bench rma-lock --cases exclusive,contended,migration",
        "  hawser bench rma-fence --ranks 2,4,8 --cases empty,puts8 --peer openmpi,mpich",
        "  hawser bench rma-schedule --sizes 64,64K --designs agent-on,agent-off",
        "  hawser bench rma-gups --ranks 2,4 --sizes 4M --peer openmpi,mpich",
        "  hawser bench rma-tasks --ranks 8 --html tasks.html",
        "  hawser bench rma-vector --sizes 8K,128K --cases get,busy",
        "  hawser bench rma-lu rma-lu-locks rma-summa --ranks 4 --sizes 1K",
        "  hawser bench latency bandwidth rate --fabric tcp --buffers runtime --sizes 8,1K,64K,4M --peer openmpi,mpich",
        "  hawser bench rma-latency rma-target --fabric tcp --sizes 8,64K --peer openmpi,mpich",
        "  hawser bench rma-lock --fabric shm,tcp --hosts 2ns --ranks 3 --cases migration",
        "  hawser bench latency bandwidth --fabric tcp --tls --buffers runtime --sizes 8,1M",
        "  hawser bench nas --kernels cg,is --class S --ranks 1,2,4",
        "  hawser bench pgas-latency --sizes 8,4K --cases put,get,element-get,signal,am",
        "  hawser bench pgas-latency --fabric tcp --cases put,get",
        "  hawser bench pgas-bandwidth pgas-loop --html pgas.html",
        "  hawser bench pgas-memory --ranks 16,64,256,1024,4096 --threads",
        "  hawser bench pgas-idle --cases latency,bandwidth",
        "  hawser bench pgas-pcj --ranks 2,4 --sizes 8,64K",
        "  hawser bench pgas-nas --kernels cg,ft --class W --ranks 2,4",
        "  hawser bench pgas-gups pgas-stream --ranks 2 --csv figures.csv",
        "  hawser bench all --rounds 10",
        "  hawser bench jmh Ring"})
public final class BenchCommand implements Subcommand {
    private static final String ALL = "all";
    private static final String JMH = "jmh";
    private static final String TUNE = "tune";
    private static final int ROUNDS_OF_ALL = 15;

    @Parameters(paramLabel = "NAME", description = "Experiments (see --list), 'all', 'tune', or 'jmh [PATTERN]'.")
    private List<String> names = new ArrayList<>();

    @Option(names = "--list", description = "Lists the experiments.")
    private boolean list;

    @Option(names = "--ranks", paramLabel = "N", split = ",",
        description = "Ranks of the jobs, as 2,4 (default: the experiment's own).")
    private List<Integer> ranks = new ArrayList<>();

    @Option(names = "--sizes", paramLabel = "BYTES", split = ",", converter = SizeConverter.class,
        description = "Bytes per operation, as 8,1K,4M (default: the experiment's own).")
    private List<Long> sizes = new ArrayList<>();

    @Option(names = "--rounds", paramLabel = "K",
        description = "Samples of every figure (default: the experiment's own, mostly 40; 15 for 'all').")
    private int rounds;

    @Option(names = "--threads", description = "Ranks are threads of one JVM.")
    private boolean threads;

    @Option(names = "--peer", paramLabel = "NAMES", split = ",",
        description = "Compares with what is installed: openmpi, mpich (each in all flavours), or one: openmpi-ucx;"
            + " of pgas-latency and pgas-bandwidth: oshmem, which is also compared with unasked.")
    private List<String> peers = new ArrayList<>();

    @Mixin
    private NetworkOptions network;

    @Mixin
    private ChoiceOptions choice;

    @Mixin
    private TuneOptions tune;

    @Mixin
    private NasOptions nas;

    @Option(names = "--json", paramLabel = "FILE", description = "Writes one JSON record per line.")
    private Path json;

    @Option(names = "--csv", paramLabel = "FILE", description = "Writes a table for a spreadsheet.")
    private Path csv;

    @Option(names = "--html", paramLabel = "FILE", description = "Writes a page with plots.")
    private Path html;

    @Spec
    private CommandSpec spec;

    /** For the service loader. */
    public BenchCommand() {
    }

    @Override
    public Integer call() throws UsageException, IOException, InterruptedException {
        if (list) {
            Experiments.all().forEach(one -> System.out.printf("%-18s %s%n", one.name(), one.summary()));
            System.out.printf("%-18s %s%n", TUNE, "every algorithm of every collective; writes the table of the best");
            System.out.printf("%-18s %s%n", JMH, "pieces inside one process, with JMH (rings, mapped regions)");
            return 0;
        }
        if (!names.isEmpty() && names.getFirst().equals(JMH)) {
            return JmhRun.run(names.subList(1, names.size()));
        }
        boolean isTuning = names.equals(List.of(TUNE));
        List<Experiment> chosen = isTuning ? List.of() : chosen();
        try (Network between = network.open()) {
            if (isTuning) {
                write(facts(), tune.run(plan(2, between), facts(), isTerminal()), List.of());
                return 0;
            }
            return measure(chosen, plan(chosen.stream().mapToInt(Experiment::leastRanks).max().orElse(2), between));
        }
    }

    private Integer measure(List<Experiment> chosen, Plan plan) throws IOException, InterruptedException {
        Map<String, String> facts = facts();
        facts.forEach((name, value) -> System.out.printf("%-8s %s%n", name, value));
        List<BenchRecord> all = new ArrayList<>();
        List<String> conclusions = new ArrayList<>();
        boolean right = true;
        for (Experiment experiment : chosen) {
            Campaign campaign;
            try (ProgressLine line = new ProgressLine(System.err, isTerminal())) {
                campaign = new Campaign(plan, line::show);
                experiment.run(campaign);
            }
            List<BenchRecord> records = Statistics.of(campaign.samples());
            System.out.printf("%n%s: %s%n", experiment.name(), experiment.summary());
            experiment.table(records).forEach(System.out::println);
            campaign.counts().forEach(System.out::println);
            List<String> own = experiment.conclusions(records);
            own.forEach(System.out::println);
            conclusions.addAll(own);
            campaign.failures().forEach(System.out::println);
            if (!campaign.unused().isEmpty()) {
                System.out.println("not compared, because there is no program for this experiment: "
                    + campaign.unused().stream().map(Peer::name).collect(Collectors.joining(", ")));
            }
            if (campaign.dropped() > 0) {
                System.out.println("not counted, because the cores moved or somebody else used them: "
                    + campaign.dropped() + " samples");
            }
            right &= experiment.isRight(records);
            all.addAll(records);
        }
        write(facts, all, conclusions);
        return right ? 0 : 1;
    }

    private Map<String, String> facts() {
        return Facts.gather(Installation.home(), spec.commandLine().getParseResult().originalArgs());
    }

    private void write(Map<String, String> facts, List<BenchRecord> records, List<String> conclusions)
            throws IOException {
        if (json != null) {
            ReportFiles.json(json, records);
        }
        if (csv != null) {
            ReportFiles.csv(csv, records);
        }
        if (html != null) {
            HtmlReport.write(html, facts, records, conclusions);
        }
    }

    private Plan plan(int least, Network between) throws UsageException {
        for (int count : ranks) {
            if (count < least || count > JobSpec.MAX_RANKS) {
                throw new UsageException("experiments are between " + least + " to " + JobSpec.MAX_RANKS
                    + " ranks: --ranks " + count);
            }
        }
        if (rounds < 0) {
            throw new UsageException("at least one round: --rounds " + rounds);
        }
        int asked = rounds == 0 && names.contains(ALL) ? ROUNDS_OF_ALL : rounds;
        return new Plan(ranks, sizes, asked, threads, Peers.find(peers, between), choice.choice(), between);
    }

    private List<Experiment> chosen() throws UsageException {
        if (names.isEmpty()) {
            throw new UsageException("which experiment? Give names, or 'all'; --list shows them");
        }
        boolean sharesMemory = !network.isTcp();
        List<Experiment> chosen = new ArrayList<>();
        for (String name : names) {
            if (name.equals(ALL)) {
                Experiments.all().stream().filter(one -> sharesMemory || one.isForConnections()).forEach(chosen::add);
                continue;
            }
            Experiment one = nas.narrow(Experiments.named(name).orElseThrow(() -> unknown(name)));
            if (!sharesMemory && !one.isForConnections()) {
                throw new UsageException(name + " is about memory that ranks share; leave out --fabric");
            }
            chosen.add(one);
        }
        return chosen;
    }

    private static UsageException unknown(String name) {
        return new UsageException("unknown experiment: " + name
            + Suggestion.among(name, Experiments.all().stream().map(Experiment::name).toList())
            + "; --list shows them");
    }

    private static boolean isTerminal() {
        return System.console() != null && System.console().isTerminal();
    }
}
