package org.hawser.pgas.team;

/** The kinds of messages between the ranks of the model; append only. */
public enum Kind {
    /** A piece of a team's exchange of a few bytes. */
    EXCHANGE,
    /** A split barrier: the sender's subtree has come. */
    ARRIVED,
    /** A split barrier: all have come, or the values did not match. */
    RELEASED,
    /** Adds to a semaphore of the receiver. */
    POST,
    /** Asks the receiver for memory, or to give some back. */
    ALLOCATE,
    /** The answer to {@link #ALLOCATE}. */
    ALLOCATED,
    /** A call to be run at the receiver. */
    CALL,
    /** What a call returned or threw. */
    RESULT,
    /** An active message of the program's own. */
    MESSAGE,
    /** A piece of a collective operation. */
    COLLECTIVE
}
