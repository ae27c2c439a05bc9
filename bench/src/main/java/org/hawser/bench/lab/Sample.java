package org.hawser.bench.lab;

import java.util.Optional;
import org.hawser.bench.Metric;

/**
 * One figure, and where the cores were when it was taken. Ranks and peers' programs hand samples over as lines:
 *
 * <pre>
 * &#64;sample bench provider ranks size metric peer bracket value        peer "-": ours
 * </pre>
 *
 * <p><b>Threads:</b> immutable.
 *
 * @param series  what it is a sample of
 * @param bracket a cache line's way between the cores around the sample, ns
 * @param value   in the unit of the metric
 */
public record Sample(Series series, double bracket, double value) {
    private static final String MARK = "@sample ";
    private static final int WORDS = 9;

    /** The line for {@link #parse(String)}. */
    public String toLine() {
        String peer = series.peer() == null ? "-" : series.peer();
        return MARK + String.join(" ", series.bench(), series.provider(), Integer.toString(series.ranks()),
            Long.toString(series.size()), series.metric().name(), peer, Double.toString(bracket),
            Double.toString(value));
    }

    /**
     * Reads a line of output.
     *
     * @return nothing when the line is something else
     * @throws IllegalArgumentException when it says that it is a sample and is none
     */
    public static Optional<Sample> parse(String line) {
        if (!line.startsWith(MARK)) {
            return Optional.empty();
        }
        String[] word = line.split(" ");
        if (word.length != WORDS) {
            throw new IllegalArgumentException("not a sample: line=" + line);
        }
        Series series = new Series(word[1], word[2], Integer.parseInt(word[3]), Long.parseLong(word[4]),
            Metric.valueOf(word[5]), word[6].equals("-") ? null : word[6]);
        return Optional.of(new Sample(series, Double.parseDouble(word[7]), Double.parseDouble(word[8])));
    }
}
