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
        String text = "[" + rank + "] ";
        if (style.equals(COLOUR)) {
            text = "\u001b[" + (FIRST_COLOUR + rank % COLOURS) + "m[" + rank + "]\u001b[0m ";
        } else if (!style.equals(PLAIN)) {
            text = "";
        }
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
