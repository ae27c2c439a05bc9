package org.hawser.examples.mpi;

import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Status;

/**
 * Counts primes in pieces of unequal work: {@code hawser run -n 4 mpi.masterWorker [limit]}.
 *
 * <p>Shows receives from anybody, of any tag. Rank 0 deals out numbered pieces and takes whatever comes from whomever
 * it comes: a worker that is ready, or one that brings a result and is ready for the next. The tag says which. The tag
 * also tells a worker whether there is work or it may stop. A master with no workers does all of it itself.
 *
 * <p><b>Threads:</b> the main thread of each rank.
 */
public final class MasterWorker {
    private static final int READY = 1;
    private static final int RESULT = 2;
    private static final int WORK = 3;
    private static final int STOP = 4;

    private static final int PIECES = 100;

    private MasterWorker() {
    }

    /**
     * Runs on every rank.
     *
     * @param args primes below this are counted (1000000)
     * @throws MPIException when a message fails
     */
    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        int limit = args.length > 0 ? Integer.parseInt(args[0]) : 1_000_000;
        if (MPI.COMM_WORLD.getRank() == 0) {
            master(MPI.COMM_WORLD, limit);
        } else {
            worker(MPI.COMM_WORLD, limit);
        }
        MPI.Finalize();
    }

    private static void master(Comm world, int limit) throws MPIException {
        int workers = world.getSize() - 1;
        int[] counts = new int[PIECES];
        int[] pieces = new int[workers + 1];
        int dealt = 0;
        while (workers == 0 && dealt < PIECES) {
            counts[dealt] = primes(limit, dealt++);
            pieces[0]++;
        }
        int[] message = new int[2];
        int working = workers;
        while (working > 0) {
            Status status = world.recv(message, 2, MPI.INT, MPI.ANY_SOURCE, MPI.ANY_TAG);
            int worker = status.getSource();
            if (status.getTag() == RESULT) {
                counts[message[0]] = message[1];
                pieces[worker]++;
            }
            if (dealt < PIECES) {
                message[0] = dealt++;
                world.send(message, 1, MPI.INT, worker, WORK);
            } else {
                world.send(message, 0, MPI.INT, worker, STOP);
                working--;
            }
        }
        report(limit, counts, pieces);
    }

    private static void worker(Comm world, int limit) throws MPIException {
        int[] message = new int[2];
        world.send(message, 0, MPI.INT, 0, READY);
        while (world.recv(message, 1, MPI.INT, 0, MPI.ANY_TAG).getTag() == WORK) {
            message[1] = primes(limit, message[0]);
            world.send(message, 2, MPI.INT, 0, RESULT);
        }
    }

    /** The primes in one piece, by trial division: later pieces take longer. */
    private static int primes(int limit, int piece) {
        int end = (int) ((long) limit * (piece + 1) / PIECES);
        int count = 0;
        for (int n = (int) ((long) limit * piece / PIECES); n < end; n++) {
            boolean prime = n > 1;
            for (int divisor = 2; prime && divisor <= n / divisor; divisor++) {
                prime = n % divisor != 0;
            }
            count += prime ? 1 : 0;
        }
        return count;
    }

    private static void report(int limit, int[] counts, int[] pieces) {
        int total = 0;
        int done = 0;
        for (int piece = 0; piece < PIECES; piece++) {
            total += counts[piece];
        }
        for (int rank = 0; rank < pieces.length; rank++) {
            done += pieces[rank];
            if (pieces[rank] > 0) {
                System.out.printf("rank %d did %d of %d pieces%n", rank, pieces[rank], PIECES);
            }
        }
        System.out.printf("%d primes below %d%n", total, limit);
        int expected = sieve(limit);
        if (total != expected || done != PIECES) {
            throw new IllegalStateException("the count is wrong: primes=" + total + " expected=" + expected
                + " pieces=" + done);
        }
    }

    /** The same number in another way. */
    private static int sieve(int limit) {
        boolean[] composite = new boolean[limit];
        int count = 0;
        for (int n = 2; n < limit; n++) {
            count += composite[n] ? 0 : 1;
            for (long multiple = (long) n * n; multiple < limit && !composite[n]; multiple += n) {
                composite[(int) multiple] = true;
            }
        }
        return count;
    }
}
