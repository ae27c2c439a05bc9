package org.hawser.stress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs all jcstress tests for a short time, in processes of their own. Most have samples that are over at once: these
 * are taken sixteen between two meetings of the actors, of which there are more in half a second than one by one in a
 * second. In the others a sample is long.
 */
class StressTest {
    private static final Pattern ALL_PASSED =
        Pattern.compile("Results: ([1-9]\\d+) planned; \\1 passed, 0 failed, 0 soft errs, 0 hard errs");
    private static final String LONG_SAMPLES =
        "(BiasedLockPair|MpscRingPair|NodeBarrier|NodeBarrierValues|ProgressEngine|SpscRingReuse)Stress$";

    @TempDir
    private Path directory;

    @Test
    @Tag("slow")
    void noForbiddenOutcomeShowsInManyShortSamples() throws Exception {
        run("-time", "250", "-strideSize", "16", "-t", "^(?!.*" + LONG_SAMPLES + ")org\\.hawser\\.");
    }

    @Test
    @Tag("slow")
    void noForbiddenOutcomeShowsInLongSamples() throws Exception {
        run("-time", "500", "-t", "org\\.hawser\\..*" + LONG_SAMPLES);
    }

    private void run(String... options) throws Exception {
        Path log = directory.resolve("log");
        List<String> command = new ArrayList<>(List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-cp", System.getProperty("java.class.path"), "org.openjdk.jcstress.Main",
            "-m", "sanity", "-f", "1", "-iters", "2", "-sc", "false", "-af", "NONE",
            "-jvmArgsPrepend", "--enable-native-access=ALL-UNNAMED",
            "-r", directory.resolve("report").toString()));
        command.addAll(List.of(options));
        Process process = new ProcessBuilder(command).directory(directory.toFile()).redirectErrorStream(true)
            .redirectOutput(log.toFile()).start();
        if (!process.waitFor(400, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new AssertionError("jcstress does not end:\n" + Files.readString(log));
        }
        String output = Files.readString(log);
        assertEquals(0, process.exitValue(), output);
        assertTrue(ALL_PASSED.matcher(output).find(), output);
    }
}
