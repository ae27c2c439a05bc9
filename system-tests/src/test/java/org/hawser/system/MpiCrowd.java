package org.hawser.system;

import static org.hawser.system.Traffic.check;

import java.util.concurrent.atomic.AtomicReference;
import mpi.Group;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;

/** Several threads of every process make communicators at the same time, each from its own or with its own tag. */
final class MpiCrowd {
    private static final int THREADS = 4;
    private static final Intracomm WORLD = MPI.COMM_WORLD;

    private MpiCrowd() {
    }

    /** What a thread does. */
    private interface Task {
        void run(int number) throws MPIException;
    }

    static void run(int rounds) throws Exception {
        Intracomm[] own = new Intracomm[THREADS];
        for (int i = 0; i < THREADS; i++) {
            own[i] = WORLD.dup();
        }
        inThreads(thread -> {
            for (int i = 0; i < rounds; i++) {
                fromItsOwn(own[thread], thread, i);
            }
        });
        Group all = WORLD.getGroup();
        int size = WORLD.getSize();
        Group last = all.rangeIncl(new int[][] {{size / 2, size - 1, 1}});
        inThreads(thread -> {
            for (int i = 0; i < rounds; i++) {
                byTag(thread % 2 == 0 ? all : last, thread, i);
            }
        });
        for (Intracomm comm : own) {
            comm.free();
        }
    }

    private static void fromItsOwn(Intracomm comm, int thread, int round) throws MPIException {
        Intracomm half = comm.split(comm.getRank() % 2, 0);
        Intracomm copy = comm.dup();
        Intracomm later = comm.iDup();
        Rounds.pass(half, half.getSize(), 1000 * thread + round);
        Rounds.pass(copy, copy.getSize(), 2000 * thread + round);
        later.getRequest().waitFor();
        Rounds.pass(later, later.getSize(), 3000 * thread + round);
        later.free();
        copy.free();
        half.free();
    }

    private static void byTag(Group group, int thread, int round) throws MPIException {
        if (group.getRank() != MPI.UNDEFINED) {
            Intracomm made = WORLD.createGroup(group, thread);
            check(made.getSize() == group.getSize(), "size " + made.getSize());
            Rounds.pass(made, made.getSize(), 4000 * thread + round);
            made.free();
        }
    }

    private static void inThreads(Task task) throws Exception {
        AtomicReference<Throwable> failure = new AtomicReference<>();
        Thread[] threads = new Thread[THREADS];
        for (int i = 0; i < THREADS; i++) {
            int number = i;
            threads[i] = new Thread(() -> {
                try {
                    task.run(number);
                } catch (Throwable e) {
                    failure.compareAndSet(null, e);
                    e.printStackTrace();
                }
            });
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        if (failure.get() != null) {
            throw new AssertionError(failure.get());
        }
    }
}
