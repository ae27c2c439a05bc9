package org.hawser.launcher;

import picocli.CommandLine.Command;

/** {@code hawser test}. <p><b>Threads:</b> main thread only. */
@Command(name = "test", description = "Runs the test suite.", mixinStandardHelpOptions = true)
final class TestCommand implements Subcommand {
    @Override
    public Integer call() {
        return 0;
    }
}
