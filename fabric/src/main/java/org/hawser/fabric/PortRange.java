package org.hawser.fabric;

import org.hawser.platform.settings.SettingMistake;

/**
 * The ports that a rank may listen on, as in {@code 40000-40099}; {@code 0} is whatever the system gives:
 * {@code hawser.tcp.ports}.
 *
 * <p><b>Threads:</b> immutable.
 *
 * @param first the lowest, or 0
 * @param last  the highest, or 0
 */
public record PortRange(int first, int last) {
    private static final int HIGHEST = 65_535;

    /** Checks the range. */
    public PortRange {
        if (first < 0 || last < first || last > HIGHEST || first == 0 && last != 0) {
            throw new IllegalArgumentException("not a range of ports: first=" + first + " last=" + last);
        }
    }

    /**
     * Reads one port, or two with a {@code '-'} between them.
     *
     * @throws SettingMistake when it is neither
     */
    public static PortRange parse(String text) {
        int dash = text.indexOf('-');
        try {
            int first = Integer.parseInt((dash < 0 ? text : text.substring(0, dash)).trim());
            int last = dash < 0 ? first : Integer.parseInt(text.substring(dash + 1).trim());
            return new PortRange(first, last);
        } catch (IllegalArgumentException e) {
            throw new SettingMistake("setting is not a range of ports as 40000-40099: hawser.tcp.ports="
                + text, e);
        }
    }

    /** How many ports there are. */
    public int count() {
        return last - first + 1;
    }

    /** The port to try as number {@code attempt}; those of ranks with different numbers begin at different ports. */
    public int port(int rank, int attempt) {
        return first + (int) (((long) rank + attempt) % count());
    }

    @Override
    public String toString() {
        return first == last ? Integer.toString(first) : first + "-" + last;
    }
}
