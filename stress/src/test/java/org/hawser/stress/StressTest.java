package org.hawser.stress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs all jcstress tests for a short time, in a process of their own. */
class StressTest {
    private static final Pattern ALL_PASSED =
        Pattern.compile("Results: ([1-9]\\d+) planned; \\1 passed, 0 failed, 0 soft errs, 0 hard errs");

    @TempDir
    private Path directory;

    @Test
    @Tag("slow")
    void noForbiddenOutcomeShowsInAShortRun() throws Exception {
        Path log = directory.resolve("log");
        Process process = new ProcessBuilder(List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-cp", System.getProperty("java.class.path"), "org.openjdk.jcstress.Main",
            "-m", "sanity", "-time", "500", "-f", "1", "-iters", "2", "-sc", "false", "-af", "NONE",
            "-jvmArgsPrepend", "--enable-native-access=ALL-UNNAMED",
            "-t", "org.hawser", "-r", directory.resolve("report").toString()))
            .directory(directory.toFile()).redirectErrorStream(true).redirectOutput(log.toFile()).start();
        if (!process.waitFor(400, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new AssertionError("jcstress does not end:\n" + Files.readString(log));
        }
        String output = Files.readString(log);
        assertEquals(0, process.exitValue(), output);
        assertTrue(ALL_PASSED.matcher(output).find(), output);
    }
}
