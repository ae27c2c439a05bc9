// CHECKSTYLE.OFF: FileLength (the API has the calls of a window in one class)
package mpi;

import java.lang.foreign.MemorySegment;
import java.nio.Buffer;
import org.hawser.mpi.ErrorClass;
import org.hawser.mpi.comm.Communicator;
import org.hawser.mpi.rma.Transfer;
import org.hawser.mpi.rma.Window;

/**
 * Memory of the processes of a communicator that each can read, write and update at the others, while those compute.
 *
 * <p>Operations are started inside an epoch, which {@link #fence}, {@link #lock}, {@link #lockAll} or {@link #start}
 * opens, and are over when it is closed, or at {@link #flush}. Outside an epoch they are errors; so is what leaves the
 * target's window. The target is untouched then.
 *
 * <p>With buffers, {@code size} and {@code dispUnit} count elements of the buffer; with segments and in
 * {@link #allocate}, bytes. Displacements are counted in the target's unit; in a dynamic window they are addresses at
 * the target, which tells them by {@link #addressOf}. Origins are those of {@link Comm}'s calls: arrays, buffers and
 * memory segments. A window's memory is in the runtime's memory, which all processes of a node reach, when it comes
 * from {@code MPI.new…Buffer} after Init, or from the window itself.
 *
 * <pre>{@code
 * Win counters = Win.allocate(8, 8, MPI.INFO_NULL, MPI.COMM_WORLD);
 * long[] one = {1};
 * long[] before = new long[1];
 * counters.lockAll(0);
 * counters.fetchAndOp(one, before, MPI.LONG, 0, 0L, MPI.SUM);
 * counters.flush(0);
 * counters.unlockAll();
 * counters.free();
 * }</pre>
 *
 * <p>What goes wrong in a call of a window goes to its own error handler, which at first is the communicator's.
 *
 * <p><b>Threads:</b> as {@link Comm}. <b>Allocates:</b> nothing per operation where memory is shared, but for requests.
 */
public final class Win implements Freeable {
    /** No window. */
    public static final int WIN_NULL = 0;
    /** Memory of one process. */
    public static final int FLAVOR_PRIVATE = 0;
    /** Memory that processes share. */
    public static final int FLAVOR_SHARED = 1;

    private static final Attributes.Keys KEYS = new Attributes.Keys();

    /** Has the error handler of the window, which requests are given too. */
    private final Comm errors;
    private final Attributes attributes = new Attributes();
    private Info hints;
    private String name = "";
    /** Null once it was freed. */
    private Window window;

    /** What all constructors have in common. */
    private interface Maker {
        Window make(Communicator parent);
    }

    private Win(Comm comm, Info info, Maker maker) throws MPIException {
        Communicator parent = Comm.inner(comm, "Win");
        errors = new Comm("window");
        errors.setErrhandler(comm.handler());
        try {
            hints = WindowArguments.copy(info);
            window = maker.make(parent);
        } catch (RuntimeException e) {
            throw Errors.raise(comm, "Win", e);
        }
    }

    /**
     * A window onto the caller's memory; all processes of the communicator call it.
     *
     * @param base     a direct buffer; one of no elements where the process has no memory for others
     * @param size     how many of its elements the window has; those that the buffer does not have cannot be reached
     * @param dispUnit what displacements at this process are counted in, in elements
     */
    public Win(Buffer base, int size, int dispUnit, Info info, Comm comm) throws MPIException {
        this(comm, info, parent -> WindowArguments.create(parent, base, size, dispUnit, info));
    }

    /**
     * A window onto new memory, private or shared; as {@link #allocate} and {@link #allocateShared}.
     *
     * @param base says by its type what {@code size} and {@code dispUnit} count; where it has eight bytes, they hold
     *     the address of the memory when this returns. {@link #getMemory} is the memory itself
     */
    public Win(int size, int dispUnit, Info info, Comm comm, Buffer base, int flavor) throws MPIException {
        this(comm, info, parent -> WindowArguments.allocate(parent, size, dispUnit, info, base, flavor));
        WindowArguments.tellAddress(base, window);
    }

    /** A window to which memory is added later, by {@link #attach}; displacements are addresses at the target. */
    public Win(Info info, Comm comm) throws MPIException {
        this(comm, info, parent -> WindowArguments.dynamic(parent, info));
    }

    /** A window onto native memory of any length; {@code dispUnit} is in bytes. */
    public Win(MemorySegment memory, int dispUnit, Info info, Comm comm) throws MPIException {
        this(comm, info, parent -> WindowArguments.create(parent, memory, dispUnit, info));
    }

    /**
     * A window onto new memory of the runtime, which all processes of a node reach: the fastest kind.
     *
     * @param size     bytes, any number of them; may differ between processes
     * @param dispUnit what displacements at this process are counted in, in bytes
     */
    public static Win allocate(long size, int dispUnit, Info info, Comm comm) throws MPIException {
        return new Win(comm, info, parent -> WindowArguments.allocate(parent, size, dispUnit, info));
    }

    /**
     * A window onto new memory that all processes load from and store to, by {@link #sharedQuery}: an error where they
     * do not share memory. The memory of each begins where that of the one before ends, unless the hint
     * {@code alloc_shared_noncontig} is true.
     */
    public static Win allocateShared(long size, int dispUnit, Info info, Comm comm) throws MPIException {
        return new Win(comm, info, parent -> WindowArguments.shared(parent, size, dispUnit, info));
    }

    private Window window(String call) throws MPIException {
        Errors.check();
        if (window == null) {
            throw Errors.raise(errors, call, ErrorClass.WIN, "the window was freed");
        }
        return window;
    }

    // Memory

    /** This process's memory of the window, for load and store. {@link #sync} orders them with accesses of others. */
    public MemorySegment getMemory() throws MPIException {
        Window window = window("Win.getMemory");
        try {
            return window.memory().segment();
        } catch (RuntimeException e) {
            throw Errors.raise(errors, "Win.getMemory", e);
        }
    }

    /** The memory of a process of a shared window, for load and store; PROC_NULL names the first that has any. */
    public MemorySegment sharedQuery(int rank) throws MPIException {
        Window window = window("Win.sharedQuery");
        try {
            return window.sharedMemory(rank == MPI.PROC_NULL ? -1 : rank);
        } catch (RuntimeException e) {
            throw Errors.raise(errors, "Win.sharedQuery", e);
        }
    }

    /**
     * The displacement of native memory in dynamic windows: its address at this process.
     *
     * @param buffer a direct buffer or a native memory segment
     */
    public static long addressOf(Object buffer) throws MPIException {
        Errors.check();
        try {
            return WindowArguments.nativeMemory(buffer).address();
        } catch (RuntimeException e) {
            throw Errors.raise(null, "Win.addressOf", e);
        }
    }

    /** Adds memory to a dynamic window; {@code size} counts elements of the buffer, which must be direct. */
    public void attach(Buffer base, int size) throws MPIException {
        Window window = window("Win.attach");
        try {
            window.attach(WindowArguments.memory(base, size));
        } catch (RuntimeException e) {
            throw Errors.raise(errors, "Win.attach", e);
        }
    }

    /** Adds native memory to a dynamic window. */
    public void attach(MemorySegment memory) throws MPIException {
        Window window = window("Win.attach");
        try {
            window.attach(WindowArguments.nativeMemory(memory));
        } catch (RuntimeException e) {
            throw Errors.raise(errors, "Win.attach", e);
        }
    }

    /** Takes memory out of a dynamic window that was attached from this element on; an error while others access it. */
    public void detach(Buffer base) throws MPIException {
        Window window = window("Win.detach");
        try {
            window.detach(WindowArguments.nativeMemory(base).address());
        } catch (RuntimeException e) {
            throw Errors.raise(errors, "Win.detach", e);
        }
    }

    /** Takes memory out of a dynamic window. */
    public void detach(MemorySegment memory) throws MPIException {
        Window window = window("Win.detach");
        try {
            window.detach(WindowArguments.nativeMemory(memory).address());
        } catch (RuntimeException e) {
            throw Errors.raise(errors, "Win.detach", e);
        }
    }

    /** The processes of the window. */
    public Group getGroup() throws MPIException {
        Window window = window("Win.getGroup");
        try {
            return new Group(window.communicator().local());
        } catch (RuntimeException e) {
            throw Errors.raise(errors, "Win.getGroup", e);
        }
    }

    // Operations

    /** Writes into a process's window. */
    public void put(Buffer origin, int orgCount, Datatype orgType, int targetRank, int targetDisp,
                    int targetCount, Datatype targetType)
            throws MPIException {
        Window window = window("Win.put");
        try {
            WindowCalls.put(window, origin, orgCount, orgType, targetRank, targetDisp, targetCount,
                targetType, null);
        } catch (RuntimeException e) {
            throw Errors.raise(errors, "Win.put", e);
        }
    }

    /** Writes into a process's window, from any kind of buffer. */
    public void put(Object origin, int orgCount, Datatype orgType, int targetRank, long targetDisp,
                    int targetCount, Datatype targetType)
            throws MPIException {
        Window window = window("Win.put");
        try {
            WindowCalls.put(window, origin, orgCount, orgType, targetRank, targetDisp, targetCount,
                targetType, null);
        } catch (RuntimeException e) {
            throw Errors.raise(errors, "Win.put", e);
        }
    }

    /** Reads from a process's window. */
    public void get(Buffer origin, int orgCount, Datatype orgType, int targetRank, int targetDisp,
                    int targetCount, Datatype targetType)
            throws MPIException {
        Window window = window("Win.get");
        try {
            WindowCalls.get(window, origin, orgCount, orgType, targetRank, targetDisp, targetCount,
                targetType, null);
        } catch (RuntimeException e) {
            throw Errors.raise(errors, "Win.get", e);
        }
    }

    /** Reads from a process's window, into any kind of buffer. */
    public void get(Object origin, int orgCount, Datatype orgType, int targetRank, long targetDisp,
                    int targetCount, Datatype targetType)
            throws MPIException {
        Window window = window("Win.get");
        try {
            WindowCalls.get(window, origin, orgCount, orgType, targetRank, targetDisp, targetCount,
                targetType, null);
        } catch (RuntimeException e) {
            throw Errors.raise(errors, "Win.get", e);
        }
    }

    /** Combines into a process's window by one of MPI's own operations, each item at once. */
    public void accumulate(Buffer origin, int orgCount, Datatype orgType, int targetRank, int targetDisp,
                           int targetCount, Datatype targetType, Op op)
            throws MPIException {
        Window window = window("Win.accumulate");
        try {
            WindowCalls.accumulate(window, origin, orgCount, orgType, targetRank, targetDisp, targetCount,
                targetType, op, null);
        } catch (RuntimeException e) {
            throw Errors.raise(errors, "Win.accumulate", e);
        }
    }

    /** Combines into a process's window, from any kind of buffer. */
    public void accumulate(Object origin, int orgCount, Datatype orgType, int targetRank, long targetDisp,
                           int targetCount, Datatype targetType, Op op)
            throws MPIException {
        Window window = window("Win.accumulate");
        try {
            WindowCalls.accumulate(window, origin, orgCount, orgType, targetRank, targetDisp, targetCount,
                targetType, op, null);
        } catch (RuntimeException e) {
            throw Errors.raise(errors, "Win.accumulate", e);
        }
    }

    /** Combines into a process's window and reads what was there; NO_OP only reads. */
    public void getAccumulate(Buffer origin, int orgCount, Datatype orgType, Buffer result, int resCount,
                              Datatype resType, int targetRank, int targetDisp, int targetCount,
                              Datatype targetType, Op op) throws MPIException {
        Window window = window("Win.getAccumulate");
        try {
            WindowCalls.getAccumulate(window, origin, orgCount, orgType, result, resCount, resType, targetRank,
                targetDisp, targetCount, targetType, op, null);
        } catch (RuntimeException e) {
            throw Errors.raise(errors, "Win.getAccumulate", e);
        }
    }

    /** The same, with any kind of buffer. */
    public void getAccumulate(Object origin, int orgCount, Datatype orgType, Object result, int resCount,
                              Datatype resType, int targetRank, long targetDisp, int targetCount,
                              Datatype targetType, Op op) throws MPIException {
        Window window = window("Win.getAccumulate");
        try {
            WindowCalls.getAccumulate(window, origin, orgCount, orgType, result, resCount, resType, targetRank,
                targetDisp, targetCount, targetType, op, null);
        } catch (RuntimeException e) {
            throw Errors.raise(errors, "Win.getAccumulate", e);
        }
    }

    /** Combines one item into a window and reads what was there; with NO_OP the origin is not looked at. */
    public void fetchAndOp(Buffer origin, Buffer result, Datatype type, int targetRank, int targetDisp, Op op)
            throws MPIException {
        Window window = window("Win.fetchAndOp");
        try {
            WindowCalls.fetchAndOp(window, origin, result, type, targetRank, targetDisp, op);
        } catch (RuntimeException e) {
            throw Errors.raise(errors, "Win.fetchAndOp", e);
        }
    }

    /** The same, with any kind of buffer. */
    public void fetchAndOp(Object origin, Object result, Datatype type, int targetRank, long targetDisp, Op op)
            throws MPIException {
        Window window = window("Win.fetchAndOp");
        try {
            WindowCalls.fetchAndOp(window, origin, result, type, targetRank, targetDisp, op);
        } catch (RuntimeException e) {
            throw Errors.raise(errors, "Win.fetchAndOp", e);
        }
    }

    /** Replaces an item that is as {@code compare} is; reads what was there. For bytes and integers. */
    public void compareAndSwap(Buffer origin, Buffer compare, Buffer result, Datatype type, int targetRank,
                               int targetDisp) throws MPIException {
        Window window = window("Win.compareAndSwap");
        try {
            WindowCalls.compareAndSwap(window, origin, compare, result, type, targetRank, targetDisp);
        } catch (RuntimeException e) {
            throw Errors.raise(errors, "Win.compareAndSwap", e);
        }
    }

    /** The same, with any kind of buffer. */
    public void compareAndSwap(Object origin, Object compare, Object result, Datatype type, int targetRank,
                               long targetDisp) throws MPIException {
        Window window = window("Win.compareAndSwap");
        try {
            WindowCalls.compareAndSwap(window, origin, compare, result, type, targetRank, targetDisp);
        } catch (RuntimeException e) {
            throw Errors.raise(errors, "Win.compareAndSwap", e);
        }
    }

    /** Starts {@code put}; when the request is complete the origin can be used again. */
    public final Request rPut(Buffer origin, int orgCount, Datatype orgType, int targetRank, int targetDisp,
                              int targetCount, Datatype targetType)
            throws MPIException {
        Window window = window("Win.rPut");
        try {
            Transfer transfer = WindowCalls.transfer(window, targetRank);
            WindowCalls.put(window, origin, orgCount, orgType, targetRank, targetDisp, targetCount,
                targetType, WindowCalls.handle(transfer));
            return WindowCalls.request(errors, transfer);
        } catch (RuntimeException e) {
            throw Errors.raise(errors, "Win.rPut", e);
        }
    }

    /** Starts {@code put}, from any kind of buffer. */
    public Request rPut(Object origin, int orgCount, Datatype orgType, int targetRank, long targetDisp,
                        int targetCount, Datatype targetType)
            throws MPIException {
        Window window = window("Win.rPut");
        try {
            Transfer transfer = WindowCalls.transfer(window, targetRank);
            WindowCalls.put(window, origin, orgCount, orgType, targetRank, targetDisp, targetCount,
                targetType, WindowCalls.handle(transfer));
            return WindowCalls.request(errors, transfer);
        } catch (RuntimeException e) {
            throw Errors.raise(errors, "Win.rPut", e);
        }
    }

    /** Starts {@code get}; when the request is complete the items are there. */
    public final Request rGet(Buffer origin, int orgCount, Datatype orgType, int targetRank, int targetDisp,
                              int targetCount, Datatype targetType)
            throws MPIException {
        Window window = window("Win.rGet");
        try {
            Transfer transfer = WindowCalls.transfer(window, targetRank);
            WindowCalls.get(window, origin, orgCount, orgType, targetRank, targetDisp, targetCount,
                targetType, WindowCalls.handle(transfer));
            return WindowCalls.request(errors, transfer);
        } catch (RuntimeException e) {
            throw Errors.raise(errors, "Win.rGet", e);
        }
    }

    /** Starts {@code get}, into any kind of buffer. */
    public Request rGet(Object origin, int orgCount, Datatype orgType, int targetRank, long targetDisp,
                        int targetCount, Datatype targetType)
            throws MPIException {
        Window window = window("Win.rGet");
        try {
            Transfer transfer = WindowCalls.transfer(window, targetRank);
            WindowCalls.get(window, origin, orgCount, orgType, targetRank, targetDisp, targetCount,
                targetType, WindowCalls.handle(transfer));
            return WindowCalls.request(errors, transfer);
        } catch (RuntimeException e) {
            throw Errors.raise(errors, "Win.rGet", e);
        }
    }

    /** Starts {@code accumulate}. */
    public Request rAccumulate(Buffer origin, int orgCount, Datatype orgType, int targetRank, int targetDisp,
                               int targetCount, Datatype targetType, Op op)
            throws MPIException {
        Window window = window("Win.rAccumulate");
        try {
            Transfer transfer = WindowCalls.transfer(window, targetRank);
            WindowCalls.accumulate(window, origin, orgCount, orgType, targetRank, targetDisp, targetCount,
                targetType, op, WindowCalls.handle(transfer));
            return WindowCalls.request(errors, transfer);
        } catch (RuntimeException e) {
            throw Errors.raise(errors, "Win.rAccumulate", e);
        }
    }

    /** Starts {@code accumulate}, from any kind of buffer. */
    public Request rAccumulate(Object origin, int orgCount, Datatype orgType, int targetRank, long targetDisp,
                               int targetCount, Datatype targetType, Op op)
            throws MPIException {
        Window window = window("Win.rAccumulate");
        try {
            Transfer transfer = WindowCalls.transfer(window, targetRank);
            WindowCalls.accumulate(window, origin, orgCount, orgType, targetRank, targetDisp, targetCount,
                targetType, op, WindowCalls.handle(transfer));
            return WindowCalls.request(errors, transfer);
        } catch (RuntimeException e) {
            throw Errors.raise(errors, "Win.rAccumulate", e);
        }
    }

    /** Starts {@code getAccumulate}. */
    public Request rGetAccumulate(Buffer origin, int orgCount, Datatype orgType, Buffer result, int resCount,
                                  Datatype resType, int targetRank, int targetDisp, int targetCount,
                                  Datatype targetType, Op op) throws MPIException {
        Window window = window("Win.rGetAccumulate");
        try {
            Transfer transfer = WindowCalls.transfer(window, targetRank);
            WindowCalls.getAccumulate(window, origin, orgCount, orgType, result, resCount, resType, targetRank,
                targetDisp, targetCount, targetType, op, WindowCalls.handle(transfer));
            return WindowCalls.request(errors, transfer);
        } catch (RuntimeException e) {
            throw Errors.raise(errors, "Win.rGetAccumulate", e);
        }
    }

    /** Starts {@code getAccumulate}, with any kind of buffer. */
    public Request rGetAccumulate(Object origin, int orgCount, Datatype orgType, Object result, int resCount,
                                  Datatype resType, int targetRank, long targetDisp, int targetCount,
                                  Datatype targetType, Op op) throws MPIException {
        Window window = window("Win.rGetAccumulate");
        try {
            Transfer transfer = WindowCalls.transfer(window, targetRank);
            WindowCalls.getAccumulate(window, origin, orgCount, orgType, result, resCount, resType, targetRank,
                targetDisp, targetCount, targetType, op, WindowCalls.handle(transfer));
            return WindowCalls.request(errors, transfer);
        } catch (RuntimeException e) {
            throw Errors.raise(errors, "Win.rGetAccumulate", e);
        }
    }

    // Synchronisation

    /** Collective: ends what was started before, at all processes, and opens the windows of all to all. */
    public void fence(int assertion) throws MPIException {
        Window window = window("Win.fence");
        try {
            window.fence(assertion);
        } catch (RuntimeException e) {
            throw Errors.raise(errors, "Win.fence", e);
        }
    }

    /** Begins accesses to the windows of a group, once those have called {@link #post}. */
    public void start(Group group, int assertion) throws MPIException {
        Window window = window("Win.start");
        try {
            window.start(Group.inner(group), assertion);
        } catch (RuntimeException e) {
            throw Errors.raise(errors, "Win.start", e);
        }
    }

    /** Ends accesses that {@link #start} began. */
    public void complete() throws MPIException {
        Window window = window("Win.complete");
        try {
            window.complete();
        } catch (RuntimeException e) {
            throw Errors.raise(errors, "Win.complete", e);
        }
    }

    /** Opens this process's window to a group. */
    public void post(Group group, int assertion) throws MPIException {
        Window window = window("Win.post");
        try {
            window.post(Group.inner(group), assertion);
        } catch (RuntimeException e) {
            throw Errors.raise(errors, "Win.post", e);
        }
    }

    /** Waits until all whom {@link #post} let in have called {@link #complete}. */
    public void waitFor() throws MPIException {
        Window window = window("Win.waitFor");
        try {
            window.waitFor();
        } catch (RuntimeException e) {
            throw Errors.raise(errors, "Win.waitFor", e);
        }
    }

    /** As {@link #waitFor} when it would not wait, and true then. */
    public boolean test() throws MPIException {
        Window window = window("Win.test");
        try {
            return window.test();
        } catch (RuntimeException e) {
            throw Errors.raise(errors, "Win.test", e);
        }
    }

    /** Locks a process's window, for this process alone or beside others. */
    public void lock(int lockType, int rank, int assertion) throws MPIException {
        Window window = window("Win.lock");
        try {
            WindowArguments.checkAssertion(assertion, MPI.MODE_NOCHECK);
            WindowArguments.checkLockType(lockType);
            if (rank != MPI.PROC_NULL) {
                window.lock(rank, lockType == MPI.LOCK_EXCLUSIVE, (assertion & MPI.MODE_NOCHECK) == 0);
            }
        } catch (RuntimeException e) {
            throw Errors.raise(errors, "Win.lock", e);
        }
    }

    /** Ends accesses to a process's window, and unlocks it. */
    public void unlock(int rank) throws MPIException {
        Window window = window("Win.unlock");
        try {
            if (rank != MPI.PROC_NULL) {
                window.unlock(rank);
            }
        } catch (RuntimeException e) {
            throw Errors.raise(errors, "Win.unlock", e);
        }
    }

    /** Locks the windows of all, shared. */
    public void lockAll(int assertion) throws MPIException {
        Window window = window("Win.lockAll");
        try {
            WindowArguments.checkAssertion(assertion, MPI.MODE_NOCHECK);
            window.lockAll((assertion & MPI.MODE_NOCHECK) == 0);
        } catch (RuntimeException e) {
            throw Errors.raise(errors, "Win.lockAll", e);
        }
    }

    /** Ends accesses to all windows, and unlocks them. */
    public void unlockAll() throws MPIException {
        Window window = window("Win.unlockAll");
        try {
            window.unlockAll();
        } catch (RuntimeException e) {
            throw Errors.raise(errors, "Win.unlockAll", e);
        }
    }

    /**
     * Ends accesses to a process's window, here and there: who fetches later, anywhere, finds what was put. What the
     * program loads from memory by itself is ordered by {@link #sync}.
     */
    public void flush(int targetRank) throws MPIException {
        Window window = window("Win.flush");
        try {
            if (targetRank != MPI.PROC_NULL) {
                window.flush(targetRank);
            }
        } catch (RuntimeException e) {
            throw Errors.raise(errors, "Win.flush", e);
        }
    }

    /** Ends accesses to all windows, here and there. */
    public void flushAll() throws MPIException {
        Window window = window("Win.flushAll");
        try {
            window.flushAll();
        } catch (RuntimeException e) {
            throw Errors.raise(errors, "Win.flushAll", e);
        }
    }

    /** Ends accesses to a process's window at this end: buffers can be used again. */
    public void flushLocal(int targetRank) throws MPIException {
        Window window = window("Win.flushLocal");
        try {
            if (targetRank != MPI.PROC_NULL) {
                window.flushLocal(targetRank);
            }
        } catch (RuntimeException e) {
            throw Errors.raise(errors, "Win.flushLocal", e);
        }
    }

    /** Ends accesses to all windows at this end. */
    public void flushLocalAll() throws MPIException {
        Window window = window("Win.flushLocalAll");
        try {
            window.flushLocalAll();
        } catch (RuntimeException e) {
            throw Errors.raise(errors, "Win.flushLocalAll", e);
        }
    }

    /** Orders this process's own loads and stores in its window with accesses of others. */
    public void sync() throws MPIException {
        Window window = window("Win.sync");
        try {
            window.sync();
        } catch (RuntimeException e) {
            throw Errors.raise(errors, "Win.sync", e);
        }
    }

    // Errors, attributes, hints, names

    /** Says what becomes of errors in calls of this window. */
    public void setErrhandler(Errhandler errhandler) throws MPIException {
        window("Win.setErrhandler");
        errors.setErrhandler(errhandler);
    }

    /** What becomes of errors. */
    public Errhandler getErrhandler() throws MPIException {
        window("Win.getErrhandler");
        return errors.getErrhandler();
    }

    /** Calls the error handler: ends the job, or does nothing when errors are thrown. */
    public void callErrhandler(int errorCode) throws MPIException {
        window("Win.callErrhandler");
        if (errors.handler().isFatal()) {
            throw Errors.raise(errors, "Win.callErrhandler", errorCode, "raised by the program: code=" + errorCode);
        }
    }

    /** A new key for attributes of windows. */
    public static int createKeyval() throws MPIException {
        Errors.check();
        return KEYS.create();
    }

    /** Gives a key back. */
    public static void freeKeyval(int keyval) throws MPIException {
        Errors.check();
        try {
            KEYS.free(keyval);
        } catch (RuntimeException e) {
            throw Errors.raise(null, "Win.freeKeyval", e);
        }
    }

    /** Hangs something on the window. */
    public void setAttr(int keyval, Object value) throws MPIException {
        window("Win.setAttr");
        try {
            attributes.set(KEYS, keyval, value);
        } catch (RuntimeException e) {
            throw Errors.raise(errors, "Win.setAttr", e);
        }
    }

    /**
     * What hangs there by this key, or null. Of MPI's own, WIN_BASE is the address of this process's memory as a Long,
     * WIN_SIZE its bytes and WIN_DISP_UNIT its unit in bytes as Integers; a size of 2 GiB and more is a Long.
     */
    public Object getAttr(int keyval) throws MPIException {
        Window window = window("Win.getAttr");
        try {
            Object own = WindowArguments.attribute(window.memory(), keyval);
            return own == null ? attributes.get(KEYS, keyval) : own;
        } catch (RuntimeException e) {
            throw Errors.raise(errors, "Win.getAttr", e);
        }
    }

    /** Takes off what hangs there by this key. */
    public void deleteAttr(int keyval) throws MPIException {
        window("Win.deleteAttr");
        try {
            attributes.delete(KEYS, keyval);
        } catch (RuntimeException e) {
            throw Errors.raise(errors, "Win.deleteAttr", e);
        }
    }

    /** Collective: gives the window back, once nobody uses it; memory that the program brought stays the program's. */
    @Override
    public void free() throws MPIException {
        Window window = window("Win.free");
        try {
            window.free();
            this.window = null;
        } catch (RuntimeException e) {
            throw Errors.raise(errors, "Win.free", e);
        }
    }

    /** The hints that are in use: those that were given, and what stands for those that were not. */
    public Info getInfo() throws MPIException {
        window("Win.getInfo");
        return hints.over(WindowArguments.standardHints());
    }

    /** Gives hints, in place of those with the same keys; those that choose a design count when the window is made. */
    public void setInfo(Info info) throws MPIException {
        window("Win.setInfo");
        hints = Derivation.hints(errors, info, "Win.setInfo").over(hints);
    }

    /** Its name. */
    public String getName() throws MPIException {
        window("Win.getName");
        return name;
    }

    /** Gives it a name, for messages. */
    public void setName(String name) throws MPIException {
        window("Win.setName");
        if (name == null) {
            throw Errors.raise(errors, "Win.setName", ErrorClass.ARG, "the name is null");
        }
        this.name = name.substring(0, Math.min(name.length(), MPI.MAX_OBJECT_NAME));
    }
}
