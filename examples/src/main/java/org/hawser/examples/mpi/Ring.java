package org.hawser.examples.mpi;

import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;

/**
 * A token goes round and every rank adds its number to it: {@code hawser run -n 4 mpi.ring [rounds]}.
 *
 * <p>Shows blocking sends and receives. Rank 0 sends and receives in one call, so a ring of one rank works too.
 *
 * <p><b>Threads:</b> the main thread of each rank.
 */
public final class Ring {
    private static final int TOKEN = 1;

    private Ring() {
    }

    /**
     * Runs on every rank.
     *
     * @param args how often the token goes round (1000)
     * @throws MPIException when a message fails
     */
    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 1000;
        Comm world = MPI.COMM_WORLD;
        int rank = world.getRank();
        int size = world.getSize();
        int next = (rank + 1) % size;
        int previous = (rank + size - 1) % size;
        long[] token = {0};
        double start = MPI.wtime();
        for (int round = 0; round < rounds; round++) {
            if (rank == 0) {
                world.sendRecvReplace(token, 1, MPI.LONG, next, TOKEN, previous, TOKEN);
            } else {
                world.recv(token, 1, MPI.LONG, previous, TOKEN);
                token[0] += rank;
                world.send(token, 1, MPI.LONG, next, TOKEN);
            }
        }
        if (rank == 0) {
            report(rounds, size, token[0], MPI.wtime() - start);
        }
        MPI.Finalize();
    }

    private static void report(int rounds, int size, long sum, double seconds) {
        System.out.printf("%d rounds of %d ranks: %.2f µs from rank to rank, sum %d%n", rounds, size,
            seconds * 1e6 / rounds / size, sum);
        long expected = (long) rounds * size * (size - 1) / 2;
        if (sum != expected) {
            throw new IllegalStateException("the sum is wrong: sum=" + sum + " expected=" + expected);
        }
    }
}
