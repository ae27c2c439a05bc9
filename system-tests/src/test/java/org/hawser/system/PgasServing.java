package org.hawser.system;

import static org.hawser.system.Traffic.check;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;
import org.hawser.pgas.Distribution;
import org.hawser.pgas.GlobalLock;
import org.hawser.pgas.GlobalPointer;
import org.hawser.pgas.Pgas;
import org.hawser.pgas.RemoteFuture;
import org.hawser.pgas.Semaphore;
import org.hawser.pgas.SharedLongArray;

/** A rank that waits in one model serves those that need it in the other; else these programs do not end. */
final class PgasServing {
    private static final int LONG_MESSAGE = 1_000_000;

    private PgasServing() {
    }

    /** Rank 0 waits in MPI until the others have done all that PGAS can do with its memory. */
    static void inMpi(Pgas pgas, String how) throws MPIException {
        Comm world = MPI.COMM_WORLD;
        int me = world.getRank();
        SharedLongArray array = pgas.longs(64, Distribution.indefinite());
        pgas.barrier();
        if (me == 0) {
            waitInMpi(world, how);
        } else {
            useRankZero(pgas, array);
            release(world, how);
        }
        pgas.barrier();
        check(array.get(0) == world.getSize() - 1L, "added: " + array.get(0));
        array.close();
    }

    private static void waitInMpi(Comm world, String how) throws MPIException {
        int others = world.getSize() - 1;
        switch (how) {
            case "recv" -> {
                for (int i = 0; i < others; i++) {
                    world.recv(new int[1], 1, MPI.INT, MPI.ANY_SOURCE, 1);
                }
            }
            case "ssend" -> {
                for (int i = 1; i <= others; i++) {
                    world.sSend(new int[1], 1, MPI.INT, i, 1);
                }
            }
            case "barrier" -> world.barrier();
            case "probe" -> {
                for (int i = 1; i <= others; i++) {
                    world.probe(i, 1);
                    world.recv(new int[1], 1, MPI.INT, i, 1);
                }
            }
            default -> throw new IllegalArgumentException("no such wait: " + how);
        }
    }

    private static void release(Comm world, String how) throws MPIException {
        switch (how) {
            case "recv", "probe" -> world.send(new int[1], 1, MPI.INT, 0, 1);
            case "ssend" -> world.recv(new int[1], 1, MPI.INT, 0, 1);
            default -> world.barrier();
        }
    }

    private static void useRankZero(Pgas pgas, SharedLongArray array) {
        int me = pgas.myThread();
        pgas.atomics().add(array.pointer(0), 1);
        array.putStrict(me, 7L * me);
        check(array.getStrict(me) == 7L * me, "put " + array.get(me));
        // Memory that rank 0 has to make, and code that it has to run.
        GlobalPointer made = pgas.globalAlloc(pgas.threads(), 4096);
        MemorySegment data = Arena.ofAuto().allocate(4096);
        data.fill((byte) me);
        pgas.memput(made, data);
        MemorySegment back = Arena.ofAuto().allocate(4096);
        pgas.memget(back, made);
        check(back.mismatch(data) < 0, "memory at a waiting rank is wrong");
        pgas.free(made);
        check(pgas.at(0).call(() -> pgas.myThread() + 5).join() == 5, "a call at a waiting rank");
    }

    /** Rank 0 waits in PGAS until rank 1 has sent it long messages and updated its window; the others watch. */
    static void inPgas(Pgas pgas, String how) throws MPIException {
        Comm world = MPI.COMM_WORLD;
        int me = world.getRank();
        Semaphore semaphore = pgas.semaphore();
        GlobalLock lock = pgas.allLock();
        RmaLongs window = RmaLongs.of(2);
        byte[] in = new byte[LONG_MESSAGE];
        Request receive = me == 0 ? world.iRecv(in, LONG_MESSAGE, MPI.BYTE, 1, 3) : null;
        if (me == 1) {
            lock.lock();
        }
        pgas.barrier();
        if (me == 0) {
            waitInPgas(pgas, how, semaphore, lock);
            check(receive.test(), "released before the message was there");
            for (byte each : in) {
                check(each == 9, "a long message is wrong");
            }
            window.expect(0, RmaLongs.initial(0, 0) + 50, "a window of a rank that waits in PGAS");
        } else if (me == 1) {
            byte[] out = new byte[LONG_MESSAGE];
            Arrays.fill(out, (byte) 9);
            world.sSend(out, LONG_MESSAGE, MPI.BYTE, 0, 3);
            for (int i = 0; i < 50; i++) {
                window.win.lock(MPI.LOCK_EXCLUSIVE, 0, 0);
                window.add(1, 0, 0);
                window.win.unlock(0);
            }
            lock.unlock();
            releaseInPgas(pgas, how, semaphore);
        } else {
            releaseInPgas(pgas, how, null);
        }
        world.barrier();
        window.close();
        lock.close();
        semaphore.close();
    }

    private static void waitInPgas(Pgas pgas, String how, Semaphore semaphore, GlobalLock lock) {
        switch (how) {
            case "barrier" -> pgas.barrier();
            case "split" -> {
                pgas.notifyBarrier();
                pgas.waitBarrier();
            }
            case "semaphore" -> semaphore.await();
            case "lock" -> {
                lock.lock();
                lock.unlock();
            }
            case "collective" -> pgas.collectives().broadcast(1L, 1);
            case "call" -> {
                RemoteFuture<Void> call = pgas.at(1).start(() -> PgasPrograms.awaitReleased(pgas));
                call.join();
            }
            default -> throw new IllegalArgumentException("no such wait: " + how);
        }
    }

    private static void releaseInPgas(Pgas pgas, String how, Semaphore semaphore) {
        switch (how) {
            case "barrier" -> pgas.barrier();
            case "split" -> {
                pgas.notifyBarrier();
                pgas.waitBarrier();
            }
            case "collective" -> pgas.collectives().broadcast(1L, 1);
            case "semaphore" -> {
                if (semaphore != null) {
                    semaphore.post(0);
                }
            }
            default -> PgasPrograms.release(pgas);
        }
    }
}
