package org.hawser.pgas;

/** What a collective on shared memory may assume when a thread enters it, and what holds when the thread leaves it. */
public enum Sync {
    /** Nothing: the program sees to it that data is there, and is not needed any more. */
    NONE,
    /** The thread's own part of the data. */
    MINE,
    /** All data at all threads: a barrier. */
    ALL
}
