package org.hawser.mpi.coll.algorithm;

/**
 * One way to carry out a collective. Costs are given for messages of n bytes among p ranks, with α for a message and β
 * for a byte; γ is what combining a byte takes.
 *
 * <p><b>Threads:</b> any; it has no state.
 */
public interface Algorithm {
    /** The steps are noted down, to be carried out later. */
    int SCHEDULED = 1;
    /** The items must be combined in the order of the ranks. */
    int ORDERED = 2;
    /** The pieces of the ranks are not of one length and one after the other. */
    int UNEQUAL = 4;
    /** The number of ranks is not a power of two. */
    int ODD = 8;
    /** There are fewer items than ranks. */
    int FEW = 16;

    /** The communicator is not that of the whole job, which COMM_WORLD is. */
    int PART = 32;
    /** The ranks do not share memory, or there is too little of it. */
    int APART = 64;

    /** The ranks are on one node, or each on one of its own, or nodes share no memory: they have no hierarchy. */
    int FLAT = 128;
    /** The ranks of a node do not follow each other. */
    int MINGLED = 256;

    /** What it is called in the table of choices and in settings. */
    String name();

    /** What it cannot deal with: bits of the above. */
    default int cannot() {
        return 0;
    }
}
