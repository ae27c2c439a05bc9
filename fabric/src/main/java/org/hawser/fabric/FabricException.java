package org.hawser.fabric;

/**
 * The fabric is broken or was used wrongly; busy is never an exception. The text says what happened, then
 * {@code name=value} pairs.
 */
public class FabricException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** How much is lost. */
    public enum Severity {
        /** The call was refused and nothing has changed. */
        REFUSED,
        /** One peer cannot be reached any more. */
        PEER_LOST,
        /** The domain cannot go on. */
        FATAL
    }

    private final Severity severity;

    /** An exception with its severity and text. */
    public FabricException(Severity severity, String message) {
        super(message);
        this.severity = severity;
    }

    /** An exception with its severity, text and cause. */
    public FabricException(Severity severity, String message, Throwable cause) {
        super(message, cause);
        this.severity = severity;
    }

    /** How much is lost. */
    public Severity severity() {
        return severity;
    }

    /** A call that was refused at the door. */
    public static FabricException refused(String message) {
        return new FabricException(Severity.REFUSED, message);
    }
}
