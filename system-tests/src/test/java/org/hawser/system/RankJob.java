package org.hawser.system;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.hawser.launcher.job.JobSpec;
import org.hawser.launcher.job.LocalJob;
import org.hawser.testkit.OneSidedProgram;

/** A job of real processes whose ranks run {@link Programs} or {@link MpiPrograms}, in a directory of the test's. */
final class RankJob {
    /** Guards against a hang; nothing is measured against it. Traffic that was asked for comes on top. */
    static final Duration HANG = Duration.ofSeconds(90L + Integer.getInteger("hawser.traffic.seconds", 0));

    private final List<String> lines = Collections.synchronizedList(new ArrayList<>());
    private final LocalJob job;
    private final int ranks;

    private RankJob(JobSpec.Builder builder, int ranks) throws IOException {
        this.ranks = ranks;
        job = LocalJob.start(builder.output((rank, error, line) -> lines.add(line)).timeout(HANG).build());
    }

    /** Starts {@code ranks} ranks that run the program of that name. */
    static RankJob start(int ranks, UnaryOperator<JobSpec.Builder> options, String program, String... arguments)
            throws IOException {
        return start(Programs.class, ranks, options, program, arguments);
    }

    /** The same with a main class of programs. */
    static RankJob start(Class<?> main, int ranks, UnaryOperator<JobSpec.Builder> options, String program,
                         String... arguments) throws IOException {
        JobSpec.Builder builder = JobSpec.of(ranks, main.getName()).classPath(classPath()).args(program)
            .args(arguments).jvmArgs("-ea");
        return new RankJob(options.apply(builder), ranks);
    }

    /** Runs a program to its good end: every rank says that all is well. */
    static void assertRuns(int ranks, UnaryOperator<JobSpec.Builder> options, String program, String... arguments)
            throws Exception {
        assertRuns(Programs.class, ranks, options, program, arguments);
    }

    /** The same with a main class of programs. */
    static void assertRuns(Class<?> main, int ranks, UnaryOperator<JobSpec.Builder> options, String program,
                           String... arguments) throws Exception {
        start(main, ranks, options, program, arguments).assertWell(ranks);
    }

    /** The same for a program that checks answers and is soon over: see {@link #brief}. */
    static void assertAnswers(Class<?> main, int ranks, UnaryOperator<JobSpec.Builder> options, String program,
                              String... arguments) throws Exception {
        assertRuns(main, ranks, builder -> options.apply(brief(builder)), program, arguments);
    }

    /**
     * Leaves ranks with the first compiler. The second takes a sixth of the time of a program that is over before it
     * pays, and finds nothing there: whatever depends on the code that it makes, such as how accesses are ordered and
     * what is allocated, is tested by programs that run long and with both.
     */
    static JobSpec.Builder brief(JobSpec.Builder builder) {
        return builder.jvmArgs("-XX:TieredStopAtLevel=1");
    }

    static List<Path> classPath() {
        try {
            return List.of(Path.of("target/test-classes").toAbsolutePath(),
                Path.of(OneSidedProgram.class.getProtectionDomain().getCodeSource().getLocation().toURI()));
        } catch (URISyntaxException e) {
            throw new IllegalStateException("cannot tell where the test kit is", e);
        }
    }

    int await() throws InterruptedException {
        return job.await();
    }

    /** Waits for the good end, at which so many ranks say that all is well. */
    void assertWell(int count) throws InterruptedException {
        assertEquals(0, await(), this::report);
        assertEquals(count, lines().stream().filter("well"::equals).count(), this::report);
    }

    List<Long> pids() {
        return job.ranks();
    }

    String message() {
        return String.join("\n", job.message());
    }

    List<String> lines() {
        synchronized (lines) {
            return List.copyOf(lines);
        }
    }

    String report() {
        return message() + "\n" + String.join("\n", lines());
    }

    /** Waits until every rank has written a line, then does {@code act} with this job. */
    void whenAllAreUp(Consumer<RankJob> act) throws InterruptedException {
        whenUp(ranks, act);
    }

    /** Waits until so many ranks have, some of which ranks asked for, then does {@code act} with this job. */
    void whenUp(int count, Consumer<RankJob> act) throws InterruptedException {
        long deadline = System.nanoTime() + HANG.toNanos();
        while (lines().stream().filter("up"::equals).count() < count) {
            if (System.nanoTime() > deadline) {
                throw new AssertionError("ranks do not come up: " + report());
            }
            Thread.sleep(20);
        }
        act.accept(this);
    }

    static void kill(long pid) {
        signal("-9", pid);
    }

    /** Sends a signal, given as {@code kill} has it. */
    static void signal(String signal, long pid) {
        try {
            new ProcessBuilder("kill", signal, Long.toString(pid)).start().waitFor();
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException("cannot send " + signal + " to " + pid, e);
        }
    }

    static long entries(Path directory) throws IOException {
        try (var all = Files.list(directory)) {
            return all.count();
        }
    }
}
