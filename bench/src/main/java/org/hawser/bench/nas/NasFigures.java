package org.hawser.bench.nas;

import java.util.Optional;

/**
 * The figures of one run, as the line of output in which rank 0 hands them over.
 *
 * <p><b>Threads:</b> immutable.
 *
 * @param verified whether the answer is the official one
 * @param seconds  what the timed part took
 * @param mops     millions of operations per second
 */
public record NasFigures(boolean verified, double seconds, double mops) {
    private static final String MARK = "@nas ";

    /** The figures of an outcome. */
    public static NasFigures of(Outcome outcome) {
        return new NasFigures(outcome.verified(), outcome.seconds(), outcome.mops());
    }

    /** The line. */
    public String toLine() {
        return MARK + verified + " " + seconds + " " + mops;
    }

    /**
     * Reads a line of output.
     *
     * @return nothing when the line is something else
     */
    public static Optional<NasFigures> parse(String line) {
        if (!line.startsWith(MARK)) {
            return Optional.empty();
        }
        String[] word = line.split(" ");
        return Optional.of(new NasFigures(Boolean.parseBoolean(word[1]), Double.parseDouble(word[2]),
            Double.parseDouble(word[3])));
    }
}
