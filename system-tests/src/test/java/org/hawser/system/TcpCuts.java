package org.hawser.system;

import static org.hawser.system.Traffic.check;

import java.io.IOException;
import java.util.List;
import java.util.Random;
import mpi.MPI;
import mpi.MPIException;

/**
 * Random messages, collectives and windows, each of which is checked, while connections of the job are cut: every rank
 * has a thread that cuts one of its own now and then. Nothing may be lost, doubled or out of order.
 */
final class TcpCuts {
    private static final int PARTS = 3;
    private static final int NAP_MILLIS = 5;

    private final Random random;
    private final long end;
    private final int wanted;
    private volatile int made;

    private TcpCuts(int rank, long end, int wanted) {
        random = new Random(rank);
        this.end = end;
        this.wanted = wanted;
    }

    /** So many cuts in so many seconds, by all ranks together. */
    static void run(int seconds, int cuts) throws Exception {
        int rank = MPI.COMM_WORLD.getRank();
        int size = MPI.COMM_WORLD.getSize();
        long end = System.nanoTime() + seconds * 1_000_000_000L;
        TcpCuts mine = new TcpCuts(rank, end, cuts / size + (rank < cuts % size ? 1 : 0));
        Thread cutter = Thread.ofPlatform().name("cutter").daemon().start(mine::cutUntilDone);
        int part = Math.max(1, seconds / PARTS);
        MpiTraffic.run(part);
        MpiMixture.run(part);
        RmaMixture.run(Math.max(1, seconds - 2 * part));
        cutter.join();
        tell(mine.made, cuts);
    }

    private void cutUntilDone() {
        try {
            long start = System.nanoTime();
            while (made < wanted && System.nanoTime() < end) {
                // Spread over the time, with as much chance in it as evenness.
                long due = start + (long) ((end - start) * (made + random.nextDouble()) / wanted);
                while (System.nanoTime() < due) {
                    Thread.sleep(NAP_MILLIS);
                }
                cutOne();
            }
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException("the thread that cuts connections ended", e);
        }
    }

    private void cutOne() throws IOException, InterruptedException {
        while (System.nanoTime() < end) {
            List<Connections.End> ends = Connections.established();
            if (!ends.isEmpty() && Connections.cut(ends.get(random.nextInt(ends.size())))) {
                made++;
                return;
            }
            Thread.sleep(NAP_MILLIS);
        }
    }

    private static void tell(int made, int wanted) throws MPIException {
        int[] own = {made};
        int[] total = new int[1];
        MPI.COMM_WORLD.allReduce(own, total, 1, MPI.INT, MPI.SUM);
        check(total[0] > 0 && total[0] <= wanted, "cuts: " + total[0] + " of " + wanted);
        if (MPI.COMM_WORLD.getRank() == 0) {
            System.out.println("cuts=" + total[0]);
        }
    }
}
