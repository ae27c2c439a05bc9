package org.hawser.launcher;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.hawser.launcher.job.Installation;
import org.hawser.launcher.job.UsageException;
import org.hawser.launcher.suite.TestSuite;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * {@code hawser test}: runs the project's own tests.
 *
 * <p><b>Threads:</b> main thread only.
 */
@Command(name = "test", description = "Runs Hawser's own tests.", mixinStandardHelpOptions = true,
    footer = {"", "Examples:", "  hawser test", "  hawser test --quick platform fabric-shm",
        "  hawser test --network mixed mpi", "",
        "The last line reads: N passed, N failed, N skipped"})
final class TestCommand implements Subcommand {

    @Option(names = "--quick", description = "Leaves out tests that are tagged slow, and media but shared memory.")
    private boolean quick;

    @Option(names = "--network", description = "Of the media besides shared memory that the tests of MPI and PGAS run "
        + "on, this one alone: ${COMPLETION-CANDIDATES} (two nodes, with shared memory in each and tcp between).")
    private Network network;

    /** What connects ranks that share no memory, or not all. */
    private enum Network {
        TCP, MIXED;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    @Parameters(paramLabel = "MODULE", description = "Folders to test, with the floors below them (default: all).")
    private List<String> modules = new ArrayList<>();

    @Override
    public Integer call() throws Exception {
        Path home = Installation.home();
        if (home == null) {
            throw new UsageException("test runs in a source tree, started by its hawser script");
        }
        for (String module : modules) {
            if (!Files.exists(home.resolve(module).resolve("pom.xml"))) {
                throw new UsageException("no such module: " + module);
            }
        }
        boolean terminal = System.console() != null && System.console().isTerminal();
        return new TestSuite(home, System.out, terminal).run(modules, settings());
    }

    private List<String> settings() throws UsageException {
        if (quick && network != null) {
            throw new UsageException("--quick leaves out all networks: give it, or --network");
        }
        List<String> settings = new ArrayList<>();
        if (quick) {
            settings.addAll(List.of("-Dhawser.test.excluded=slow", "-Dhawser.test.medium=shm"));
        }
        if (network != null) {
            Arrays.stream(Network.values()).filter(other -> other != network)
                .forEach(other -> settings.add("-Dhawser.test.on." + other + "=none"));
        }
        return settings;
    }
}
