package mpi;

import java.nio.Buffer;
import org.hawser.mpi.ErrorClass;
import org.hawser.mpi.comm.Communicator;
import org.hawser.mpi.group.Members;
import org.hawser.mpi.rma.Hints;
import org.hawser.mpi.rma.Window;
import org.hawser.mpi.rma.WindowMemory;

/**
 * Memory of the processes of a communicator that each can reach at the others.
 *
 * <pre>{@code
 * IntBuffer mine = MPI.newIntBuffer(1);
 * Win window = new Win(mine, 1, 1, MPI.INFO_NULL, MPI.COMM_WORLD);
 * }</pre>
 *
 * <p><b>Threads:</b> as {@link Comm}.
 */
public final class Win implements Freeable {
    /** No window. */
    public static final int WIN_NULL = 0;
    /** Memory of one process. */
    public static final int FLAVOR_PRIVATE = 0;
    /** Memory that processes share. */
    public static final int FLAVOR_SHARED = 1;

    private Comm comm;
    private Window window;

    /** A window onto the caller's memory; all processes of the communicator call it. */
    public Win(Buffer base, int size, int dispUnit, Info info, Comm comm) throws MPIException {
        this.comm = comm;
        Communicator parent = comm.inner("Win");
        try {
            window = WindowMemory.create(parent, WindowCalls.memory(base, (long) size * dispUnit), dispUnit,
                Hints.NONE);
        } catch (RuntimeException e) {
            throw Errors.raise(comm, "Win", e);
        }
    }

    /** A window onto new memory, private or shared. */
    public Win(int size, int dispUnit, Info info, Comm comm, Buffer base, int flavor) throws MPIException {
        this.comm = comm;
        Communicator parent = comm.inner("Win");
        try {
            window = WindowMemory.allocate(parent, (long) size * dispUnit, dispUnit, Hints.NONE);
        } catch (RuntimeException e) {
            throw Errors.raise(comm, "Win", e);
        }
    }

    /** A window to which memory is added later. */
    public Win(Info info, Comm comm) throws MPIException {
        throw Errors.later("Win");
    }

    private Window window(String call) throws MPIException {
        Errors.check();
        if (window == null) {
            throw Errors.raise(comm, call, ErrorClass.WIN, "the window was freed");
        }
        return window;
    }

    /** Adds memory to a dynamic window. */
    public void attach(Buffer base, int size) throws MPIException {
        throw Errors.later("Win.attach");
    }

    /** Takes memory out of a dynamic window. */
    public void detach(Buffer base) throws MPIException {
        throw Errors.later("Win.detach");
    }

    /** The processes of the window. */
    public Group getGroup() throws MPIException {
        throw Errors.later("Win.getGroup");
    }

    /** Writes into a process's window. */
    public void put(Buffer origin, int orgCount, Datatype orgType, int targetRank, int targetDisp, int targetCount,
                    Datatype targetType) throws MPIException {
        Window window = window("Win.put");
        try {
            WindowCalls.put(window, origin, orgCount, orgType, targetRank, targetDisp, targetCount,
                targetType, null);
        } catch (RuntimeException e) {
            throw Errors.raise(comm, "Win.put", e);
        }
    }

    /** Reads from a process's window. */
    public void get(Buffer origin, int orgCount, Datatype orgType, int targetRank, int targetDisp, int targetCount,
                    Datatype targetType) throws MPIException {
        Window window = window("Win.get");
        try {
            WindowCalls.get(window, origin, orgCount, orgType, targetRank, targetDisp, targetCount,
                targetType, null);
        } catch (RuntimeException e) {
            throw Errors.raise(comm, "Win.get", e);
        }
    }

    /** Combines into a process's window. */
    public void accumulate(Buffer origin, int orgCount, Datatype orgType, int targetRank, int targetDisp,
                           int targetCount, Datatype targetType, Op op) throws MPIException {
        Window window = window("Win.accumulate");
        try {
            WindowCalls.accumulate(window, origin, orgCount, orgType, targetRank, targetDisp, targetCount,
                targetType, op, null);
        } catch (RuntimeException e) {
            throw Errors.raise(comm, "Win.accumulate", e);
        }
    }

    /** Ends what was started before, at all processes. */
    public void fence(int assertion) throws MPIException {
        Window window = window("Win.fence");
        try {
            window.fence(assertion);
        } catch (RuntimeException e) {
            throw Errors.raise(comm, "Win.fence", e);
        }
    }

    /** Begins accesses to the windows of a group. */
    public void start(Group group, int assertion) throws MPIException {
        Window window = window("Win.start");
        Members members = Group.of(group, "Win.start");
        try {
            window.start(members, assertion);
        } catch (RuntimeException e) {
            throw Errors.raise(comm, "Win.start", e);
        }
    }

    /** Ends accesses that {@code start} began. */
    public void complete() throws MPIException {
        Window window = window("Win.complete");
        try {
            window.complete();
        } catch (RuntimeException e) {
            throw Errors.raise(comm, "Win.complete", e);
        }
    }

    /** Opens this process's window to a group. */
    public void post(Group group, int assertion) throws MPIException {
        Window window = window("Win.post");
        Members members = Group.of(group, "Win.post");
        try {
            window.post(members, assertion);
        } catch (RuntimeException e) {
            throw Errors.raise(comm, "Win.post", e);
        }
    }

    /** Waits until a group's accesses are over. */
    public void waitFor() throws MPIException {
        Window window = window("Win.waitFor");
        try {
            window.waitFor();
        } catch (RuntimeException e) {
            throw Errors.raise(comm, "Win.waitFor", e);
        }
    }

    /** Whether a group's accesses are over. */
    public boolean test() throws MPIException {
        Window window = window("Win.test");
        try {
            return window.test();
        } catch (RuntimeException e) {
            throw Errors.raise(comm, "Win.test", e);
        }
    }

    /** Locks a process's window. */
    public void lock(int lockType, int rank, int assertion) throws MPIException {
        Window window = window("Win.lock");
        try {
            window.lock(rank, lockType == MPI.LOCK_EXCLUSIVE, (assertion & MPI.MODE_NOCHECK) == 0);
        } catch (RuntimeException e) {
            throw Errors.raise(comm, "Win.lock", e);
        }
    }

    /** Unlocks a process's window; accesses to it are over. */
    public void unlock(int rank) throws MPIException {
        Window window = window("Win.unlock");
        try {
            window.unlock(rank);
        } catch (RuntimeException e) {
            throw Errors.raise(comm, "Win.unlock", e);
        }
    }

    /** Says what becomes of errors. */
    public void setErrhandler(Errhandler errhandler) throws MPIException {
        throw Errors.later("Win.setErrhandler");
    }

    /** What becomes of errors. */
    public Errhandler getErrhandler() throws MPIException {
        throw Errors.later("Win.getErrhandler");
    }

    /** Calls the error handler. */
    public void callErrhandler(int errorCode) throws MPIException {
        throw Errors.later("Win.callErrhandler");
    }

    /** A new key for attributes of windows. */
    public static int createKeyval() throws MPIException {
        throw Errors.later("Win.createKeyval");
    }

    /** Gives a key back. */
    public static void freeKeyval(int keyval) throws MPIException {
        throw Errors.later("Win.freeKeyval");
    }

    /** Hangs something on the window. */
    public void setAttr(int keyval, Object value) throws MPIException {
        throw Errors.later("Win.setAttr");
    }

    /** What hangs there by this key, or null. */
    public Object getAttr(int keyval) throws MPIException {
        throw Errors.later("Win.getAttr");
    }

    /** Takes off what hangs there by this key. */
    public void deleteAttr(int keyval) throws MPIException {
        throw Errors.later("Win.deleteAttr");
    }

    @Override
    public void free() throws MPIException {
        Window window = window("Win.free");
        try {
            window.free();
            this.window = null;
        } catch (RuntimeException e) {
            throw Errors.raise(comm, "Win.free", e);
        }
    }

    /** The hints that are in use. */
    public Info getInfo() throws MPIException {
        throw Errors.later("Win.getInfo");
    }

    /** Gives hints. */
    public void setInfo(Info info) throws MPIException {
        throw Errors.later("Win.setInfo");
    }

    /** Starts {@code put}. */
    public final Request rPut(Buffer origin, int orgCount, Datatype orgType, int targetRank, int targetDisp,
                              int targetCount, Datatype targetType) throws MPIException {
        throw Errors.later("Win.rPut");
    }

    /** Starts {@code get}. */
    public final Request rGet(Buffer origin, int orgCount, Datatype orgType, int targetRank, int targetDisp,
                              int targetCount, Datatype targetType) throws MPIException {
        throw Errors.later("Win.rGet");
    }

    /** Starts {@code accumulate}. */
    public Request rAccumulate(Buffer origin, int orgCount, Datatype orgType, int targetRank, int targetDisp,
                               int targetCount, Datatype targetType, Op op) throws MPIException {
        throw Errors.later("Win.rAccumulate");
    }

    /** Combines into a process's window and reads what was there. */
    public void getAccumulate(Buffer origin, int orgCount, Datatype orgType, Buffer result, int resCount,
                              Datatype resType, int targetRank, int targetDisp, int targetCount, Datatype targetType,
                              Op op) throws MPIException {
        Window window = window("Win.getAccumulate");
        try {
            WindowCalls.getAccumulate(window, origin, orgCount, orgType, result, resCount, resType, targetRank,
                targetDisp, targetCount, targetType, op, null);
        } catch (RuntimeException e) {
            throw Errors.raise(comm, "Win.getAccumulate", e);
        }
    }

    /** Starts {@code getAccumulate}. */
    public Request rGetAccumulate(Buffer origin, int orgCount, Datatype orgType, Buffer result, int resCount,
                                  Datatype resType, int targetRank, int targetDisp, int targetCount,
                                  Datatype targetType, Op op) throws MPIException {
        throw Errors.later("Win.rGetAccumulate");
    }

    /** Locks the windows of all, shared. */
    public void lockAll(int assertion) throws MPIException {
        Window window = window("Win.lockAll");
        try {
            window.lockAll((assertion & MPI.MODE_NOCHECK) == 0);
        } catch (RuntimeException e) {
            throw Errors.raise(comm, "Win.lockAll", e);
        }
    }

    /** Unlocks the windows of all. */
    public void unlockAll() throws MPIException {
        Window window = window("Win.unlockAll");
        try {
            window.unlockAll();
        } catch (RuntimeException e) {
            throw Errors.raise(comm, "Win.unlockAll", e);
        }
    }

    /** Makes the two copies of a window the same. */
    public void sync() throws MPIException {
        throw Errors.later("Win.sync");
    }

    /** Ends accesses to a process's window. */
    public void flush(int targetRank) throws MPIException {
        Window window = window("Win.flush");
        try {
            window.flush(targetRank);
        } catch (RuntimeException e) {
            throw Errors.raise(comm, "Win.flush", e);
        }
    }

    /** Ends accesses to all windows. */
    public void flushAll() throws MPIException {
        Window window = window("Win.flushAll");
        try {
            window.flushAll();
        } catch (RuntimeException e) {
            throw Errors.raise(comm, "Win.flushAll", e);
        }
    }

    /** Replaces an item that is as expected; reads what was there. */
    public void compareAndSwap(Buffer origin, Buffer compare, Buffer result, Datatype type, int targetRank,
                               int targetDisp) throws MPIException {
        Window window = window("Win.compareAndSwap");
        try {
            WindowCalls.compareAndSwap(window, origin, compare, result, type, targetRank, targetDisp);
        } catch (RuntimeException e) {
            throw Errors.raise(comm, "Win.compareAndSwap", e);
        }
    }

    /** Combines one item into a window and reads what was there. */
    public void fetchAndOp(Buffer origin, Buffer result, Datatype type, int targetRank, int targetDisp, Op op)
            throws MPIException {
        Window window = window("Win.fetchAndOp");
        try {
            WindowCalls.fetchAndOp(window, origin, result, type, targetRank, targetDisp, op);
        } catch (RuntimeException e) {
            throw Errors.raise(comm, "Win.fetchAndOp", e);
        }
    }

    /** Ends accesses to a process's window at this end. */
    public void flushLocal(int targetRank) throws MPIException {
        Window window = window("Win.flushLocal");
        try {
            window.flushLocal(targetRank);
        } catch (RuntimeException e) {
            throw Errors.raise(comm, "Win.flushLocal", e);
        }
    }

    /** Ends accesses to all windows at this end. */
    public void flushLocalAll() throws MPIException {
        Window window = window("Win.flushLocalAll");
        try {
            window.flushLocalAll();
        } catch (RuntimeException e) {
            throw Errors.raise(comm, "Win.flushLocalAll", e);
        }
    }

    /** Its name. */
    public String getName() throws MPIException {
        throw Errors.later("Win.getName");
    }

    /** Gives it a name, for messages. */
    public void setName(String name) throws MPIException {
        throw Errors.later("Win.setName");
    }
}
