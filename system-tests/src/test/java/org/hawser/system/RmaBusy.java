package org.hawser.system;

import static org.hawser.system.Traffic.check;

import java.lang.ref.WeakReference;
import java.nio.LongBuffer;
import java.util.ArrayList;
import java.util.List;
import mpi.Group;
import mpi.MPI;
import mpi.MPIException;

/** Programs whose ranks meet again and again on cores that others want, or until they are ended; and let buffers go. */
final class RmaBusy {
    private static final int RANKS_OF_A_PAIR = 2;

    private RmaBusy() {
    }

    /** Each rank has a thread that computes all the time; the others wait no longer for that. */
    static void amongComputingThreads(int rounds) throws MPIException {
        Thread computing = new Thread(() -> {
            while (true) {
                Thread.onSpinWait();
            }
        });
        computing.setDaemon(true);
        computing.start();
        try (RmaLongs longs = RmaLongs.of(8)) {
            for (int round = 0; round < rounds; round++) {
                meet(longs, round);
            }
        }
    }

    /** Says that it is up, and goes on until the process is ended. */
    static void untilEnded() throws MPIException {
        RmaLongs longs = RmaLongs.of(8);
        for (int round = 0;; round++) {
            meet(longs, round);
            longs.win.lock(MPI.LOCK_EXCLUSIVE, 0, 0);
            longs.add(1, 0, 7);
            longs.win.unlock(0);
            if (round == 0) {
                System.out.println("up");
            }
        }
    }

    private static void meet(RmaLongs longs, long round) throws MPIException {
        longs.win.fence(0);
        for (int i = 0; i < 4; i++) {
            longs.put(round + i, longs.next(), i);
        }
        longs.win.fence(MPI.MODE_NOSUCCEED);
        longs.expect(3, round + 3, "fence");
        Group before = longs.group(longs.previous());
        Group after = longs.group(longs.next());
        longs.win.post(before, 0);
        longs.win.start(after, 0);
        longs.put(round, longs.next(), 4);
        longs.win.complete();
        longs.win.waitFor();
        longs.expect(4, round, "ring");
        before.free();
        after.free();
        long[] sum = {1};
        MPI.COMM_WORLD.allReduce(sum, 1, MPI.LONG, MPI.SUM);
        check(sum[0] == longs.size, "sum");
    }

    /** Buffers that nobody holds but the operations that are not over yet, which a collection must not take. */
    static void lettingGo() throws MPIException {
        try (RmaLongs longs = RmaLongs.of(8)) {
            longs.win.lockAll(0);
            List<WeakReference<LongBuffer>> handedOver = new ArrayList<>();
            if (longs.me == 0 && longs.size >= RANKS_OF_A_PAIR) {
                startAll(longs, handedOver);
                System.gc();
                for (int i = 0; i < handedOver.size(); i++) {
                    check(handedOver.get(i).get() != null, "a buffer in use was collected: number=" + i);
                }
            }
            longs.win.unlockAll();
            MPI.COMM_WORLD.barrier();
            if (longs.me == 1) {
                longs.expect(0, 1, "put");
                for (int i = 2; i < 5; i++) {
                    longs.expect(i, RmaLongs.initial(1, i) + i, "added");
                }
                longs.expect(5, 5, "swapped");
            }
        }
    }

    private static void startAll(RmaLongs longs, List<WeakReference<LongBuffer>> handedOver) throws MPIException {
        longs.win.put(buffer(1, handedOver), 1, MPI.LONG, 1, 0, 1, MPI.LONG);
        longs.win.get(buffer(0, handedOver), 1, MPI.LONG, 1, 1, 1, MPI.LONG);
        longs.win.accumulate(buffer(2, handedOver), 1, MPI.LONG, 1, 2, 1, MPI.LONG, MPI.SUM);
        longs.win.getAccumulate(buffer(3, handedOver), 1, MPI.LONG, buffer(0, handedOver), 1, MPI.LONG, 1, 3, 1,
            MPI.LONG, MPI.SUM);
        longs.win.fetchAndOp(buffer(4, handedOver), buffer(0, handedOver), MPI.LONG, 1, 4, MPI.SUM);
        longs.win.compareAndSwap(buffer(5, handedOver), buffer(RmaLongs.initial(1, 5), handedOver),
            buffer(0, handedOver), MPI.LONG, 1, 5);
    }

    private static LongBuffer buffer(long value, List<WeakReference<LongBuffer>> handedOver) {
        LongBuffer buffer = MPI.newLongBuffer(1).put(0, value);
        handedOver.add(new WeakReference<>(buffer));
        return buffer;
    }
}
