package org.hawser.launcher.suite;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.hawser.launcher.job.Installation;

/**
 * Runs the tests, one line per module when green, the failures at length when red, and the sum at the end.
 *
 * <p><b>Threads:</b> one.
 */
public final class TestSuite {

    private static final int ERROR_LINES = 30;
    private static final int STACK_LINES = 8;

    private final Path home;
    private final PrintStream out;
    private final boolean live;
    private TestReports sum = TestReports.NONE;
    private String module;
    private long moduleStart;
    private long runStart;

    /**
     * A suite.
     *
     * @param home the root of the source tree
     * @param out gets the report
     * @param live whether {@code out} is a terminal, on which a line may be rewritten
     */
    public TestSuite(Path home, PrintStream out, boolean live) {
        this.home = home;
        this.out = out;
        this.live = live;
    }

    /**
     * Runs tests.
     *
     * @param modules folders, or none for all; the floors below a module are tested with it
     * @param settings for Maven, about which tests to run
     * @return 0 when all is well
     * @throws IOException when Maven cannot be run or its reports cannot be read
     * @throws InterruptedException when interrupted
     */
    public int run(List<String> modules, List<String> settings) throws IOException, InterruptedException {
        List<String> arguments = new ArrayList<>(List.of("package", "-Pstyle", "--fail-at-end"));
        arguments.addAll(settings);
        if (!modules.isEmpty()) {
            arguments.addAll(List.of("-pl", String.join(",", modules), "-am"));
        }
        // Built from the same sources just now, and with a class-data cache: the thousands of ranks start sooner.
        arguments.add("-Dhawser.test.library=" + Installation.library());
        Path log = home.resolve("target/test.log");
        MavenRun maven = new MavenRun(home, log);
        // Report files carry whole seconds on some file systems.
        runStart = System.currentTimeMillis() / 1000 * 1000;
        int exitCode = maven.run(arguments, this::beginModule);
        endModule();
        sum.failures().forEach(this::print);
        boolean broken = exitCode != 0 && sum.failed() == 0;
        if (broken || exitCode != 0 && maven.errors().stream().anyMatch(e -> e.contains(".java:["))) {
            out.println();
            out.println("The build failed:");
            maven.errors().stream().limit(ERROR_LINES).forEach(e -> out.println("  " + e));
        }
        if (exitCode != 0) {
            out.println("The whole log: " + log);
        }
        out.println(sum.passed() + " passed, " + sum.failed() + " failed, " + sum.skipped() + " skipped");
        return exitCode != 0 || sum.failed() > 0 ? 1 : 0;
    }

    private void beginModule(String name) {
        endModule();
        module = name;
        moduleStart = System.nanoTime();
        if (live) {
            out.print(name + " ...");
            out.flush();
        }
    }

    private void endModule() {
        if (module == null) {
            return;
        }
        TestReports reports;
        try {
            reports = TestReports.read(home.resolve(module), runStart);
        } catch (IOException e) {
            throw new IllegalStateException("cannot read the reports of module " + module, e);
        }
        sum = sum.plus(reports);
        String counts = reports.passed() + " passed"
            + (reports.failed() > 0 ? ", " + reports.failed() + " FAILED" : "")
            + (reports.skipped() > 0 ? ", " + reports.skipped() + " skipped" : "");
        out.println((live ? "\r\u001b[K" : "") + String.format(Locale.ROOT, "%-14s %6.1f s  %s", module,
            (System.nanoTime() - moduleStart) / 1e9, counts));
        module = null;
    }

    private void print(TestReports.FailedTest failure) {
        out.println();
        out.println("FAILED " + failure.name());
        failure.stack().lines().filter(TestSuite::isUseful).limit(STACK_LINES).forEach(l -> out.println("  " + l));
        out.println("  report: " + failure.report());
    }

    /** Frames of the test machinery say nothing about the failure. */
    private static boolean isUseful(String line) {
        String frame = line.strip();
        return !frame.startsWith("at org.junit.") && !frame.startsWith("at java.base/")
            && !frame.startsWith("at org.apache.maven.") && !frame.startsWith("at net.jqwik.") && !frame.isEmpty();
    }
}
