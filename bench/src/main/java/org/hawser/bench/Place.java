package org.hawser.bench;

import java.util.Locale;

/**
 * How far apart the two cores were while a sample was taken. Virtual cores move between physical places within
 * seconds, so figures of different places are never mixed.
 *
 * <p><b>Threads:</b> immutable.
 */
public enum Place {
    /** Two hardware threads of one core. */
    SAME,
    /** Two cores that share a cache. */
    NEAR,
    /** Two cores that share nothing but memory. */
    FAR;

    /** Between 20 ns and 33: what one and the same place reads differs by 15 ns with the code that looks. */
    private static final double NEAR_FROM_NANOS = 30;
    private static final double FAR_FROM_NANOS = 120;

    /**
     * Tells the place from a cache line's way from one core to the other.
     *
     * @param nanos one way
     * @return where the cores are
     */
    public static Place of(double nanos) {
        return nanos < NEAR_FROM_NANOS ? SAME : nanos < FAR_FROM_NANOS ? NEAR : FAR;
    }

    /** The word in reports. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
