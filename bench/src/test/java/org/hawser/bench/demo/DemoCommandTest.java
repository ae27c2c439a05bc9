package org.hawser.bench.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.hawser.launcher.HawserCommand;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DemoCommandTest {
    private static final int USAGE = 2;

    @TempDir
    private Path directory;

    private record Result(int exitCode, String out, String err) {
    }

    @Test
    void aSmallPlateIsSolvedCheckedAndShown() throws IOException {
        Path page = directory.resolve("page.html");
        Result result = demo("-n", "3", "--grid", "50", "--steps", "200", "--fabric-seconds", "0", "--html",
            page.toString());
        assertEquals(0, result.exitCode, result.out + result.err);
        assertTrue(result.out.contains("answer: OK (largest difference from the serial run: 0.0, by MPI 0.0, by PGAS "
            + "0.0)"), result.out);
        assertTrue(result.out.contains("solving with 3 ranks, by MPI: "), result.out);
        assertTrue(result.out.contains("solving with 3 ranks, by PGAS: "), result.out);
        assertTrue(result.out.contains("  send     MPI   Prequest.startAll(receives);"), result.out);
        String html = Files.readString(page);
        assertEquals(4, html.split("data:image/png;base64,").length - 1);
        assertTrue(html.contains("to the last bit"));
        assertTrue(html.contains("3 ranks, MPI"), "the page does not show the run with MPI");
        assertTrue(html.contains("3 ranks, PGAS"), "the page does not show the run with PGAS");
        assertTrue(html.contains("<pre><code>come[step &amp; 1].await(neighbours);"), "the page shows no code");
        assertFalse(html.contains("{{"), "a hole is left");
        String links = html.replace("http://www.w3.org/2000/svg", "");
        assertFalse(links.contains("http"), "the page needs something from outside");
    }

    @ParameterizedTest
    @CsvSource({"-n, 0, 1 to 4096", "-n, 5000, 1 to 4096", "--grid, 3, 16 to 8192", "--steps, 5, too few steps",
        "--fabric-seconds, -1, not negative", "--html, /nowhere/at/all.html, no directory /nowhere/at",
        "--html, /, it is a directory", "--html, /proc/page.html, cannot be written", "-n, many, many"})
    void whatCannotBeDoneIsRefusedBeforeAnythingStarts(String option, String value, String says) {
        Result result = demo(option, value);
        assertEquals(USAGE, result.exitCode);
        assertTrue(result.err.contains(says), result.err);
        assertFalse(result.out.contains("solving"), result.out);
    }

    private static Result demo(String... options) {
        String[] arguments = new String[options.length + 1];
        arguments[0] = "demo";
        System.arraycopy(options, 0, arguments, 1, options.length);
        PrintStream out = System.out;
        PrintStream err = System.err;
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        ByteArrayOutputStream complained = new ByteArrayOutputStream();
        System.setOut(new PrintStream(said, true, StandardCharsets.UTF_8));
        System.setErr(new PrintStream(complained, true, StandardCharsets.UTF_8));
        try {
            int exitCode = HawserCommand.execute(arguments);
            return new Result(exitCode, said.toString(StandardCharsets.UTF_8),
                complained.toString(StandardCharsets.UTF_8));
        } finally {
            System.setOut(out);
            System.setErr(err);
        }
    }
}
