package org.hawser.bench.dense;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The figures of one run of a program, as the line of output in which rank 0 hands them over.
 *
 * <p><b>Threads:</b> immutable.
 *
 * @param variant  which way the data went
 * @param verified whether the answer is right
 * @param seconds  what the timed part took on the slowest rank
 * @param parts    the seconds that rank 0 spent in each kind of call, in the order of {@link #PARTS}
 */
public record DenseFigures(String variant, boolean verified, double seconds, List<Double> parts) {
    /** What a rank does beside computing. */
    public static final List<String> PARTS = List.of("lock", "get", "unlock", "barrier");

    private static final String MARK = "@dense ";

    /** Copies. */
    public DenseFigures {
        parts = List.copyOf(parts);
    }

    /** The line. */
    String toLine() {
        StringBuilder line = new StringBuilder(MARK).append(variant).append(' ').append(verified)
            .append(' ').append(seconds);
        parts.forEach(part -> line.append(' ').append(part));
        return line.toString();
    }

    /**
     * Reads a line of output.
     *
     * @return nothing when the line is something else
     */
    public static Optional<DenseFigures> parse(String line) {
        if (!line.startsWith(MARK)) {
            return Optional.empty();
        }
        String[] words = line.split(" ");
        List<Double> parts = new ArrayList<>();
        for (int i = 4; i < words.length; i++) {
            parts.add(Double.valueOf(words[i]));
        }
        return Optional.of(new DenseFigures(words[1], Boolean.parseBoolean(words[2]), Double.parseDouble(words[3]),
            parts));
    }

    /** For people to read. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(String.format(Locale.ROOT, "%-10s %8.3f s, %s", variant, seconds,
            verified ? "right" : "WRONG"));
        for (int i = 0; i < parts.size(); i++) {
            text.append(String.format(Locale.ROOT, ", %s %.3f s", PARTS.get(i), parts.get(i)));
        }
        return text.toString();
    }
}
