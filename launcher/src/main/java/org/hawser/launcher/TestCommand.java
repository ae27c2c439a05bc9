package org.hawser.launcher;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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
    footer = {"", "Examples:", "  hawser test", "  hawser test --quick platform fabric-shm", "",
        "The last line reads: N passed, N failed, N skipped"})
final class TestCommand implements Subcommand {

    @Option(names = "--quick", description = "Leaves out tests that are tagged slow, and media but shared memory.")
    private boolean quick;

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
        return new TestSuite(home, System.out, terminal).run(modules, quick);
    }
}
