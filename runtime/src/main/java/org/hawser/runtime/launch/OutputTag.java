package org.hawser.runtime.launch;

import java.nio.charset.StandardCharsets;

/**
 * What stands before a rank's line of output: {@code [3] }, in one of six colours on a terminal.
 *
 * <p><b>Threads:</b> stateless.
 */
public final class OutputTag {

    /** No tag. */
    public static final String NONE = "false";
    /** A plain tag. */
    public static final String PLAIN = "true";
    /** A tag in the rank's colour. */
    public static final String COLOUR = "colour";

    private static final int FIRST_COLOUR = 31;
    private static final int COLOURS = 6;

    private OutputTag() {
    }

    /**
     * The tag of a rank.
     *
     * @param rank from 0
     * @param style one of the constants here
     * @return its bytes; none for {@link #NONE}
     */
    public static byte[] of(int rank, String style) {
        return of(0, rank, style);
    }

    /**
     * The tag of a rank of a job that the job's ranks started: {@code [1.3] }.
     *
     * @param job the number of that job, from 1; 0 for the one that the launcher was asked for
     * @param rank from 0
     * @param style one of the constants here
     * @return its bytes; none for {@link #NONE}
     */
    public static byte[] of(int job, int rank, String style) {
        String name = job == 0 ? Integer.toString(rank) : job + "." + rank;
        String text = "[" + name + "] ";
        if (style.equals(COLOUR)) {
            text = "\u001b[" + (FIRST_COLOUR + (job + rank) % COLOURS) + "m[" + name + "]\u001b[0m ";
        } else if (!style.equals(PLAIN)) {
            text = "";
        }
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
