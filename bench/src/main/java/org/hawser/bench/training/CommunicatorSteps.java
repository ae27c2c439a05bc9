package org.hawser.bench.training;

import mpi.CartComm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;

/**
 * Communicators made of others, and a message in each.
 *
 * <p><b>Threads:</b> the main thread of each rank.
 */
final class CommunicatorSteps {
    private CommunicatorSteps() {
    }

    static void run(Intracomm world) throws MPIException {
        double[] value = {1};
        Intracomm copy = world.dup();
        copy.allReduce(value, 1, MPI.DOUBLE, MPI.SUM);
        copy.free();
        Intracomm part = world.split(0, world.getRank());
        part.bcast(value, 1, MPI.DOUBLE, 0);
        part.free();
        CartComm line = world.createCart(new int[] {world.getSize()}, new boolean[] {true}, false);
        int up = line.shift(0, 1).getRankDest();
        line.sendRecvReplace(value, 1, MPI.DOUBLE, up, 0, MPI.ANY_SOURCE, 0);
        line.free();
    }
}
