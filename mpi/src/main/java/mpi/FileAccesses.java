package mpi;

import java.lang.foreign.MemorySegment;
import java.lang.ref.Reference;
import java.nio.Buffer;
import java.util.function.Function;
import org.hawser.mpi.Activity;
import org.hawser.mpi.ErrorClass;
import org.hawser.mpi.MpiFailure;
import org.hawser.mpi.datatype.Layout;
import org.hawser.mpi.datatype.Memory;
import org.hawser.mpi.env.Environment;
import org.hawser.mpi.io.Items;
import org.hawser.mpi.io.OpenFile;
import org.hawser.mpi.io.Pointer;

/**
 * The calls of one file: checks arguments, finds the memory, and calls the floor below. In collective calls the checks
 * are made there, so that all ranks hear of what is wrong at one.
 *
 * <p><b>Threads:</b> any. <b>Allocates:</b> a status or a request, and a few small objects.
 */
final class FileAccesses {
    /** Has the error handler of the file, which requests are given too. */
    private final Comm errors;
    /** Null once the file is closed. */
    private volatile OpenFile file;

    FileAccesses(OpenFile file, Comm errors) {
        this.file = file;
        this.errors = errors;
    }

    /** What a file's errors go to before anything else is said: they are thrown. */
    static Comm newErrors() throws MPIException {
        Comm errors = new Comm("file");
        errors.setErrhandler(MPI.ERRORS_RETURN);
        return errors;
    }

    Comm errors() {
        return errors;
    }

    /** The file cannot be used any more; false when that was so before. */
    boolean end() {
        boolean was = file != null;
        file = null;
        return was;
    }

    /** Does something with the open file; what goes wrong goes to its error handler. */
    <T> T with(String call, Function<OpenFile, T> body) throws MPIException {
        try {
            Environment.check();
            OpenFile open = file;
            if (open == null) {
                throw new MpiFailure(ErrorClass.FILE, "the file is closed");
            }
            return body.apply(open);
        } catch (RuntimeException e) {
            throw Errors.raise(errors, call, e);
        }
    }

    /** Reads or writes, and waits. */
    Status now(String call, boolean writes, Pointer pointer, long offset, Object buf, int count, Datatype type)
            throws MPIException {
        try {
            return status(with(call, open -> open.access(writes, pointer, offset, items(buf, count, type, !writes))));
        } finally {
            Reference.reachabilityFence(buf);
        }
    }

    /** The same, with all other ranks. */
    Status all(String call, boolean writes, Pointer pointer, long offset, Object buf, int count, Datatype type)
            throws MPIException {
        try {
            return status(with(call, open -> open.accessAll(writes, pointer, offset,
                () -> items(buf, count, type, !writes))));
        } finally {
            Reference.reachabilityFence(buf);
        }
    }

    /** Starts to read or write. */
    Request start(String call, boolean writes, Pointer pointer, long offset, Object buf, int count, Datatype type)
            throws MPIException {
        Activity started = with(call, open -> open.start(writes, pointer, offset, items(buf, count, type, !writes)));
        return new Request(errors, started);
    }

    /** The same, with all other ranks. */
    Request startAll(String call, boolean writes, Pointer pointer, long offset, Object buf, int count, Datatype type)
            throws MPIException {
        Activity started = with(call, open -> open.startAll(writes, pointer, offset,
            () -> items(buf, count, type, !writes)));
        return new Request(errors, started);
    }

    /** Begins a split collective call. */
    void begin(String call, boolean writes, Pointer pointer, long offset, Object buf, int count, Datatype type)
            throws MPIException {
        with(call + "Begin", open -> {
            open.begin(call, writes, pointer, offset, () -> items(buf, count, type, !writes));
            return null;
        });
    }

    /** Ends a split collective call. */
    Status end(String call) throws MPIException {
        return status(with(call + "End", open -> open.end(call)));
    }

    private static Status status(long bytes) {
        return new Status(MPI.ANY_SOURCE, MPI.ANY_TAG, bytes);
    }

    private static Items items(Object buf, int count, Datatype type, boolean written) {
        if (count < 0) {
            throw new MpiFailure(ErrorClass.COUNT, "the count is negative: count=" + count);
        }
        Layout layout = Datatype.layoutOf(type);
        long place = Datatype.place(buf, count, type, written);
        Datatype.packed(count, type);
        return new Items(Datatype.array(buf, count, type), place, layout, count, direct(buf), buf);
    }

    /** Memory that the file can be given as it is; else null. */
    private static MemorySegment direct(Object buf) {
        if (buf instanceof MemorySegment segment) {
            return segment.isNative() ? segment : null;
        }
        return buf instanceof Buffer buffer && buffer.isDirect() ? Memory.segment(buffer) : null;
    }
}
