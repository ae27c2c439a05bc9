package org.hawser.bench.nas;

import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;

/**
 * What the ranks of a communicator do together, by the collectives of MPI.
 *
 * <p><b>Threads:</b> the main thread of each rank. <b>Allocates:</b> nothing per call.
 */
public final class MpiCalls implements GroupCalls {
    private final Comm comm;
    private final double[] one = new double[1];

    private MpiCalls(Comm comm) {
        this.comm = comm;
    }

    /** The ranks of a communicator, which exchange messages; one rank alone has nobody to talk to. */
    public static Team team(Comm comm) throws MPIException {
        return comm.getSize() == 1 ? Team.alone() : team(comm, new MessageTransfer(comm));
    }

    /** The ranks of a communicator, whose exchanges are carried in another way. */
    static Team team(Comm comm, Transfer transfer) throws MPIException {
        return new Team(comm.getRank(), comm.getSize(), new MpiCalls(comm), transfer);
    }

    /** A kernel does not know what carries its data, and could do nothing about it. */
    static IllegalStateException failed(MPIException e) {
        return new IllegalStateException("MPI failed in a kernel: " + e.getMessage(), e);
    }

    @Override
    public void barrier() {
        try {
            comm.barrier();
        } catch (MPIException e) {
            throw failed(e);
        }
    }

    @Override
    public double max(double value) {
        one[0] = value;
        try {
            comm.allReduce(one, 1, MPI.DOUBLE, MPI.MAX);
        } catch (MPIException e) {
            throw failed(e);
        }
        return one[0];
    }

    @Override
    public double sum(double value) {
        one[0] = value;
        sum(one);
        return one[0];
    }

    @Override
    public void sum(double[] values) {
        try {
            comm.allReduce(values, values.length, MPI.DOUBLE, MPI.SUM);
        } catch (MPIException e) {
            throw failed(e);
        }
    }

    @Override
    public void sum(int[] values) {
        try {
            comm.allReduce(values, values.length, MPI.INT, MPI.SUM);
        } catch (MPIException e) {
            throw failed(e);
        }
    }

    @Override
    public void allToAll(double[] outgoing, double[] incoming, int each) {
        try {
            comm.allToAll(outgoing, each, MPI.DOUBLE, incoming, each, MPI.DOUBLE);
        } catch (MPIException e) {
            throw failed(e);
        }
    }

    @Override
    public void allToAll(int[] outgoing, int[] incoming) {
        try {
            comm.allToAll(outgoing, 1, MPI.INT, incoming, 1, MPI.INT);
        } catch (MPIException e) {
            throw failed(e);
        }
    }

    @Override
    public void allToAll(int[] outgoing, int[] counts, int[] begins, int[] incoming, int[] incomingCounts,
                         int[] incomingBegins) {
        try {
            comm.allToAllv(outgoing, counts, begins, MPI.INT, incoming, incomingCounts, incomingBegins, MPI.INT);
        } catch (MPIException e) {
            throw failed(e);
        }
    }
}
