package org.hawser.fabric.tcp.gate;

import java.io.IOException;

/** A handshake came to nothing; the text says what happened, where, and what to do. */
final class RefusedException extends IOException {
    private static final long serialVersionUID = 1L;

    private final transient Refusal why;
    private final transient boolean told;

    private RefusedException(Refusal why, String message, boolean told, Throwable cause) {
        super(message, cause);
        this.why = why;
        this.told = told;
    }

    /** This side refuses. */
    RefusedException(Refusal why, String message) {
        this(why, message, false, null);
    }

    /** This side refuses because of a failure. */
    RefusedException(Refusal why, String message, Throwable cause) {
        this(why, message, false, cause);
    }

    /** The other side has refused, or has gone. */
    static RefusedException byPeer(Refusal why, String message) {
        return new RefusedException(why, message, true, null);
    }

    Refusal why() {
        return why;
    }

    /** True when the peer knows already, so that it need not be told. */
    boolean isToldByPeer() {
        return told;
    }
}
