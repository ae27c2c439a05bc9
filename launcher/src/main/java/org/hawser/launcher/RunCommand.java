package org.hawser.launcher;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.hawser.launcher.host.HostList;
import org.hawser.launcher.host.HostPlan;
import org.hawser.launcher.host.HostSlots;
import org.hawser.launcher.host.Mapping;
import org.hawser.launcher.host.Placement;
import org.hawser.launcher.host.PortRange;
import org.hawser.launcher.host.RemoteShell;
import org.hawser.launcher.job.JobSpec;
import org.hawser.launcher.job.LocalJob;
import org.hawser.launcher.job.Program;
import org.hawser.launcher.job.UsageException;
import org.hawser.runtime.launch.OutputTag;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * {@code hawser run}: starts a job on this machine or on several hosts.
 *
 * <p><b>Threads:</b> main thread only.
 */
@Command(name = "run", description = "Runs a program as a parallel job, on this machine or on hosts.",
    mixinStandardHelpOptions = true, sortOptions = false, footer = {"",
        "Examples:",
        "  hawser run -n 4 hello",
        "  hawser run -n 2 --tag-output -J-Xmx1g -cp target/classes com.example.Main 100",
        "  hawser run -n 64 --threads Ring.java",
        "  hawser run -np 4 java -Xmx1g -cp target/classes com.example.Main 100",
        "  hawser run -n 8 --hosts a:4,b:4 mpi.ring",
        "  hawser run --hostfile /etc/mpi/hostfile --map cyclic --bind core -cp app.jar com.example.Main",
        "  hawser run -n 8 --hosts a:4,b:4 --rsh 'ssh -p 2222' --port-range 40000-40099 --tls mpi.ring",
        "",
        "Hawser and the program must be at the same path on all hosts; classes of a Java source file go there",
        "by themselves. A remote shell is called as COMMAND HOST WORDS... and must not ask for a password.",
        "",
        "The exit code is that of the first rank that failed; 124 after a timeout."})
final class RunCommand implements Subcommand {

    /** Thirty years: nanoseconds are counted in a long. */
    private static final long MAX_TIMEOUT = 1_000_000_000;
    private static final List<String> FABRICS = List.of("shm", "tcp");

    enum Progress { POLL, THREAD }

    enum Binding { CORE, NONE }

    @Option(names = {"-n", "-np", "--np", "--ranks"}, paramLabel = "N",
        description = "Ranks, 1 to 4096. Must be given; with hosts the default is all their slots.")
    private Integer ranks;

    @Option(names = "--threads", description = "Ranks are threads of one JVM, each with its own static state.")
    private boolean threads;

    @Option(names = "--hosts", paramLabel = "LIST",
        description = "Where the ranks run: a:4,b:4 are two hosts with four slots each. Without a number: one slot"
            + " for each mention.")
    private String hosts;

    @Option(names = {"--hostfile", "-hostfile"}, paramLabel = "FILE",
        description = "The same from a file, a line for each host: 'a slots=4' or 'a:4'.")
    private Path hostFile;

    @Option(names = "--map", paramLabel = "HOW", defaultValue = "node",
        description = "Ranks fill one host after the other (node) or go to the hosts in turn (cyclic).")
    private Mapping mapping;

    @Option(names = "--oversubscribe", description = "Lets hosts have more ranks than slots.")
    private boolean oversubscribe;

    @Option(names = "--rsh", paramLabel = "COMMAND",
        description = "The remote shell (default: ssh, which asks no questions).")
    private String remoteShell;

    @Option(names = "--remote-hawser", paramLabel = "PATH",
        description = "Where the hawser command is on the other hosts (default: where it is here).")
    private String remoteHawser;

    @Option(names = "--interface", paramLabel = "NAME",
        description = "The network that ranks of different hosts use: an interface as eth0, or a network as"
            + " 10.1.0.0/16.")
    private String networkInterface;

    @Option(names = "--port-range", paramLabel = "A-B",
        description = "The ports at which ranks listen, for firewalls; one for each rank of a host.")
    private String portRange;

    @Option(names = "--tls", description = "Encrypts what goes between hosts.")
    private boolean tls;

    @Option(names = {"-x", "--env"}, paramLabel = "NAME[=VALUE]",
        description = "Gives a variable to all ranks on all hosts; without a value, the one it has here.")
    private List<String> variables = new ArrayList<>();

    @Option(names = {"-cp", "--class-path"}, paramLabel = "PATH",
        description = "Where the program's classes are (default: CLASSPATH, else the current directory).")
    private String classPath;

    @Option(names = "-J", paramLabel = "ARG", arity = "1",
        description = "Gives ARG to every rank's JVM, as in -J-Xmx1g.")
    private List<String> jvmArgs = new ArrayList<>();

    @Option(names = "--fabric", paramLabel = "NAMES",
        description = "What carries messages: shm, tcp, or both as in shm,tcp (default: the best way to each rank).")
    private String fabric;

    @Option(names = "--tag-output", description = "Begins each line of output with its rank.")
    private boolean tagOutput;

    @Option(names = "--timeout", paramLabel = "SECONDS", description = "Ends the job after this time.")
    private Double timeout;

    @Option(names = "--progress", paramLabel = "HOW", defaultValue = "poll",
        description = "Who moves messages: poll (calls that wait) or thread (also a thread of its own).")
    private Progress progress;

    @Option(names = "--bind", paramLabel = "TO", defaultValue = "none",
        description = "Binds the main thread of each rank to a core of its host, or to none.")
    private Binding binding;

    @Mixin
    private MpirunOptions mpirun = new MpirunOptions();

    @Parameters(index = "0", arity = "0..1", paramLabel = "PROGRAM",
        description = "A class, a jar with a Main-Class, a Java source file with others beside it, or an example; or"
            + " java with its options and a program, as behind mpirun.")
    private String program;

    @Parameters(index = "1..*", paramLabel = "ARGS", description = "The program's own arguments.")
    private List<String> args = new ArrayList<>();

    /** Whether the class path stood behind the word java, which passes over places that are not there. */
    private boolean lenient;

    @Override
    public Integer call() throws Exception {
        JobSpec spec = spec();
        if (!needless().isEmpty()) {
            System.err.println("hawser: options of mpirun that are not needed here: " + needless());
        }
        boolean colour = System.console() != null && System.console().isTerminal() && System.getenv("NO_COLOR") == null;
        LocalJob job = LocalJob.start(spec, !tagOutput ? OutputTag.NONE : colour ? OutputTag.COLOUR : OutputTag.PLAIN);
        return job.await();
    }

    /** Options that were given and mean nothing here. */
    String needless() {
        return mpirun.needless();
    }

    /** What the command line asks for. */
    JobSpec spec() throws UsageException, IOException {
        hosts = mpirun.hosts(hosts);
        hostFile = mpirun.hostFile(hostFile);
        timeout = mpirun.timeout(timeout);
        tagOutput |= mpirun.tagsOutput();
        List<HostSlots> slots = hosts();
        if (ranks == null && slots != null) {
            ranks = Placement.slots(slots);
        }
        if (ranks == null) {
            throw new UsageException("how many ranks? Give -n N, as in hawser run -n 4 hello");
        }
        if (program == null) {
            throw new UsageException("which program? Give a class, a jar or a Java source file, as in hawser run -n "
                + ranks + " hello");
        }
        takeJavaLine();
        if (ranks < 1 || ranks > JobSpec.MAX_RANKS) {
            throw new UsageException("a job has 1 to " + JobSpec.MAX_RANKS + " ranks: -n " + ranks);
        }
        if (timeout != null && !(timeout > 0 && timeout <= MAX_TIMEOUT)) {
            throw new UsageException("a timeout is longer than 0 seconds, and at most " + MAX_TIMEOUT + ": --timeout "
                + timeout);
        }
        Mapping order = mpirun.maps(mapping);
        boolean bound = mpirun.binds(binding == Binding.CORE);
        HostPlan plan = slots == null ? null : new HostPlan(Placement.of(ranks, slots, order,
            oversubscribe || mpirun.oversubscribes()), RemoteShell.of(remoteShell, remoteHawser));
        String[] rankJvmArgs = rankJvmArgs(plan);
        Program found = Program.find(program, userClassPath(), List.of(rankJvmArgs));
        JobSpec.Builder spec = JobSpec.of(ranks, found.main()).classPath(found.classPath())
            .args(args.toArray(new String[0])).jvmArgs(rankJvmArgs).threads(threads).tagOutput(tagOutput)
            .timeout(timeout == null ? null : Duration.ofMillis((long) (timeout * 1000)))
            .progress(progress.name().toLowerCase(Locale.ROOT)).bind(bound).input(true).hosts(plan);
        addVariables(spec);
        return spec.build();
    }

    /** A program that is named as for {@code mpirun}, with the word java before it, is that program. */
    private void takeJavaLine() throws UsageException {
        if (!JavaLine.begins(program)) {
            return;
        }
        JavaLine line = JavaLine.parse(args);
        program = line.program();
        args = line.arguments();
        jvmArgs.addAll(line.options());
        if (line.classPath() != null) {
            classPath = line.classPath();
            lenient = true;
        }
    }

    /** The hosts that the command line names; null when it names none. */
    private List<HostSlots> hosts() throws UsageException {
        if (hosts == null && hostFile == null) {
            return null;
        }
        if (hosts != null && hostFile != null) {
            throw new UsageException("hosts come from a list or from a file: give --hosts or --hostfile, not both");
        }
        if (threads) {
            throw new UsageException("ranks that are threads are in one process, on this machine: leave --threads or "
                + (hosts != null ? "--hosts" : "--hostfile") + " away");
        }
        return hosts != null ? HostList.parse(hosts) : HostList.read(hostFile);
    }

    private void checkFabric() throws UsageException {
        for (String name : fabric.split(",", -1)) {
            if (!FABRICS.contains(name)) {
                throw new UsageException("unknown fabric: --fabric " + fabric + " (there are shm, tcp and shm,tcp)");
            }
        }
    }

    private String[] rankJvmArgs(HostPlan plan) throws UsageException {
        List<String> all = new ArrayList<>();
        if (fabric != null) {
            checkFabric();
            all.add("-Dhawser.fabric=" + fabric);
        }
        if (networkInterface != null) {
            all.add("-Dhawser.tcp.interface=" + networkInterface);
        }
        if (portRange != null) {
            all.add("-Dhawser.tcp.ports=" + PortRange.parse(portRange).checkedFor(ranks, plan));
        }
        if (tls) {
            all.add("-Dhawser.tcp.tls=true");
        }
        all.addAll(jvmArgs);
        return all.toArray(new String[0]);
    }

    private void addVariables(JobSpec.Builder spec) throws UsageException {
        for (String variable : variables) {
            int equals = variable.indexOf('=');
            String name = equals < 0 ? variable : variable.substring(0, equals);
            String value = equals < 0 ? System.getenv(name) : variable.substring(equals + 1);
            if (name.isEmpty() || value == null) {
                throw new UsageException("no such variable here: --env " + variable + " (give a value: --env "
                    + name + "=VALUE)");
            }
            spec.environment(name, value);
        }
    }

    /** Absolute, with {@code dir/*} spelled out as the java command does. */
    private List<Path> userClassPath() throws UsageException, IOException {
        String text = classPath != null ? classPath : System.getenv("CLASSPATH");
        List<Path> entries = new ArrayList<>();
        for (String name : (text == null || text.isEmpty() ? "." : text).split(File.pathSeparator)) {
            if (name.equals("*") || name.endsWith(File.separator + "*")) {
                Path directory = Path.of(name.substring(0, name.length() - 1)).toAbsolutePath();
                if (!Files.isDirectory(directory)) {
                    if (classPath != null && !lenient) {
                        throw new UsageException("no such class path entry: " + name);
                    }
                    continue;
                }
                try (Stream<Path> jars = Files.list(directory)) {
                    jars.filter(jar -> jar.toString().endsWith(".jar")).sorted().forEach(entries::add);
                }
            } else {
                Path entry = Path.of(name).toAbsolutePath().normalize();
                if (classPath != null && !lenient && !Files.exists(entry)) {
                    throw new UsageException("no such class path entry: " + name);
                }
                entries.add(entry);
            }
        }
        return entries;
    }
}
