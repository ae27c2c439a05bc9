package org.hawser.bench.nas;

/**
 * What all ranks of a team do together: each call is made by all of them, in the same order.
 *
 * <p><b>Threads:</b> the main thread of each rank.
 */
public interface GroupCalls {
    /** Waits for all. */
    void barrier();

    /** The largest of all ranks' values. */
    double max(double value);

    /** The sum of all ranks' values. */
    double sum(double value);

    /** Adds up over the ranks, element by element, in place. */
    void sum(double[] values);

    /** Adds up over the ranks, element by element, in place. */
    void sum(int[] values);

    /** Gives the i-th part of {@code outgoing}, {@code each} elements long, to rank i. */
    void allToAll(double[] outgoing, double[] incoming, int each);

    /** Gives {@code outgoing[i]} to rank i. */
    void allToAll(int[] outgoing, int[] incoming);

    /** Gives a part of {@code outgoing} to each rank; counts and where the parts begin are in elements. */
    void allToAll(int[] outgoing, int[] counts, int[] begins, int[] incoming, int[] incomingCounts,
                  int[] incomingBegins);
}
