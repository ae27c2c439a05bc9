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
 * <p><b>Threads:</b> immutable. <b>Allocates:</b> nothing where the compiler sees that it does not leave the method.
 *
 * @param size how many ranks there are
 * @param kept a rank that must stay in, or -1; then items are not combined in the order of the ranks
 */
record Fold(int size, int kept) {
    /** How many stay in. */
    int numbers() {
        return Integer.highestOneBit(size);
    }

    private int pairs() {
        return size - numbers();
    }

    /** True when a rank hands its items to another one. */
    boolean isOut(int rank) {
        return rank < 2 * pairs() && rank != rank(rank >> 1);
    }

    /** True when a rank gets the items of another one. */
    boolean isTwo(int rank) {
        return rank < 2 * pairs() && rank == rank(rank >> 1);
    }

    /** The other one of a rank's pair. */
    static int other(int rank) {
        return rank ^ 1;
    }

    /** The number of a rank that stays in. */
    int number(int rank) {
        return rank < 2 * pairs() ? rank >> 1 : rank - pairs();
    }

    /** The rank with this number. */
    int rank(int number) {
        if (number >= pairs()) {
            return number + pairs();
        }
        return 2 * number == kept ? kept : 2 * number + 1;
    }

    /** The first of the ranks that a number stands for; of one more number, how many ranks there are. */
    int first(int number) {
        return number < pairs() ? 2 * number : number + pairs();
    }

    /** Hands items over, or combines those that are handed over with this rank's; false at ranks that stay out. */
    boolean in(Steps steps, Reduction reduction, Object array, long at, long spare, long bytes) {
        int rank = steps.rank();
        if (isOut(rank)) {
            steps.send(array, at, bytes, other(rank));
            steps.endRound();
            return false;
        }
        if (isTwo(rank)) {
            steps.receive(null, spare, bytes, other(rank));
            steps.endRound();
            steps.combine(reduction, null, spare, array, at, bytes);
        }
        return true;
    }

    /** Gives the result to ranks that stayed out. */
    void out(Steps steps, Object array, long at, long bytes) {
        int rank = steps.rank();
        if (isTwo(rank)) {
            steps.send(array, at, bytes, other(rank));
            steps.endRound();
        } else if (isOut(rank)) {
            steps.receive(array, at, bytes, other(rank));
            steps.endRound();
        }
    }
}
