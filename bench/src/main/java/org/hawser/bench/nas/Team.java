package org.hawser.bench.nas;

/**
 * The ranks that run a kernel, and all that they say to each other. How it is carried is not the kernel's business:
 * {@link Transfer} takes what goes from one rank to another, {@link GroupCalls} what all do together. A team of one
 * makes no call: what it runs is the serial form, which the others are compared with.
 *
 * <p><b>Threads:</b> the main thread of each rank. <b>Allocates:</b> nothing per call.
 */
public final class Team {
    private final int rank;
    private final int size;
    private final GroupCalls calls;
    private final Transfer transfer;

    /**
     * The ranks of a job, as one of them sees them.
     *
     * @param rank     who this is, from 0
     * @param size     how many there are
     * @param calls    what all do together
     * @param transfer what goes from one to another
     */
    public Team(int rank, int size, GroupCalls calls, Transfer transfer) {
        this.rank = rank;
        this.size = size;
        this.calls = calls;
        this.transfer = transfer;
    }

    /** One rank, with nobody to talk to. */
    public static Team alone() {
        return new Team(0, 1, null, null);
    }

    /** True when several exchanges should be begun before the first is ended. */
    boolean overlaps() {
        return transfer.overlaps();
    }

    /** Begins to send the first elements; what is sent stays as it is until all that comes is taken. */
    void begin(double[] outgoing, int count, int to) {
        transfer.begin(outgoing, 0, count, to);
    }

    /** Waits for elements from a rank. */
    void end(double[] incoming, int count, int from) {
        transfer.end(incoming, 0, count, from);
    }

    /** Who this is, from 0. */
    int rank() {
        return rank;
    }

    /** How many there are. */
    int size() {
        return size;
    }

    /** Waits for all, and tells the time from which seconds are counted. */
    long start() {
        if (size > 1) {
            calls.barrier();
        }
        return System.nanoTime();
    }

    /** The time since {@link #start()} on the slowest rank, in seconds. */
    double secondsSince(long start) {
        return max((System.nanoTime() - start) / 1e9);
    }

    /** The largest of all ranks' values. */
    double max(double value) {
        return size == 1 ? value : calls.max(value);
    }

    /** The sum of all ranks' values. */
    double sum(double value) {
        return size == 1 ? value : calls.sum(value);
    }

    /** Adds up over the ranks, element by element, in place. */
    void sum(double[] values) {
        if (size > 1) {
            calls.sum(values);
        }
    }

    /** Adds up over the ranks, element by element, in place. */
    void sum(int[] values) {
        if (size > 1) {
            calls.sum(values);
        }
    }

    /** Gives the i-th part of {@code outgoing}, {@code each} elements long, to rank i. */
    void allToAll(double[] outgoing, double[] incoming, int each) {
        calls.allToAll(outgoing, incoming, each);
    }

    /** Gives {@code outgoing[i]} to rank i. */
    void allToAll(int[] outgoing, int[] incoming) {
        calls.allToAll(outgoing, incoming);
    }

    /** Gives a part of {@code outgoing} to each rank; counts and where the parts begin are in elements. */
    void allToAll(int[] outgoing, int[] counts, int[] begins, int[] incoming, int[] incomingCounts,
                  int[] incomingBegins) {
        calls.allToAll(outgoing, counts, begins, incoming, incomingCounts, incomingBegins);
    }

    /** Sends the first {@code count} elements to one rank while as many come from another, or the same. */
    void exchange(double[] outgoing, int to, double[] incoming, int from, int count) {
        transfer.exchange(outgoing, count, to, incoming, count, from);
    }

    /** Sends the first elements to one rank while others come from another, or the same. */
    void exchange(double[] outgoing, int sent, int to, double[] incoming, int received, int from) {
        transfer.exchange(outgoing, sent, to, incoming, received, from);
    }
}
