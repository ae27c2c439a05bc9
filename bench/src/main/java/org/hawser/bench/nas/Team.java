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

    private Team(Comm comm, int rank, int size) {
        this.comm = comm;
        this.rank = rank;
        this.size = size;
    }

    /** One rank, with nobody to talk to. */
    static Team alone() {
        return new Team(null, 0, 1);
    }

    /** The ranks of a communicator. */
    static Team of(Comm comm) throws MPIException {
        return new Team(comm, comm.getRank(), comm.getSize());
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
        comm.sendRecv(outgoing, sent, MPI.DOUBLE, to, TAG, incoming, received, MPI.DOUBLE, from, TAG);
    }
}
