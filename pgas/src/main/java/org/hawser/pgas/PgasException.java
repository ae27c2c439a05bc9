package org.hawser.pgas;

/**
 * A call that was refused, or an operation that went wrong; the text says what, where, and what to do. After a refusal
 * nothing has changed.
 */
public class PgasException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** An exception with its text. */
    public PgasException(String message) {
        super(message);
    }

    /** An exception with its text and cause. */
    public PgasException(String message, Throwable cause) {
        super(message, cause);
    }
}
