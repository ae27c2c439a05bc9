package org.hawser.pgas;

import java.io.Serializable;

/**
 * What was thrown elsewhere, as text and stack: for exceptions that cannot travel, or whose class is not here.
 *
 * <p><b>Threads:</b> immutable.
 */
record Thrown(String text, StackTraceElement[] stack, Thrown cause) implements Serializable {
    /** Causes of causes that are kept. */
    private static final int MOST_CAUSES = 16;

    static Thrown of(Throwable thrown) {
        return of(thrown, MOST_CAUSES);
    }

    private static Thrown of(Throwable thrown, int causes) {
        String text;
        try {
            text = thrown.toString();
        } catch (RuntimeException e) {
            text = thrown.getClass().getName();
        }
        return new Thrown(text, thrown.getStackTrace(),
            thrown.getCause() == null || causes == 0 ? null : of(thrown.getCause(), causes - 1));
    }

    /** An exception with the same text, stack and causes. */
    PgasException asException() {
        PgasException copy = new PgasException(text, cause == null ? null : cause.asException());
        copy.setStackTrace(stack);
        return copy;
    }
}
