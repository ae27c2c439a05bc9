package org.hawser.mpi.p2p;

/**
 * Which collectives of a communicator this rank is in, for {@link Doubts}. A call has a number, the same at all ranks,
 * and a shape: what all ranks must agree on for their messages to fit together.
 *
 * <p><b>Threads:</b> whoever holds the rank.
 */
public interface CollectiveCalls {
    /** The number of no call. */
    long NONE = -1;
    /** The shape of a call that nothing is said of, or nothing yet. */
    long UNKNOWN = 0;

    /** What a call of another rank is to this one. */
    enum Standing {
        /** It has not been begun here, or is under way as it is there. */
        ALIVE,
        /** It is under way here, but is another. */
        OTHER,
        /** It is over here. */
        OVER
    }

    /** The number of the call under way whose messages have this tag; {@link #NONE} when there is none. */
    long numberOf(int tag);

    /** The number of the call under way that waits; {@link #NONE} when there is none. */
    long waiting();

    /** The shape of a call that is under way. */
    long shapeOf(long number);

    /** How another rank's call stands here. */
    Standing standing(long number, long shape);

    /** Another rank has no part in the call that waits. */
    void hear(long number, int peer);
}
