package org.hawser.launcher.job;

import java.io.IOException;

/**
 * A host cannot be used. The message names it, what happened, and what to do.
 *
 * <p><b>Threads:</b> immutable.
 */
public final class HostException extends IOException {
    private static final long serialVersionUID = 1;

    /**
     * A failure.
     *
     * @param message for the user
     */
    public HostException(String message) {
        super(message);
    }
}
