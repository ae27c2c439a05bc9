package org.hawser.bench.dense;

import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;

/**
 * Ranks in rows and columns, as near to a square as their number allows.
 *
 * <p><b>Threads:</b> the main thread of each rank.
 */
final class RankGrid {
    final Comm comm;
    final int size;
    final int rows;
    final int columns;
    /** Where this rank is. */
    final int row;
    final int column;

    RankGrid(Comm comm) throws MPIException {
        this.comm = comm;
        size = comm.getSize();
        int side = (int) Math.sqrt(size);
        while (size % side != 0) {
            side--;
        }
        rows = side;
        columns = size / side;
        row = comm.getRank() / columns;
        column = comm.getRank() % columns;
    }

    /** The rank at a place. */
    int at(int rowOf, int columnOf) {
        return rowOf * columns + columnOf;
    }

    /** The largest of all ranks' values. */
    double max(double value) throws MPIException {
        double[] all = {value};
        comm.allReduce(all, 1, MPI.DOUBLE, MPI.MAX);
        return all[0];
    }

    /** Adds up over the ranks, element by element, in place. */
    void sum(double[] values) throws MPIException {
        comm.allReduce(values, values.length, MPI.DOUBLE, MPI.SUM);
    }
}
