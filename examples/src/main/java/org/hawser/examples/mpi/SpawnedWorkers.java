package org.hawser.examples.mpi;

import mpi.Intercomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Status;

/**
 * Sums the inverse squares with workers that the program starts itself:
 * {@code hawser run -n 1 mpi.spawnedWorkers [workers] [terms]}.
 *
 * <p>Shows spawn, the two sides of the communicator that it makes, and disconnect. The manager is started alone. It
 * starts as many workers as it is told, which are this program again, with a parent. It deals out pieces to whoever is
 * ready; a worker that hears that there are no more ends the connection, and so does the manager.
 *
 * <p><b>Threads:</b> the main thread of each process.
 */
public final class SpawnedWorkers {
    private static final int RESULT = 1;
    private static final int WORK = 2;
    private static final int STOP = 3;

    private static final int PIECES = 50;

    private SpawnedWorkers() {
    }

    /**
     * Runs in the manager and in every worker.
     *
     * @param args how many workers (3) and terms (10000000)
     * @throws MPIException when workers cannot be started, or a message fails
     */
    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        int workers = args.length > 0 ? Integer.parseInt(args[0]) : 3;
        long terms = args.length > 1 ? Long.parseLong(args[1]) : 10_000_000;
        Intercomm parent = Intercomm.getParent();
        if (parent.isNull()) {
            manage(workers, terms);
        } else {
            work(parent, terms);
        }
        MPI.Finalize();
    }

    private static void manage(int count, long terms) throws MPIException {
        // Every process of COMM_WORLD spawns, so that the program may also be started with several managers.
        Intercomm workers = MPI.COMM_WORLD.spawn(SpawnedWorkers.class.getName(),
            new String[] {Integer.toString(count), Long.toString(terms)}, count, MPI.INFO_NULL, 0, new int[count]);
        if (MPI.COMM_WORLD.getRank() == 0) {
            report(deal(workers), terms, count);
        }
        workers.disconnect();
    }

    private static double[] deal(Intercomm workers) throws MPIException {
        double[] sums = new double[PIECES];
        double[] result = new double[2];
        int dealt = 0;
        int working = workers.getRemoteSize();
        while (working > 0) {
            Status status = workers.recv(result, 2, MPI.DOUBLE, MPI.ANY_SOURCE, RESULT);
            if (result[0] >= 0) {
                sums[(int) result[0]] = result[1];
            }
            boolean more = dealt < PIECES;
            workers.send(new int[] {more ? dealt++ : 0}, 1, MPI.INT, status.getSource(), more ? WORK : STOP);
            working -= more ? 0 : 1;
        }
        return sums;
    }

    private static void work(Intercomm manager, long terms) throws MPIException {
        int[] piece = new int[1];
        // The first result is of no piece: it says that this worker is ready.
        double[] result = {-1, 0};
        manager.send(result, 2, MPI.DOUBLE, 0, RESULT);
        while (manager.recv(piece, 1, MPI.INT, 0, MPI.ANY_TAG).getTag() == WORK) {
            result[0] = piece[0];
            result[1] = sum(piece[0], terms);
            manager.send(result, 2, MPI.DOUBLE, 0, RESULT);
        }
        manager.disconnect();
    }

    /** One piece of 1/1 + 1/4 + 1/9 + …, the small terms first. */
    private static double sum(int piece, long terms) {
        double sum = 0;
        for (long n = terms * (piece + 1) / PIECES; n > terms * piece / PIECES; n--) {
            sum += 1.0 / ((double) n * n);
        }
        return sum;
    }

    private static void report(double[] sums, long terms, int workers) {
        double sum = 0;
        for (int piece = PIECES - 1; piece >= 0; piece--) {
            sum += sums[piece];
        }
        double pi = Math.sqrt(6 * sum);
        System.out.printf("%d workers, %d terms: pi is about %.6f%n", workers, terms, pi);
        if (Math.abs(pi - Math.PI) > 1.0 / terms + 1e-9) {
            throw new IllegalStateException("the sum is wrong: pi=" + pi + " terms=" + terms);
        }
    }
}
