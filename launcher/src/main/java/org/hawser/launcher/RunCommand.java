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
import org.hawser.launcher.job.JobSpec;
import org.hawser.launcher.job.LocalJob;
import org.hawser.launcher.job.Program;
import org.hawser.launcher.job.UsageException;
import org.hawser.runtime.launch.OutputTag;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * {@code hawser run}: starts a job on this machine.
 *
 * <p><b>Threads:</b> main thread only.
 */
@Command(name = "run", description = "Runs a program as a parallel job on this machine.",
    mixinStandardHelpOptions = true, sortOptions = false, footer = {"",
        "Examples:",
        "  hawser run -n 4 hello",
        "  hawser run -n 2 --tag-output -J-Xmx1g -cp target/classes com.example.Main 100",
        "  hawser run -n 64 --threads Ring.java",
        "",
        "The exit code is that of the first rank that failed; 124 after a timeout."})
final class RunCommand implements Subcommand {

    enum Progress { POLL, THREAD }

    enum Binding { CORE, NONE }

    @Option(names = {"-n", "--ranks"}, paramLabel = "N", description = "Ranks, 1 to 4096. Must be given.")
    private Integer ranks;

    @Option(names = "--threads", description = "Ranks are threads of one JVM, each with its own static state.")
    private boolean threads;

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
        description = "Binds the main thread of each rank to a core, or to none.")
    private Binding binding;

    @Parameters(index = "0", arity = "0..1", paramLabel = "PROGRAM",
        description = "A class, a jar with a Main-Class, a Java source file, or an example.")
    private String program;

    @Parameters(index = "1..*", paramLabel = "ARGS", description = "The program's own arguments.")
    private List<String> args = new ArrayList<>();

    @Override
    public Integer call() throws Exception {
        JobSpec spec = spec();
        boolean colour = System.console() != null && System.console().isTerminal() && System.getenv("NO_COLOR") == null;
        LocalJob job = LocalJob.start(spec, !tagOutput ? OutputTag.NONE : colour ? OutputTag.COLOUR : OutputTag.PLAIN);
        return job.await();
    }

    /** What the command line asks for. */
    JobSpec spec() throws UsageException, IOException {
        if (ranks == null) {
            throw new UsageException("how many ranks? Give -n N");
        }
        if (program == null) {
            throw new UsageException("which program? Give a class, a jar or a Java source file");
        }
        if (ranks < 1 || ranks > JobSpec.MAX_RANKS) {
            throw new UsageException("a job has 1 to " + JobSpec.MAX_RANKS + " ranks: -n " + ranks);
        }
        if (timeout != null && !(timeout > 0)) {
            throw new UsageException("a timeout is longer than 0 seconds: --timeout " + timeout);
        }
        Program found = Program.find(program, userClassPath());
        return JobSpec.of(ranks, found.main()).classPath(found.classPath()).args(args.toArray(new String[0]))
            .jvmArgs(rankJvmArgs()).threads(threads).tagOutput(tagOutput)
            .timeout(timeout == null ? null : Duration.ofMillis((long) (timeout * 1000)))
            .progress(progress.name().toLowerCase(Locale.ROOT)).bind(binding == Binding.CORE).input(true).build();
    }

    private String[] rankJvmArgs() {
        List<String> all = new ArrayList<>(jvmArgs);
        if (fabric != null) {
            all.addFirst("-Dhawser.fabric=" + fabric);
        }
        return all.toArray(new String[0]);
    }

    /** Absolute, with {@code dir/*} spelled out as the java command does. */
    private List<Path> userClassPath() throws UsageException, IOException {
        String text = classPath != null ? classPath : System.getenv("CLASSPATH");
        List<Path> entries = new ArrayList<>();
        for (String name : (text == null || text.isEmpty() ? "." : text).split(File.pathSeparator)) {
            if (name.equals("*") || name.endsWith(File.separator + "*")) {
                Path directory = Path.of(name.substring(0, name.length() - 1)).toAbsolutePath();
                try (Stream<Path> jars = Files.list(directory)) {
                    jars.filter(jar -> jar.toString().endsWith(".jar")).sorted().forEach(entries::add);
                }
            } else {
                Path entry = Path.of(name).toAbsolutePath().normalize();
                if (classPath != null && !Files.exists(entry)) {
                    throw new UsageException("no such class path entry: " + name);
                }
                entries.add(entry);
            }
        }
        return entries;
    }
}
