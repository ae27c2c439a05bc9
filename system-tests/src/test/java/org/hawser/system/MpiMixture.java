package org.hawser.system;

import static org.hawser.system.Traffic.check;

import java.nio.LongBuffer;
import java.util.Arrays;
import java.util.Random;
import mpi.Intercomm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;

/**
 * Random messages, collectives and makings of communicators, by several threads of every process for some seconds. A
 * thread has communicators of its own, and makes the same plan as the threads of its number in all processes; what
 * must come is computed from the plan.
 */
final class MpiMixture {
    private static final int THREADS = 3;
    private static final int SLOTS = 5;

    private final Intracomm base;
    private final Random plan;
    /** Communicators made so far; null where there is none, or this process is not in it. */
    private final Intracomm[] made = new Intracomm[SLOTS];
    private long steps;

    private MpiMixture(Intracomm base, int thread) {
        this.base = base;
        plan = new Random(thread + 77);
    }

    static void run(int seconds) throws Exception {
        MpiMixture[] mixtures = new MpiMixture[THREADS];
        Thread[] threads = new Thread[THREADS];
        for (int i = 0; i < THREADS; i++) {
            MpiMixture mixture = new MpiMixture(MPI.COMM_WORLD.dup(), i);
            mixtures[i] = mixture;
            threads[i] = new Thread(() -> {
                try {
                    mixture.rounds(seconds);
                } catch (Throwable e) {
                    // The other threads and processes wait for this one for ever.
                    e.printStackTrace();
                    Runtime.getRuntime().halt(1);
                }
            });
        }
        for (Thread thread : threads) {
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        if (MPI.COMM_WORLD.getRank() == 0) {
            System.out.println("steps=" + Arrays.stream(mixtures).mapToLong(mixture -> mixture.steps).sum());
        }
    }

    private void rounds(int seconds) throws MPIException {
        long end = System.nanoTime() + seconds * 1_000_000_000L;
        boolean[] goesOn = {true};
        while (goesOn[0]) {
            for (int i = 0; i < 20; i++) {
                step();
                steps++;
            }
            goesOn[0] = System.nanoTime() < end;
            base.bcast(goesOn, 1, MPI.BOOLEAN, 0);
        }
        for (Intracomm comm : made) {
            if (comm != null) {
                comm.free();
            }
        }
        base.free();
    }

    /** Draws the same numbers everywhere, whoever takes part. */
    private void step() throws MPIException {
        int slot = plan.nextInt(SLOTS + 1);
        Intracomm comm = slot == SLOTS ? base : made[slot];
        int kind = plan.nextInt(12);
        long seed = plan.nextLong();
        if (kind >= 9) {
            make(comm, slot % SLOTS, kind, seed);
        } else if (comm != null) {
            use(comm, kind, new Random(seed));
        }
    }

    private void use(Intracomm comm, int kind, Random random) throws MPIException {
        int root = random.nextInt(comm.getSize());
        int length = length(random);
        int mark = random.nextInt(1000);
        switch (kind) {
            case 0, 1 -> ring(comm, length, mark);
            case 2 -> broadcast(comm, length, mark, root);
            case 3 -> sum(comm, length, mark);
            case 4 -> gatherAll(comm, Math.min(length, 3000), mark);
            case 5 -> exchangeAll(comm, Math.min(length, 3000), mark);
            case 6 -> sumBehindRing(comm, length, mark);
            case 7 -> scan(comm, mark);
            default -> comm.barrier();
        }
    }

    private static int length(Random random) {
        return random.nextInt(1 << random.nextInt(16));
    }

    private static long[] values(int rank, int length, int mark) {
        long[] values = new long[length];
        Arrays.setAll(values, i -> (long) (rank + 1) * (i + mark));
        return values;
    }

    private static void ring(Intracomm comm, int length, int mark) throws MPIException {
        int size = comm.getSize();
        int me = comm.getRank();
        long[] in = new long[length];
        comm.sendRecv(values(me, length, mark), length, MPI.LONG, (me + 1) % size, mark, in, length, MPI.LONG,
            (me + size - 1) % size, mark);
        check(Arrays.equals(in, values((me + size - 1) % size, length, mark)), "ring of " + length);
    }

    private static void broadcast(Intracomm comm, int length, int mark, int root) throws MPIException {
        long[] data = comm.getRank() == root ? values(root, length, mark) : new long[length];
        comm.bcast(data, length, MPI.LONG, root);
        check(Arrays.equals(data, values(root, length, mark)), "broadcast of " + length);
    }

    private static void sum(Intracomm comm, int length, int mark) throws MPIException {
        int size = comm.getSize();
        long[] total = new long[length];
        comm.allReduce(values(comm.getRank(), length, mark), total, length, MPI.LONG, MPI.SUM);
        check(Arrays.equals(total, values(size * (size + 1) / 2 - 1, length, mark)), "sum of " + length);
    }

    private static void gatherAll(Intracomm comm, int length, int mark) throws MPIException {
        int size = comm.getSize();
        long[] all = new long[size * length];
        comm.allGather(values(comm.getRank(), length, mark), length, MPI.LONG, all, length, MPI.LONG);
        for (int i = 0; i < size; i++) {
            check(Arrays.equals(Arrays.copyOfRange(all, i * length, (i + 1) * length), values(i, length, mark)),
                "gathered " + length);
        }
    }

    private static void exchangeAll(Intracomm comm, int length, int mark) throws MPIException {
        int size = comm.getSize();
        int me = comm.getRank();
        long[] out = new long[size * length];
        long[] in = new long[size * length];
        for (int i = 0; i < size; i++) {
            System.arraycopy(values(me + i, length, mark), 0, out, i * length, length);
        }
        comm.allToAll(out, length, MPI.LONG, in, length, MPI.LONG);
        for (int i = 0; i < size; i++) {
            check(Arrays.equals(Arrays.copyOfRange(in, i * length, (i + 1) * length), values(me + i, length, mark)),
                "exchanged " + length);
        }
    }

    /** A collective under way while messages pass in the same communicator. */
    private static void sumBehindRing(Intracomm comm, int length, int mark) throws MPIException {
        int size = comm.getSize();
        LongBuffer mine = MPI.newLongBuffer(length);
        LongBuffer total = MPI.newLongBuffer(length);
        mine.put(0, values(comm.getRank(), length, mark));
        Request summing = comm.iAllReduce(mine, total, length, MPI.LONG, MPI.SUM);
        Request meeting = comm.iBarrier();
        ring(comm, length, mark);
        Request.waitAll(new Request[] {meeting, summing});
        long[] result = new long[length];
        total.get(0, result);
        check(Arrays.equals(result, values(size * (size + 1) / 2 - 1, length, mark)), "sum behind of " + length);
    }

    private static void scan(Intracomm comm, int mark) throws MPIException {
        int me = comm.getRank();
        long[] upTo = new long[3];
        comm.scan(values(me, 3, mark), upTo, 3, MPI.LONG, MPI.SUM);
        check(Arrays.equals(upTo, values((me + 1) * (me + 2) / 2 - 1, 3, mark)), "scan");
    }

    /** Puts another communicator into a slot; all processes of the one it is made from come here. */
    private void make(Intracomm parent, int slot, int kind, long seed) throws MPIException {
        Intracomm fresh = null;
        if (parent != null) {
            int[] drawn = new Random(seed).ints(parent.getSize(), 0, 3).toArray();
            int mine = drawn[parent.getRank()];
            fresh = switch (kind) {
                case 9 -> parent.split(mine == 0 ? MPI.UNDEFINED : mine, (int) seed >> mine);
                case 10 -> copied(parent);
                default -> bridged(parent, drawn);
            };
        }
        if (made[slot] != null) {
            made[slot].free();
        }
        made[slot] = fresh == null || fresh.isNull() ? null : fresh;
    }

    private static Intracomm copied(Intracomm parent) throws MPIException {
        Intracomm copy = parent.iDup();
        ring(parent, 10, 1);
        copy.getRequest().waitFor();
        return copy;
    }

    /** Two halves that are bridged and merged; one half stays when the parent has one process. */
    private static Intracomm bridged(Intracomm parent, int[] drawn) throws MPIException {
        int size = parent.getSize();
        if (size == 1) {
            return parent.dup();
        }
        int cut = 1 + drawn[0] % (size - 1);
        int me = parent.getRank();
        Intracomm half = parent.split(me < cut ? 0 : 1, 0);
        Intercomm across = parent.createIntercomm(half, 0, me < cut ? cut : 0, 1);
        across.barrier();
        Intracomm merged = across.merge(me < cut);
        check(merged.getRank() == (me < cut ? me + size - cut : me - cut), "merged as " + merged.getRank());
        across.free();
        half.free();
        return merged;
    }
}
