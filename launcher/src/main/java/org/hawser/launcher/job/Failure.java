package org.hawser.launcher.job;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.hawser.runtime.launch.RankMain;

/**
 * Why a rank failed, in words: from its exit code and the last it wrote.
 *
 * <p><b>Threads:</b> stateless.
 */
final class Failure {

    static final int SIGNAL_BASE = 128;
    /** One of those that are threads of a process: which of them ended it is not known unless it said so. */
    static final String SOME_RANK = "a rank";

    private static final int SHOWN_LINES = 8;
    private static final Pattern UNCAUGHT = Pattern.compile("(?:\\[[\\d.]+] )?rank (\\d+) of \\d+ failed: (.*)");
    /** The line of a rank that ends the job on purpose: by abort, or for an error that nobody handles. */
    private static final Pattern ENDED = Pattern.compile("(?:\\[[\\d.]+] )?hawser: ("
        + RankMain.ABORT + "|" + RankMain.ERROR + ") \\w+ rank (\\d+) of \\d+ on \\S+(.*)");

    private static final Map<Integer, String> SIGNALS = Map.of(
        1, "SIGHUP", 2, "SIGINT", 3, "SIGQUIT", 4, "SIGILL", 6, "SIGABRT (the JVM crashed; see its hs_err file)",
        7, "SIGBUS", 8, "SIGFPE", 9, "SIGKILL (by hand, or by the kernel when memory ran out)",
        11, "SIGSEGV", 15, "SIGTERM");

    private Failure() {
    }

    /** True when the rank did not fail but asked for the end of the job, and called it a good one. */
    static boolean isGoodEnd(int exitCode, OutputTail tail) {
        return exitCode == RankMain.ENDED_WELL
            && tail.errorLines().stream().anyMatch(line -> line.contains("hawser: " + RankMain.ABORT));
    }

    /** The message, line by line. */
    static List<String> describe(String who, int exitCode, OutputTail tail) {
        List<String> message = new ArrayList<>();
        Matcher uncaught = first(UNCAUGHT, tail);
        Matcher ended = uncaught == null ? first(ENDED, tail) : null;
        String rank = uncaught != null ? uncaught.group(1) : ended != null ? ended.group(2) : null;
        String name = rank == null ? who
            : who.replaceFirst("^(?:rank \\d+|" + SOME_RANK + ")", "rank " + rank);
        message.add("hawser: " + name + " failed: " + cause(exitCode, uncaught, ended, tail));
        // What the message says already is not shown once more.
        List<String> last = tail.lines(SHOWN_LINES).stream()
            .filter(line -> ended == null || !line.equals(ended.group())).toList();
        while (!last.isEmpty() && last.getLast().isBlank()) {
            last = last.subList(0, last.size() - 1);
        }
        if (!last.isEmpty()) {
            message.add("hawser: the last it wrote:");
            for (String line : last) {
                message.add("    " + line);
            }
        }
        return message;
    }

    private static String cause(int exitCode, Matcher uncaught, Matcher ended, OutputTail tail) {
        for (String line : tail.errorLines()) {
            if (line.contains("java.lang.OutOfMemoryError")) {
                return "out of memory: " + line.substring(line.indexOf("java.lang.OutOfMemoryError"))
                    + " (-J-Xmx… gives a rank more heap)";
            }
        }
        if (uncaught != null && !uncaught.group(2).isEmpty()) {
            return "uncaught " + uncaught.group(2);
        }
        if (ended != null) {
            return ended.group(1) + ended.group(3);
        }
        String signal = SIGNALS.get(exitCode - SIGNAL_BASE);
        return signal != null ? "killed by " + signal : "exit code " + exitCode;
    }

    private static Matcher first(Pattern pattern, OutputTail tail) {
        for (String line : tail.errorLines()) {
            Matcher matcher = pattern.matcher(line);
            if (matcher.matches()) {
                return matcher;
            }
        }
        return null;
    }
}
