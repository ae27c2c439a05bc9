package org.hawser.launcher.check;

/**
 * One thing that was looked at on this machine.
 *
 * <p><b>Threads:</b> immutable.
 *
 * @param name of the thing
 * @param state how it is
 * @param value what was found
 * @param cost what it costs that this is not better, or an empty text
 */
public record Finding(String name, State state, String value, String cost) {

    /** How a thing is. */
    public enum State {
        /** As it should be. */
        GOOD,
        /** Works, with the cost that is told. */
        COSTS,
        /** Hawser cannot run. */
        FATAL
    }

    static Finding good(String name, String value) {
        return new Finding(name, State.GOOD, value, "");
    }

    static Finding costs(String name, String value, String cost) {
        return new Finding(name, State.COSTS, value, cost);
    }

    static Finding fatal(String name, String value, String cost) {
        return new Finding(name, State.FATAL, value, cost);
    }
}
