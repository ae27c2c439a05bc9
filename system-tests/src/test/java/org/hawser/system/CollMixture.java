package org.hawser.system;

import static org.hawser.system.CollRound.value;
import static org.hawser.system.Traffic.check;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import mpi.Comm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;
import mpi.Status;

/**
 * Random collectives and messages on several communicators for some seconds, by several threads of each rank. Every
 * rank makes the same plan of a round from its number, so each knows what must come out. Each thread has communicators
 * of its own; all of them and their messages are under way at once.
 */
final class CollMixture {
    private static final int THREADS = 3;
    private static final int KINDS = 10;

    /** One step of a round: started, it gives a request; checked once that has ended. */
    private record Step(Request request, Runnable check) {
    }

    private final int thread;
    private final Intracomm all;
    private final List<Intracomm> comms;
    private long collectives;
    private long messages;

    private CollMixture(int thread, Intracomm all, List<Intracomm> comms) {
        this.thread = thread;
        this.all = all;
        this.comms = comms;
    }

    static void run(int seconds) throws Exception {
        List<CollMixture> mixtures = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            mixtures.add(make(i));
        }
        List<Thread> threads = new ArrayList<>();
        for (CollMixture mixture : mixtures) {
            threads.add(Thread.ofPlatform().start(() -> {
                try {
                    mixture.rounds(seconds);
                } catch (Throwable e) {
                    // Others wait for this rank: whoever sees it first ends the job.
                    e.printStackTrace();
                    Runtime.getRuntime().halt(1);
                }
            }));
        }
        for (Thread each : threads) {
            each.join();
        }
        long collectives = mixtures.stream().mapToLong(each -> each.collectives).sum();
        long messages = mixtures.stream().mapToLong(each -> each.messages).sum();
        if (MPI.COMM_WORLD.getRank() == 0) {
            System.out.println("collectives=" + collectives + " messages=" + messages);
        }
        for (CollMixture mixture : mixtures) {
            for (Intracomm comm : mixture.comms) {
                comm.free();
            }
            mixture.all.free();
        }
    }

    private static CollMixture make(int thread) throws MPIException {
        Intracomm world = MPI.COMM_WORLD;
        int me = world.getRank();
        Intracomm all = world.dup();
        return new CollMixture(thread, all, List.of(world.dup(), world.split(me % 2, me),
            world.split(0, -me), world.split(me / 2, me)));
    }

    /** Rank 0 says whether there is another round. */
    private void rounds(int seconds) throws MPIException {
        long end = System.nanoTime() + seconds * 1_000_000_000L;
        int[] goOn = new int[1];
        for (int round = 0;; round++) {
            goOn[0] = System.nanoTime() < end ? 1 : 0;
            all.bcast(goOn, 1, MPI.INT, 0);
            if (goOn[0] == 0) {
                return;
            }
            round(new Random(31L * round + thread), "thread " + thread + " round " + round);
        }
    }

    /** Steps of a round are started in one order on all ranks, and ended in another. */
    private void round(Random random, String what) throws MPIException {
        List<Step> steps = new ArrayList<>();
        int number = 1 + random.nextInt(6);
        for (int i = 0; i < number; i++) {
            Intracomm comm = comms.get(random.nextInt(comms.size()));
            int kind = random.nextInt(KINDS);
            int count = count(random);
            int root = random.nextInt(64) % comm.getSize();
            int salt = random.nextInt(1000);
            boolean later = random.nextInt(3) > 0;
            String step = what + " step " + i + " kind " + kind + " count " + count + " root " + root;
            Step started = start(comm, later, kind, count, root, salt, step);
            collectives++;
            if (later) {
                steps.add(started);
            } else {
                finish(started);
            }
            if (random.nextInt(3) == 0) {
                pass(comm, count(random), salt, step);
            }
        }
        while (!steps.isEmpty()) {
            finish(steps.remove(random.nextInt(steps.size())));
        }
    }

    private static int count(Random random) {
        int[] most = {1, 8, 100, 2000, 20_000};
        return random.nextInt(most[random.nextInt(most.length)] + 1);
    }

    private static void finish(Step step) throws MPIException {
        step.request.waitFor();
        step.check.run();
    }

    /** A message to the next rank, received with or without wildcards. */
    private void pass(Comm comm, int count, int salt, String what) throws MPIException {
        int me = comm.getRank();
        int size = comm.getSize();
        int before = (me + size - 1) % size;
        MpiInts out = MpiInts.of(salt, count).fill(i -> value(me, salt, i));
        MpiInts in = MpiInts.of(salt + 1, count);
        Request send = comm.iSend(out.buffer, count, MPI.INT, (me + 1) % size, salt);
        Status status = comm.recv(in.buffer, count, MPI.INT, salt % 2 == 0 ? MPI.ANY_SOURCE : before,
            salt % 3 == 0 ? MPI.ANY_TAG : salt);
        send.waitFor();
        check(status.getSource() == before && status.getCount(MPI.INT) == count, "message " + what);
        in.check(i -> value(before, salt, i), "message " + what);
        messages++;
    }

    /** A call that waits. */
    private interface Waiting {
        void run() throws MPIException;
    }

    /** The same call, not waiting. */
    private interface Starting {
        Request run() throws MPIException;
    }

    private static Step step(boolean later, Waiting now, Starting then, Runnable check) throws MPIException {
        if (later) {
            return new Step(then.run(), check);
        }
        now.run();
        return new Step(MPI.REQUEST_NULL, check);
    }

    private static Step start(Intracomm comm, boolean later, int kind, int n, int root, int salt, String what)
            throws MPIException {
        int me = comm.getRank();
        int size = comm.getSize();
        int step = Math.max(1, n);
        MpiInts mine = MpiInts.of(salt, n).fill(i -> value(me, salt, i));
        MpiInts all = MpiInts.of(salt + 1, kind < 4 ? n * size : 0);
        Object give = mine.buffer;
        Object get = all.buffer;
        return switch (kind) {
            case 0 -> step(later, () -> comm.allGather(give, n, MPI.INT, get, n, MPI.INT),
                () -> comm.iAllGather(give, n, MPI.INT, get, n, MPI.INT),
                () -> all.check(i -> value(i / step, salt, i % step), what));
            case 1 -> {
                Object out = MpiInts.of(salt + 2, n * size).fill(i -> value(me, salt + i / step, i % step)).buffer;
                yield step(later, () -> comm.allToAll(out, n, MPI.INT, get, n, MPI.INT),
                    () -> comm.iAllToAll(out, n, MPI.INT, get, n, MPI.INT),
                    () -> all.check(i -> value(i / step, salt + me, i % step), what));
            }
            case 2 -> step(later, () -> comm.gather(give, n, MPI.INT, get, n, MPI.INT, root),
                () -> comm.iGather(give, n, MPI.INT, get, n, MPI.INT, root),
                () -> all.check(i -> me == root ? value(i / step, salt, i % step) : MpiInts.UNTOUCHED, what));
            case 3 -> {
                all.fill(i -> value(me, salt + i / step, i % step));
                yield step(later, () -> comm.scatter(get, n, MPI.INT, give, n, MPI.INT, root),
                    () -> comm.iScatter(get, n, MPI.INT, give, n, MPI.INT, root),
                    () -> mine.check(i -> value(root, salt + me, i), what));
            }
            case 4 -> step(later, () -> comm.bcast(give, n, MPI.INT, root),
                () -> comm.iBcast(give, n, MPI.INT, root), () -> mine.check(i -> value(root, salt, i), what));
            case 5 -> step(later, comm::barrier, comm::iBarrier, () -> { });
            default -> startReduction(comm, later, kind, mine, root, salt, what);
        };
    }

    private static Step startReduction(Intracomm comm, boolean later, int kind, MpiInts mine, int root, int salt,
                                       String what) throws MPIException {
        int me = comm.getRank();
        int size = comm.getSize();
        int n = mine.length;
        MpiInts result = MpiInts.of(salt + 3, n);
        Object give = mine.buffer;
        Object get = result.buffer;
        return switch (kind) {
            case 6 -> step(later, () -> comm.allReduce(give, get, n, MPI.INT, MPI.SUM),
                () -> comm.iAllReduce(give, get, n, MPI.INT, MPI.SUM),
                () -> result.check(i -> sum(size, salt, i), what));
            case 7 -> step(later, () -> comm.reduce(give, get, n, MPI.INT, MPI.SUM, root),
                () -> comm.iReduce(give, get, n, MPI.INT, MPI.SUM, root),
                () -> result.check(i -> me == root ? sum(size, salt, i) : MpiInts.UNTOUCHED, what));
            case 8 -> step(later, () -> comm.scan(give, get, n, MPI.INT, MPI.SUM),
                () -> comm.iScan(give, get, n, MPI.INT, MPI.SUM), () -> result.check(i -> sum(me + 1, salt, i), what));
            default -> step(later, () -> comm.allReduce(give, n, MPI.INT, MPI.MAX),
                () -> comm.iAllReduce(give, n, MPI.INT, MPI.MAX),
                () -> mine.check(i -> value(size - 1, salt, i), what));
        };
    }

    private static int sum(int ranks, int salt, int i) {
        int sum = 0;
        for (int rank = 0; rank < ranks; rank++) {
            sum += value(rank, salt, i);
        }
        return sum;
    }
}
