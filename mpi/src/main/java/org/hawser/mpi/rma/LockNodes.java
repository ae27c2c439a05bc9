package org.hawser.mpi.rma;

import org.hawser.mpi.ErrorClass;
import org.hawser.mpi.MpiFailure;

/**
 * Which members of a window the locks take to be on one node. Those whose memory cannot be mapped never are; with the
 * hint {@code hawser_node} those are that come from the same {@code n} consecutive ranks, so that what happens between
 * nodes can be tried on one machine.
 *
 * @param ranks how many consecutive members make a node; 0 when all that can map each other do
 *
 * <p><b>Threads:</b> immutable.
 */
record LockNodes(int ranks) {
    static LockNodes of(Hints hints) {
        return new LockNodes(number("node", hints.choice("node", "0"), 0));
    }

    /** True when two members are on one node, as far as the hint goes. */
    boolean together(int one, int other) {
        return ranks == 0 || one / ranks == other / ranks;
    }

    /** A number out of a hint or setting. */
    static int number(String name, String text, int least) {
        try {
            int number = Integer.parseInt(text);
            if (number >= least) {
                return number;
            }
        } catch (NumberFormatException e) {
            throw new MpiFailure(ErrorClass.INFO_VALUE, "not a number: " + name + "=" + text, e);
        }
        throw new MpiFailure(ErrorClass.INFO_VALUE, "a number below its least: " + name + "=" + text + " least="
            + least);
    }
}
