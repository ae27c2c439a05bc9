package org.hawser.runtime.launch;

/**
 * The program cannot be started: its class is missing or has no main method. The message is for the user.
 *
 * <p><b>Threads:</b> immutable.
 */
final class BadProgramException extends Exception {

    private static final long serialVersionUID = 1;

    BadProgramException(String message, Throwable cause) {
        super(message, cause);
    }
}
