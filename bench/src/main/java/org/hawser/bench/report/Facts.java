package org.hawser.bench.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * What a figure is worth nothing without: commit, machine, JVM, command, time.
 *
 * <p><b>Threads:</b> stateless.
 */
public final class Facts {
    private static final int GIT_SECONDS = 2;

    private Facts() {
    }

    /**
     * Looks them up.
     *
     * @param home    the source tree, or null
     * @param command what the user typed
     */
    public static Map<String, String> gather(Path home, List<String> command) {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("commit", commit(home));
        facts.put("machine", Runtime.getRuntime().availableProcessors() + " × " + processor() + ", "
            + System.getProperty("os.name") + " " + System.getProperty("os.version"));
        facts.put("JVM", System.getProperty("java.vm.name") + " " + System.getProperty("java.vm.version"));
        facts.put("command", "hawser " + String.join(" ", command));
        facts.put("time", Instant.now().truncatedTo(ChronoUnit.SECONDS).toString());
        return facts;
    }

    private static String processor() {
        try {
            for (String line : Files.readAllLines(Path.of("/proc/cpuinfo"))) {
                if (line.startsWith("model name")) {
                    return line.substring(line.indexOf(':') + 1).trim();
                }
            }
        } catch (IOException e) {
            return System.getProperty("os.arch");
        }
        return System.getProperty("os.arch");
    }

    private static String commit(Path home) {
        if (home == null) {
            return "unknown";
        }
        try {
            Process git = new ProcessBuilder("git", "-C", home.toString(), "describe", "--always", "--dirty",
                "--abbrev=12").redirectError(ProcessBuilder.Redirect.DISCARD).start();
            String text = new String(git.getInputStream().readAllBytes()).trim();
            return git.waitFor(GIT_SECONDS, TimeUnit.SECONDS) && git.exitValue() == 0 ? text : "unknown";
        } catch (IOException e) {
            return "unknown";
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "unknown";
        }
    }
}
