package org.hawser.bench.experiment;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.hawser.bench.report.Figures;

/**
 * How many messages went by which protocol: what ranks counted, summed over the jobs of each contestant. Ranks hand
 * counts over as lines:
 *
 * <pre>
 * &#64;count bench size protocol messages
 * </pre>
 *
 * <p><b>Threads:</b> one.
 */
final class Tally {
    private static final String MARK = "@count ";
    private static final int WORDS = 5;

    /** By bench and size, then by contestant, then by protocol. */
    private final Map<String, Map<String, Map<String, Long>>> counts = new LinkedHashMap<>();

    /** The line for {@link #isCount}. */
    static String line(String bench, long size, String protocol, long messages) {
        return MARK + String.join(" ", bench, Long.toString(size), protocol, Long.toString(messages));
    }

    /** True for a line that {@link #line} made. */
    static boolean isCount(String line) {
        return line.startsWith(MARK);
    }

    /**
     * Adds the count of a line.
     *
     * @throws IllegalArgumentException when it is none
     */
    void add(String contestant, String line) {
        String[] word = line.split(" ");
        if (!isCount(line) || word.length != WORDS) {
            throw new IllegalArgumentException("not a count: line=" + line);
        }
        counts.computeIfAbsent(word[1] + ", " + Figures.size(Long.parseLong(word[2])), key -> new LinkedHashMap<>())
            .computeIfAbsent(contestant, key -> new LinkedHashMap<>()).merge(word[3], Long.parseLong(word[4]),
                Long::sum);
    }

    /** One line per bench and size. */
    List<String> lines() {
        List<String> lines = new ArrayList<>();
        counts.forEach((what, contestants) -> lines.add("messages of " + what + ": " + contestants.entrySet().stream()
            .map(entry -> entry.getKey() + " " + text(entry.getValue())).collect(Collectors.joining("; "))));
        return lines;
    }

    private static String text(Map<String, Long> protocols) {
        return protocols.entrySet().stream()
            .map(entry -> String.format(Locale.ROOT, "%s %,d", entry.getKey(), entry.getValue()))
            .collect(Collectors.joining(", "));
    }
}
