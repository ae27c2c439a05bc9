package org.hawser.bench.nas;

import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;

/**
 * The ranks that run a kernel, and the calls of MPI that kernels make. A team of one makes none: what it runs is the
 * serial form, which the others are compared with.
 *
 * <p><b>Threads:</b> the main thread of each rank. <b>Allocates:</b> nothing per call.
 */
final class Team {
    private static final int TAG = 1;

    private final Comm comm;
    private final int rank;
    private final int size;
    private final double[] one = new double[1];

    private final Transfer transfer;

    private Team(Comm comm, int rank, int size, Transfer transfer) {
        this.comm = comm;
        this.transfer = transfer;
        this.rank = rank;
        this.size = size;
    }

    /** One rank, with nobody to talk to. */
    static Team alone() {
        return new Team(null, 0, 1, null);
    }

    /** The ranks of a communicator, whose exchanges are messages. */
    static Team of(Comm comm) throws MPIException {
        return new Team(comm, comm.getRank(), comm.getSize(), null);
    }

    /** The ranks of a communicator, whose exchanges are carried in another way. */
    static Team of(Comm comm, Transfer transfer) throws MPIException {
        return new Team(comm, comm.getRank(), comm.getSize(), transfer);
    }

    /** True when several exchanges should be begun before the first is ended. */
    boolean overlaps() {
        return transfer != null && transfer.overlaps();
    }

    /** Begins to send the first elements; what is sent stays as it is until all that comes is taken. */
    void begin(double[] outgoing, int count, int to) throws MPIException {
        transfer.begin(outgoing, 0, count, to);
    }

    /** Waits for elements from a rank. */
    void end(double[] incoming, int count, int from) throws MPIException {
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
    long start() throws MPIException {
        if (size > 1) {
            comm.barrier();
        }
        return System.nanoTime();
    }

    /** The time since {@link #start()} on the slowest rank, in seconds. */
    double secondsSince(long start) throws MPIException {
        return max((System.nanoTime() - start) / 1e9);
    }

    /** The largest of all ranks' values. */
    double max(double value) throws MPIException {
        if (size == 1) {
            return value;
        }
        one[0] = value;
        comm.allReduce(one, 1, MPI.DOUBLE, MPI.MAX);
        return one[0];
    }

    /** The sum of all ranks' values. */
    double sum(double value) throws MPIException {
        if (size == 1) {
            return value;
        }
        one[0] = value;
        comm.allReduce(one, 1, MPI.DOUBLE, MPI.SUM);
        return one[0];
    }

    /** Adds up over the ranks, element by element, in place. */
    void sum(double[] values) throws MPIException {
        if (size > 1) {
            comm.allReduce(values, values.length, MPI.DOUBLE, MPI.SUM);
        }
    }

    /** Adds up over the ranks, element by element, in place. */
    void sum(int[] values) throws MPIException {
        if (size > 1) {
            comm.allReduce(values, values.length, MPI.INT, MPI.SUM);
        }
    }

    /** Gives the i-th part of {@code outgoing}, {@code each} elements long, to rank i. */
    void allToAll(double[] outgoing, double[] incoming, int each) throws MPIException {
        comm.allToAll(outgoing, each, MPI.DOUBLE, incoming, each, MPI.DOUBLE);
    }

    /** Gives {@code outgoing[i]} to rank i. */
    void allToAll(int[] outgoing, int[] incoming) throws MPIException {
        comm.allToAll(outgoing, 1, MPI.INT, incoming, 1, MPI.INT);
    }

    /** Gives a part of {@code outgoing} to each rank; counts and where the parts begin are in elements. */
    void allToAll(int[] outgoing, int[] counts, int[] begins, int[] incoming, int[] incomingCounts,
                  int[] incomingBegins) throws MPIException {
        comm.allToAllv(outgoing, counts, begins, MPI.INT, incoming, incomingCounts, incomingBegins, MPI.INT);
    }

    /** Sends the first {@code count} elements to one rank while as many come from another, or the same. */
    void exchange(double[] outgoing, int to, double[] incoming, int from, int count) throws MPIException {
        exchange(outgoing, count, to, incoming, count, from);
    }

    /** Sends the first elements to one rank while others come from another, or the same. */
    void exchange(double[] outgoing, int sent, int to, double[] incoming, int received, int from)
            throws MPIException {
        if (transfer != null) {
            carry(outgoing, sent, to, incoming, received, from);
            return;
        }
        comm.sendRecv(outgoing, sent, MPI.DOUBLE, to, TAG, incoming, received, MPI.DOUBLE, from, TAG);
    }

    /** In two halves, so that one is taken while the other is on its way. */
    private void carry(double[] outgoing, int sent, int to, double[] incoming, int received, int from)
            throws MPIException {
        int half = transfer.overlaps() ? sent / 2 : 0;
        int otherHalf = transfer.overlaps() ? received / 2 : 0;
        if (half > 0) {
            transfer.begin(outgoing, 0, half, to);
        }
        transfer.begin(outgoing, half, sent, to);
        if (otherHalf > 0) {
            transfer.end(incoming, 0, otherHalf, from);
        }
        transfer.end(incoming, otherHalf, received, from);
    }
}
