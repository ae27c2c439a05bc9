package org.hawser.runtime;

/** Something went wrong at a rank: the text says what, and ends with the rank and its host's process. */
public final class RankException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    RankException(int rank, String what, Throwable cause) {
        super(what + " (rank " + rank + ", pid " + ProcessHandle.current().pid() + ")", cause);
    }
}
