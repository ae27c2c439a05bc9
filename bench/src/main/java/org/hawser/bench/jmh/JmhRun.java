package org.hawser.bench.jmh;

import java.io.IOException;
import java.util.List;
import org.openjdk.jmh.runner.NoBenchmarksException;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/**
 * {@code hawser bench jmh [PATTERN…]}: runs the benchmarks of this package.
 *
 * <p><b>Threads:</b> the command's main thread; JMH starts processes of its own.
 */
public final class JmhRun {
    private static final int NOTHING_TO_RUN = 2;

    private JmhRun() {
    }

    /**
     * Runs them.
     *
     * @param patterns parts of the names of those to run; none: all
     * @return the exit code
     * @throws IOException when JMH cannot run them
     */
    public static int run(List<String> patterns) throws IOException {
        // The launcher's own JVM options would hold the measured JVM back: it starts with these alone.
        ChainedOptionsBuilder options = new OptionsBuilder().jvmArgs("--enable-native-access=ALL-UNNAMED");
        patterns.forEach(options::include);
        try {
            new Runner(options.build()).run();
            return 0;
        } catch (NoBenchmarksException e) {
            System.err.println("hawser: no benchmark matches: " + String.join(" ", patterns));
            return NOTHING_TO_RUN;
        } catch (RunnerException e) {
            throw new IOException("JMH: " + e.getMessage(), e);
        }
    }
}
