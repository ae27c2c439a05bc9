package org.hawser.system;

import static org.hawser.system.Traffic.check;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.Random;
import mpi.Comm;
import mpi.Group;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Message;
import mpi.Request;
import mpi.Status;

/** Programs that lose ranks and go on without them, by name. Victims end their own process, in the middle of things. */
public final class FaultTolerantPrograms {
    private static final Intracomm WORLD = MPI.COMM_WORLD;
    /** A message with this tag says that its sender has come to the point where the receiver may go on. */
    private static final int READY = 20;

    private FaultTolerantPrograms() {
    }

    public static void main(String[] arguments) throws Exception {
        MPI.InitThread(arguments, MPI.THREAD_MULTIPLE);
        WORLD.setErrhandler(MPI.ERRORS_RETURN);
        long seed = arguments.length > 1 ? Long.parseLong(arguments[1]) : 0;
        WORLD.barrier();
        switch (arguments[0]) {
            case "others" -> othersGoOn();
            case "anybody" -> receivesFromAnybody();
            case "revoke" -> revokeGetsAllOut();
            case "rounds" -> rounds(seed);
            case "agreements" -> agreements(seed);
            case "leftovers" -> leftovers();
            case "unmet" -> unmet();
            case "locks" -> locks();
            case "making" -> making(seed);
            case "copies" -> copies(seed);
            default -> throw new IllegalArgumentException("no such program: " + arguments[0]);
        }
        MPI.Finalize();
        System.out.println("well");
    }

    /** Ends this process as {@code kill -9} does: no handler runs, nothing is told to anybody. */
    static void die() {
        Runtime.getRuntime().halt(137);
    }

    private static int size() throws MPIException {
        return WORLD.getSize();
    }

    private static int me() throws MPIException {
        return WORLD.getRank();
    }

    private static int errorOf(MpiAction action) throws MPIException {
        try {
            action.run();
            return MPI.SUCCESS;
        } catch (MPIException e) {
            return e.getErrorClass();
        }
    }

    /** Something that may fail. */
    interface MpiAction {
        void run() throws MPIException;
    }

    /** The last rank dies; an exchange of two others, one of which sleeps when that shows, is not disturbed by it. */
    private static void othersGoOn() throws Exception {
        int last = size() - 1;
        if (me() == last) {
            die();
        }
        int[] box = {me()};
        if (me() == 0) {
            for (int i = 0; i < 3; i++) {
                WORLD.recv(new int[0], 0, MPI.INT, 1, READY);
                WORLD.send(box, 1, MPI.INT, 1, i);
            }
        } else if (me() == 1) {
            for (int i = 0; i < 3; i++) {
                Request request = WORLD.iRecv(box, 1, MPI.INT, 0, i);
                Thread witness = sayWhenALossShows();
                request.waitFor();
                check(box[0] == 0, "came " + box[0]);
                witness.join();
            }
        }
        check(errorOf(() -> WORLD.recv(new int[1], 1, MPI.INT, last, 9)) == MPI.ERR_PROC_FAILED, "a receive");
        check(errorOf(() -> WORLD.recv(new byte[1 << 20], 1 << 20, MPI.BYTE, last, 9)) == MPI.ERR_PROC_FAILED, "large");
        check(errorOf(() -> WORLD.sSend(box, 1, MPI.INT, last, 9)) == MPI.ERR_PROC_FAILED, "a send");
        check(errorOf(() -> WORLD.send(new byte[1 << 20], 1 << 20, MPI.BYTE, last, 9)) == MPI.ERR_PROC_FAILED, "large");
        check(errorOf(() -> WORLD.probe(last, 9)) == MPI.ERR_PROC_FAILED, "a probe");
        check(errorOf(() -> new Message().mProbe(last, 9, WORLD)) == MPI.ERR_PROC_FAILED, "a matched probe");
        check(errorOf(WORLD::barrier) == MPI.ERR_PROC_FAILED, "a barrier");
        check(errorOf(WORLD::dup) == MPI.ERR_PROC_FAILED, "a copy");
        Request tested = WORLD.iRecv(box, 1, MPI.INT, last, 9);
        check(errorOf(() -> {
            while (!tested.test()) {
                Thread.onSpinWait();
            }
        }) == MPI.ERR_PROC_FAILED, "a test");
        Request barrier = WORLD.iBarrier();
        check(errorOf(barrier::waitFor) == MPI.ERR_PROC_FAILED, "a barrier that is waited for");
        check(WORLD.getFailed().getSize() == 1, "failed " + WORLD.getFailed().getSize());
        // Who did not take part in all of this with the others is not waited for.
        check(WORLD.agree(me() == 0 ? 6 : 3) == 2, "the agreement");
    }

    /** The last rank dies before anybody has sent it a word; all are told why a collective with it has failed. */
    private static void unmet() throws Exception {
        int last = size() - 1;
        if (me() == last) {
            die();
        }
        int bytes = 40_000;
        byte[] out = new byte[bytes * size()];
        byte[] in = new byte[bytes * size()];
        int error = errorOf(() -> WORLD.iAllToAll(out, bytes, MPI.BYTE, in, bytes, MPI.BYTE).waitFor());
        check(error == MPI.ERR_PROC_FAILED, "an exchange " + error);
    }

    /** A thread that looks until a rank is known to be lost, and then tells rank 0. */
    private static Thread sayWhenALossShows() {
        return Thread.ofPlatform().start(() -> {
            try {
                while (WORLD.getFailed().getSize() == 0) {
                    Thread.sleep(1);
                }
                WORLD.send(new int[0], 0, MPI.INT, 0, READY);
            } catch (MPIException | InterruptedException e) {
                throw new IllegalStateException("cannot look who is lost", e);
            }
        });
    }

    private static void receivesFromAnybody() throws Exception {
        int last = size() - 1;
        if (me() == last) {
            die();
        }
        int[] box = new int[1];
        if (me() == 0) {
            Request any = WORLD.iRecv(box, 1, MPI.INT, MPI.ANY_SOURCE, 5);
            check(errorOf(any::waitFor) == MPI.ERR_PROC_FAILED_PENDING, "a receive from anybody");
            check(!any.isNull(), "it is active still");
            check(errorOf(() -> Request.waitAny(new Request[] {any})) == MPI.ERR_PROC_FAILED_PENDING, "one of several");
            check(errorOf(() -> WORLD.recv(box, 1, MPI.INT, MPI.ANY_SOURCE, 6)) == MPI.ERR_PROC_FAILED, "blocking");
            check(WORLD.getAcked().getSize() == 0, "nobody is acknowledged");
            WORLD.ackFailed();
            check(Group.compare(WORLD.getAcked(), WORLD.getFailed()) == MPI.IDENT, "the last is acknowledged");
            WORLD.send(box, 0, MPI.INT, 1, 7);
            Status status = any.waitStatus();
            check(status.getSource() == 1 && box[0] == 77, "from " + status.getSource() + ": " + box[0]);
            WORLD.send(box, 0, MPI.INT, 1, READY);
            WORLD.recv(box, 1, MPI.INT, MPI.ANY_SOURCE, 8);
            check(box[0] == 78, "came " + box[0]);
        } else if (me() == 1) {
            WORLD.recv(box, 0, MPI.INT, 0, 7);
            WORLD.send(new int[] {77}, 1, MPI.INT, 0, 5);
            WORLD.recv(box, 0, MPI.INT, 0, READY);
            WORLD.send(new int[] {78}, 1, MPI.INT, 0, 8);
        }
    }

    /** Nobody dies but the one who revokes, soon after: all others are in calls that would never end. */
    private static void revokeGetsAllOut() throws Exception {
        Intracomm copy = size() == 4 ? WORLD : WORLD.dup();
        copy.barrier();
        int[] box = new int[1];
        if (me() == 0) {
            for (int other = 1; other < size(); other++) {
                WORLD.recv(box, 0, MPI.INT, other, READY);
            }
            copy.revoke();
            if (size() > 4) {
                // As soon as the first has been told.
                WORLD.recv(box, 0, MPI.INT, MPI.ANY_SOURCE, READY);
                die();
            }
        } else {
            WORLD.send(box, 0, MPI.INT, 0, READY);
        }
        int error = errorOf(() -> {
            switch (me() % 5) {
                case 1 -> copy.recv(box, 1, MPI.INT, MPI.ANY_SOURCE, 1);
                case 2 -> copy.barrier();
                case 3 -> copy.iBarrier().waitFor();
                case 4 -> copy.split(0, 0);
                default -> copy.sSend(new byte[1 << 20], 1 << 20, MPI.BYTE, (me() + 1) % size(), 2);
            }
        });
        check(error == MPI.ERR_REVOKED || error == MPI.ERR_PROC_FAILED, "told " + error);
        if (size() > 4) {
            // Too late for one who is dead by then, which is no error here.
            errorOf(() -> WORLD.send(box, 0, MPI.INT, 0, READY));
        }
        while (!copy.isRevoked()) {
            copy.iProbe(MPI.ANY_SOURCE, 99);
        }
        check(errorOf(() -> copy.send(box, 1, MPI.INT, me(), 1)) == MPI.ERR_REVOKED, "a send");
        check(errorOf(copy::barrier) == MPI.ERR_REVOKED, "a barrier");
        check(errorOf(copy::dup) == MPI.ERR_REVOKED, "a copy");
        Intracomm rest = copy.shrink();
        works(rest);
        check(rest.getSize() == (size() > 4 ? size() - 1 : size()), "left " + rest.getSize());
        if (copy != WORLD) {
            copy.free();
        }
        rest.free();
    }

    private static void works(Intracomm comm) throws MPIException {
        int size = comm.getSize();
        int rank = comm.getRank();
        int[] sum = new int[1];
        comm.allReduce(new int[] {rank + 1}, sum, 1, MPI.INT, MPI.SUM);
        check(sum[0] == size * (size + 1) / 2, "sum " + sum[0]);
        byte[] out = new byte[100_000];
        Arrays.fill(out, (byte) rank);
        byte[] in = new byte[100_000];
        int before = (rank + size - 1) % size;
        comm.sendRecv(out, out.length, MPI.BYTE, (rank + 1) % size, 0, in, in.length, MPI.BYTE, before, 0);
        check(in[99_999] == (byte) before, "came " + in[99_999]);
        Intracomm copy = comm.dup();
        copy.barrier();
        copy.free();
    }

    /** Random work in a communicator; ranks die in it, one after the other, and the others shrink and go on. */
    private static void rounds(long seed) throws MPIException {
        int size = size();
        Random deaths = new Random(seed);
        int[] deadline = new int[size];
        for (int i = 0; i < size; i++) {
            // About half of them die some time, in the middle of something.
            deadline[i] = deaths.nextBoolean() || i == seed % size ? Integer.MAX_VALUE : 1 + deaths.nextInt(60);
        }
        killAfter(new Random(seed * 31 + me()), deadline[me()]);
        Intracomm comm = WORLD;
        int done = 0;
        while (done < 40) {
            boolean well;
            try {
                step(comm, new Random(seed + done), 1 << (done % 18));
                well = true;
            } catch (MPIException e) {
                int error = e.getErrorClass();
                check(error == MPI.ERR_PROC_FAILED || error == MPI.ERR_REVOKED, "error " + error + e.getMessage());
                comm.revoke();
                well = false;
            }
            boolean all = comm.agree(well ? 1 : 0) == 1;
            if (all) {
                done++;
            } else {
                Intracomm rest = comm.shrink();
                check(rest.getSize() <= comm.getSize(), "more than there were");
                comm = rest;
            }
        }
        System.out.println("left " + comm.getSize());
    }

    /** A thread of the victim's that kills it after some microseconds per step. */
    private static void killAfter(Random random, int steps) {
        if (steps == Integer.MAX_VALUE) {
            return;
        }
        long nanos = steps * 2_000_000L + random.nextInt(2_000_000);
        Thread killer = new Thread(() -> {
            long end = System.nanoTime() + nanos;
            while (System.nanoTime() < end) {
                Thread.onSpinWait();
            }
            die();
        });
        killer.setDaemon(true);
        killer.start();
    }

    private static void step(Intracomm comm, Random random, int bytes) throws MPIException {
        int size = comm.getSize();
        int rank = comm.getRank();
        byte[] out = new byte[bytes];
        byte[] in = new byte[bytes];
        int root = random.nextInt(size);
        switch (random.nextInt(7)) {
            case 0 -> comm.sendRecv(out, bytes, MPI.BYTE, (rank + 1) % size, 1, in, bytes, MPI.BYTE,
                (rank + size - 1) % size, 1);
            case 1 -> comm.allReduce(out, in, bytes, MPI.BYTE, MPI.MAX);
            case 2 -> comm.bcast(out, bytes, MPI.BYTE, root);
            case 3 -> comm.barrier();
            case 4 -> comm.allToAll(new byte[size * 64], 64, MPI.BYTE, new byte[size * 64], 64, MPI.BYTE);
            case 5 -> {
                Request[] requests = {comm.iRecv(in, bytes, MPI.BYTE, (rank + size - 1) % size, 2),
                    comm.iSend(out, bytes, MPI.BYTE, (rank + 1) % size, 2), comm.iBarrier()};
                waitAll(requests);
            }
            default -> comm.dup().free();
        }
    }

    /** Of several errors the first that tells of a loss. */
    private static void waitAll(Request[] requests) throws MPIException {
        MPIException first = null;
        for (Request request : requests) {
            try {
                request.waitFor();
            } catch (MPIException e) {
                first = first == null ? e : first;
            }
        }
        if (first != null) {
            throw first;
        }
    }

    /** Nothing but agreements and shrinking, while ranks die in them. */
    private static void agreements(long seed) throws MPIException {
        Random random = new Random(seed);
        int size = size();
        int survivor = random.nextInt(size);
        int[] steps = new int[size];
        for (int i = 0; i < size; i++) {
            steps[i] = i == survivor || random.nextInt(3) == 0 ? Integer.MAX_VALUE : 1 + random.nextInt(25);
        }
        killAfter(new Random(seed * 17 + me()), steps[me()]);
        Intracomm comm = WORLD;
        long history = 0;
        for (int i = 0; i < 60; i++) {
            int flag = comm.agree(~(1 << me()));
            history = history * 31 + flag;
            check((flag & 1 << me()) == 0, "this rank's flag is missing: " + flag);
            if (i % 6 == 5) {
                comm = comm.shrink();
                check(comm.getRank() >= 0, "this rank is missing");
            }
        }
        // All that are left have seen the same agreements.
        System.out.println("history " + history + " left " + comm.getSize());
        System.out.flush();
    }

    /** Windows, files and copies with a lost member: calls that need it fail, giving back does not. */
    private static void leftovers() throws Exception {
        Intracomm copy = WORLD.dup();
        mpi.Win window = mpi.Win.allocate(64L, 1, MPI.INFO_NULL, WORLD);
        window.fence(0);
        copy.barrier();
        if (me() == size() - 1) {
            die();
        }
        int error = errorOf(() -> {
            while (true) {
                window.fence(0);
            }
        });
        check(error == MPI.ERR_PROC_FAILED, "a fence " + error);
        check(errorOf(() -> mpi.Win.allocate(64L, 1, MPI.INFO_NULL, WORLD)) == MPI.ERR_PROC_FAILED, "a window");
        window.free();
        copy.free();
        Intracomm rest = WORLD.shrink();
        works(rest);
        mpi.Win again = mpi.Win.allocate(64L, 1, MPI.INFO_NULL, rest);
        again.fence(0);
        again.free();
        Comm halves = rest.split(rest.getRank() % 2, 0);
        halves.free();
    }

    /** A window whose last member is lost in the middle of accesses: all that are left free it and go on. */
    private static void locks() throws Exception {
        int last = size() - 1;
        int bytes = 1 << 20;
        mpi.Win window = mpi.Win.allocate(bytes, 1, MPI.INFO_NULL, WORLD);
        window.setErrhandler(MPI.ERRORS_RETURN);
        WORLD.barrier();
        if (me() == last) {
            WORLD.recv(new int[0], 0, MPI.INT, 0, READY);
            die();
        }
        byte[] in = new byte[bytes];
        int[] round = {0};
        int error = errorOf(() -> {
            while (true) {
                window.lock(MPI.LOCK_SHARED, last, 0);
                try {
                    window.get(in, bytes, MPI.BYTE, last, 0, bytes, MPI.BYTE);
                    window.flush(last);
                } finally {
                    window.unlock(last);
                }
                if (me() == 0 && round[0]++ == 3) {
                    WORLD.send(new int[0], 0, MPI.INT, last, READY);
                }
            }
        });
        check(error == MPI.ERR_PROC_FAILED, "an access " + error);
        window.free();
        works(WORLD.shrink());
    }

    /** The last member waits, copies its part of what others put and get there, and is lost with a piece in hand. */
    private static void copies(long seed) throws Exception {
        int last = size() - 1;
        int half = 4 << 20;
        mpi.Win window = mpi.Win.allocate(2 * half, 1, MPI.INFO_NULL, WORLD);
        window.setErrhandler(MPI.ERRORS_RETURN);
        MemorySegment here = window.getMemory();
        MemorySegment put = here.asSlice(0, half);
        MemorySegment got = here.asSlice(half);
        WORLD.barrier();
        if (me() == last) {
            Thread killer = new Thread(() -> dieOnceWritten(put, new Random(seed)));
            killer.setDaemon(true);
            killer.start();
            WORLD.recv(new int[0], 0, MPI.INT, 0, READY);
        }
        put.fill((byte) 1);
        int error = errorOf(() -> {
            while (true) {
                window.lock(MPI.LOCK_SHARED, last, 0);
                try {
                    window.put(put, half, MPI.BYTE, last, 0, half, MPI.BYTE);
                    window.get(got, half, MPI.BYTE, last, half, half, MPI.BYTE);
                } finally {
                    window.unlock(last);
                }
            }
        });
        check(error == MPI.ERR_PROC_FAILED, "a copy " + error);
        window.free();
        works(WORLD.shrink());
    }

    /** In the midst of the copies after the first. Sleeps meanwhile: the cores are theirs. */
    private static void dieOnceWritten(MemorySegment memory, Random random) {
        try {
            while (memory.get(ValueLayout.JAVA_BYTE, memory.byteSize() - 1) == 0) {
                Thread.sleep(1);
            }
            Thread.sleep(random.nextInt(20), random.nextInt(1_000_000));
        } catch (InterruptedException e) {
            throw new AssertionError("nobody interrupts this thread", e);
        }
        die();
    }

    /** The last member is lost while windows are made, which some of the others notice a step before the rest. */
    private static void making(long seed) throws Exception {
        Intracomm comm = WORLD.dup();
        if (me() == size() - 1) {
            killAfter(new Random(seed), 10);
        }
        int error = errorOf(() -> {
            while (true) {
                mpi.Win.allocate(64L, 1, MPI.INFO_NULL, comm).free();
            }
        });
        check(error == MPI.ERR_PROC_FAILED || error == MPI.ERR_REVOKED, "a window " + error);
        comm.revoke();
        works(comm.shrink());
    }
}
