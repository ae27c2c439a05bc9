package org.hawser.mpi.coll.algorithm;

import org.hawser.mpi.coll.Steps;
import org.hawser.mpi.coll.op.Reduction;

/**
 * How p ranks become a power of two: of the first pairs, as many as there are ranks too many, one rank hands its items
 * to the other and stays out. Those that stay in are numbered in the order of the ranks.
 *
 * <pre>
 * 7 ranks, 4 stay:   0→1  2→3  4→5  6       numbers: 1 is 0, 3 is 1, 5 is 2, 6 is 3
 * </pre>
 *
 * <p>{@code kept} is a rank that must stay in, or -1; with such a rank items are not combined in the order of ranks.
 *
 * <p><b>Threads:</b> any; it has no state, so that nothing is allocated.
 */
final class Fold {
    private Fold() {
    }

    /** How many stay in. */
    static int numbers(int size) {
        return Integer.highestOneBit(size);
    }

    private static int pairs(int size) {
        return size - Integer.highestOneBit(size);
    }

    /** True when a rank hands its items to another one. */
    static boolean isOut(int rank, int size, int kept) {
        return rank < 2 * pairs(size) && rank != rank(rank >> 1, size, kept);
    }

    /** True when a rank gets the items of another one. */
    static boolean isTwo(int rank, int size, int kept) {
        return rank < 2 * pairs(size) && rank == rank(rank >> 1, size, kept);
    }

    /** The other one of a rank's pair. */
    static int other(int rank) {
        return rank ^ 1;
    }

    /** The number of a rank that stays in. */
    static int number(int rank, int size) {
        return rank < 2 * pairs(size) ? rank >> 1 : rank - pairs(size);
    }

    /** The rank with this number. */
    static int rank(int number, int size, int kept) {
        if (number >= pairs(size)) {
            return number + pairs(size);
        }
        return 2 * number == kept ? kept : 2 * number + 1;
    }

    /** The first of the ranks that a number stands for; of one more number, how many ranks there are. */
    static int first(int number, int size) {
        return number < pairs(size) ? 2 * number : number + pairs(size);
    }

    /** Hands items over, or combines those that are handed over with this rank's; false at ranks that stay out. */
    static boolean in(Steps steps, int kept, Reduction reduction, Object array, long at, long spare, long bytes) {
        int rank = steps.rank();
        if (isOut(rank, steps.size(), kept)) {
            steps.send(array, at, bytes, other(rank));
            steps.endRound();
            return false;
        }
        if (isTwo(rank, steps.size(), kept)) {
            steps.receive(null, spare, bytes, other(rank));
            steps.endRound();
            steps.combine(reduction, null, spare, array, at, bytes);
        }
        return true;
    }

    /** Gives the result to ranks that stayed out. */
    static void out(Steps steps, int kept, Object array, long at, long bytes) {
        int rank = steps.rank();
        if (isTwo(rank, steps.size(), kept)) {
            steps.send(array, at, bytes, other(rank));
            steps.endRound();
        } else if (isOut(rank, steps.size(), kept)) {
            steps.receive(array, at, bytes, other(rank));
            steps.endRound();
        }
    }
}
