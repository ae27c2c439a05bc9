package org.hawser.launcher.job;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.hawser.launcher.host.HostPlan;

/**
 * What a job shall run. Made with {@link #of(int, String)} and the methods that follow it:
 * {@snippet :
 * JobSpec spec = JobSpec.of(4, "com.example.Main").classPath(List.of(jar)).args("100").build();
 * }
 *
 * <p><b>Threads:</b> immutable; its builder belongs to one thread.
 *
 * @param ranks how many, 1 to {@link #MAX_RANKS}
 * @param main the program's main class
 * @param args the program's arguments
 * @param classPath where the program's classes are
 * @param jvmArgs for every rank's JVM, after Hawser's own
 * @param threads whether the ranks are threads of one JVM
 * @param tagOutput whether each line of output begins with its rank
 * @param timeout after which the job is ended, or null
 * @param progress {@code poll} or {@code thread}
 * @param bind whether each rank gets a core of its own
 * @param environment variables beside those of this process
 * @param directory where the ranks run, or null for the current directory
 * @param output gets the lines that ranks write, or null: they go to standard output and error
 * @param input whether rank 0 reads this process's standard input
 * @param hosts where the ranks go, or null: all are on this machine
 */
public record JobSpec(int ranks, String main, List<String> args, List<Path> classPath, List<String> jvmArgs,
                      boolean threads, boolean tagOutput, Duration timeout, String progress, boolean bind,
                      Map<String, String> environment, Path directory, OutputListener output, boolean input,
                      HostPlan hosts) {

    /** The most ranks a job may have. */
    public static final int MAX_RANKS = 4096;

    /** Checks and copies. */
    public JobSpec {
        if (ranks < 1 || ranks > MAX_RANKS) {
            throw new IllegalArgumentException("a job has 1 to " + MAX_RANKS + " ranks: ranks=" + ranks);
        }
        Objects.requireNonNull(main, "main");
        if (hosts != null && (threads || hosts.placement().nodes().size() != ranks)) {
            throw new IllegalArgumentException("hosts have a place for each rank, and ranks are processes: ranks="
                + ranks + " placed=" + hosts.placement().nodes().size() + " threads=" + threads);
        }
        args = List.copyOf(args);
        classPath = List.copyOf(classPath);
        jvmArgs = List.copyOf(jvmArgs);
        environment = Map.copyOf(environment);
    }

    /** The same with one variable more in the environment of its ranks. */
    JobSpec withEnvironment(String name, String value) {
        Map<String, String> more = new LinkedHashMap<>(environment);
        more.put(name, value);
        return new JobSpec(ranks, main, args, classPath, jvmArgs, threads, tagOutput, timeout, progress, bind, more,
            directory, output, input, hosts);
    }

    /**
     * Begins a specification.
     *
     * @param ranks how many
     * @param main the program's main class
     * @return to be completed
     */
    public static Builder of(int ranks, String main) {
        return new Builder(ranks, main);
    }

    /** Receives what ranks write, line by line; called by one thread at a time. */
    @FunctionalInterface
    public interface OutputListener {
        /**
         * One line.
         *
         * @param rank who wrote it; 0 for all ranks that are threads of one JVM
         * @param error whether to standard error
         * @param line without its end
         */
        void line(int rank, boolean error, String line);
    }

    /**
     * Collects a specification.
     *
     * <p><b>Threads:</b> one.
     */
    public static final class Builder {
        private final int ranks;
        private final String main;
        private final List<String> args = new ArrayList<>();
        private final List<Path> classPath = new ArrayList<>();
        private final List<String> jvmArgs = new ArrayList<>();
        private final Map<String, String> environment = new LinkedHashMap<>();
        private boolean threads;
        private boolean tagOutput;
        private Duration timeout;
        private String progress = "poll";
        private boolean bind;
        private Path directory;
        private OutputListener output;
        private boolean input;
        private HostPlan hosts;

        private Builder(int ranks, String main) {
            this.ranks = ranks;
            this.main = main;
        }

        /**
         * Adds program arguments.
         *
         * @param values in order
         * @return this
         */
        public Builder args(String... values) {
            args.addAll(List.of(values));
            return this;
        }

        /**
         * Adds class path entries.
         *
         * @param entries directories and jars
         * @return this
         */
        public Builder classPath(List<Path> entries) {
            classPath.addAll(entries);
            return this;
        }

        /**
         * Adds JVM arguments.
         *
         * @param values in order
         * @return this
         */
        public Builder jvmArgs(String... values) {
            jvmArgs.addAll(List.of(values));
            return this;
        }

        /**
         * Adds an environment variable.
         *
         * @param name its name
         * @param value its value
         * @return this
         */
        public Builder environment(String name, String value) {
            environment.put(name, value);
            return this;
        }

        /**
         * Makes the ranks threads of one JVM.
         *
         * @param value whether
         * @return this
         */
        public Builder threads(boolean value) {
            threads = value;
            return this;
        }

        /**
         * Tags output lines with their rank.
         *
         * @param value whether
         * @return this
         */
        public Builder tagOutput(boolean value) {
            tagOutput = value;
            return this;
        }

        /**
         * Ends the job after a time.
         *
         * @param value how long, or null for no limit
         * @return this
         */
        public Builder timeout(Duration value) {
            timeout = value;
            return this;
        }

        /**
         * Chooses how the runtime makes progress.
         *
         * @param value {@code poll} or {@code thread}
         * @return this
         */
        public Builder progress(String value) {
            progress = value;
            return this;
        }

        /**
         * Binds each rank to a core.
         *
         * @param value whether
         * @return this
         */
        public Builder bind(boolean value) {
            bind = value;
            return this;
        }

        /**
         * Sets the ranks' working directory.
         *
         * @param value an existing directory
         * @return this
         */
        public Builder directory(Path value) {
            directory = value;
            return this;
        }

        /**
         * Takes the ranks' output instead of passing it on.
         *
         * @param value receives each line
         * @return this
         */
        public Builder output(OutputListener value) {
            output = value;
            return this;
        }

        /**
         * Lets rank 0 read this process's standard input.
         *
         * @param value whether
         * @return this
         */
        public Builder input(boolean value) {
            input = value;
            return this;
        }

        /**
         * Puts the ranks on hosts.
         *
         * @param value which ranks on which, or null for all on this machine
         * @return this
         */
        public Builder hosts(HostPlan value) {
            hosts = value;
            return this;
        }

        /**
         * Ends the collection.
         *
         * @return the specification
         */
        public JobSpec build() {
            return new JobSpec(ranks, main, args, classPath, jvmArgs, threads, tagOutput, timeout, progress, bind,
                environment, directory, output, input, hosts);
        }
    }
}
