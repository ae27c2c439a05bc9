package org.hawser.mpi.io;

/** What a new position is counted from. */
public enum Whence {
    /** The beginning of the view. */
    SET,
    /** The position before. */
    CURRENT,
    /** The first etype behind the end of the file. */
    END,
    /** Not one of these: an error. */
    NOWHERE
}
