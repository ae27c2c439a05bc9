package org.hawser.mpi.rma;

/**
 * How the members of a window wait for each other, without a word about operations. Meetings are numbered by the calls
 * of {@link #arrive} and {@link #await}, which are the same at all members.
 *
 * <p><b>Threads:</b> one at a time, but for {@link #awaitMember}. <b>Allocates:</b> nothing.
 */
interface WindowBarrier {
    /** Says that this member has come to the next meeting, and does not wait. */
    void arrive();

    /** Comes to the next meeting and waits until all have: what any did before it is visible then. */
    void await();

    /** Waits until a member has come to the last meeting that this one has come to. */
    void awaitMember(int member);
}
