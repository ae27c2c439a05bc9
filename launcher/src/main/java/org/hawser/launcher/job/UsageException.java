package org.hawser.launcher.job;

/**
 * What the user asked for cannot be run. The message is one line for the user.
 *
 * <p><b>Threads:</b> immutable.
 */
public final class UsageException extends Exception {

    private static final long serialVersionUID = 1;

    /**
     * A refusal.
     *
     * @param message what is wrong, and with what
     */
    public UsageException(String message) {
        super(message);
    }
}
