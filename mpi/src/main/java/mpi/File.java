package mpi;

import java.nio.Buffer;
import java.util.function.Consumer;
import org.hawser.mpi.ErrorClass;
import org.hawser.mpi.MpiFailure;
import org.hawser.mpi.comm.Communicator;
import org.hawser.mpi.comm.Creation;
import org.hawser.mpi.env.Environment;
import org.hawser.mpi.ft.FaultTolerance;
import org.hawser.mpi.io.OpenFile;
import org.hawser.mpi.io.Pointer;
import org.hawser.mpi.io.Whence;

/**
 * A file that the processes of a communicator read and write together.
 *
 * <p>Each process sees the file through a view: from a displacement on, the bytes that copies of a filetype show.
 * Positions are counted in etypes of the view; at first everything is bytes. There are three ways to say where: a
 * position in the call ({@code …At}), where this process is (no addition), where all are together ({@code …Shared},
 * {@code …Ordered}). Calls with {@code All} and {@code Ordered} are collective: all processes that opened the file make
 * them, and together they can be much faster. They may be split in two ({@code …Begin}, {@code …End}), one at a time
 * per file, and the buffer is not touched in between.
 *
 * <p>Buffers are those of {@link Comm}. A read returns fewer items at the end of the file; {@link Status#getCount}
 * tells how many. Errors are thrown, unless {@link #setErrhandler} says otherwise. A collective call that is wrong at
 * one process fails at all.
 *
 * <pre>{@code
 * File file = new File(MPI.COMM_WORLD, "matrix.bin", MPI.MODE_CREATE | MPI.MODE_RDWR);
 * file.setView(8L * columns * rank, MPI.DOUBLE, everySizeThRow, "native");
 * file.writeAll(rows, rows.length, MPI.DOUBLE);
 * file.close();
 * }</pre>
 *
 * <p><b>Threads:</b> as {@link Comm}.
 */
public final class File {
    private final FileAccesses accesses;
    /** Carries the file's messages, apart from the program's. */
    private final Communicator own;
    private FileView view = new FileView(0, MPI.BYTE, MPI.BYTE, "native");

    /** Opens a file; all processes of the communicator call it. */
    public File(Comm comm, String filename, int amode) throws MPIException {
        this(comm, filename, amode, null);
    }

    /** Opens a file, with hints. */
    public File(Comm comm, String filename, int amode, Info info) throws MPIException {
        Communicator processes = Comm.inner(comm, "File");
        Comm errors = FileAccesses.newErrors();
        Communicator copy = null;
        try {
            if (processes.isInter()) {
                throw new MpiFailure(ErrorClass.COMM, "a file belongs to a communicator of one group");
            }
            copy = Creation.duplicate(processes);
            accesses = new FileAccesses(OpenFile.open(copy, filename, amode, Info.values(info)), errors);
            own = copy;
        } catch (RuntimeException e) {
            RuntimeException failure = e;
            if (copy != null) {
                failure = FaultTolerance.giveUp(copy, processes, Environment.failureOf(e));
                copy.end();
            }
            throw Errors.raise(errors, "File", failure);
        }
    }

    private void run(String call, Consumer<OpenFile> body) throws MPIException {
        accesses.with(call, open -> {
            body.accept(open);
            return null;
        });
    }

    /** Closes the file; all call it. */
    public void close() throws MPIException {
        try {
            run("File.close", OpenFile::close);
        } finally {
            if (accesses.end()) {
                own.end();
            }
        }
    }

    /** Deletes a file. */
    public static void delete(String filename) throws MPIException {
        delete(filename, null);
    }

    /** Deletes a file, with hints. */
    public static void delete(String filename, Info info) throws MPIException {
        try {
            Environment.check();
            OpenFile.delete(filename);
        } catch (RuntimeException e) {
            throw Errors.raise(FileAccesses.newErrors(), "File.delete", e);
        }
    }

    /** Sets the length, in bytes. */
    public void setSize(long size) throws MPIException {
        run("File.setSize", open -> open.setSize(size));
    }

    /** Makes room for a length, in bytes. */
    public void preallocate(long size) throws MPIException {
        run("File.preallocate", open -> open.preallocate(size));
    }

    /** The length, in bytes. */
    public long getSize() throws MPIException {
        return accesses.with("File.getSize", OpenFile::size);
    }

    /** The processes that opened the file. */
    public Group getGroup() throws MPIException {
        return new Group(accesses.with("File.getGroup", OpenFile::comm).local());
    }

    /** How the file was opened. */
    public int getAMode() throws MPIException {
        return accesses.with("File.getAMode", OpenFile::amode);
    }

    /** Gives hints. */
    public void setInfo(Info info) throws MPIException {
        run("File.setInfo", open -> open.setHints(Info.values(info)));
    }

    /** The hints that are in use. */
    public Info getInfo() throws MPIException {
        return new Info(accesses.with("File.getInfo", OpenFile::hints), false);
    }

    /** Says what this process sees of the file. */
    public void setView(long disp, Datatype etype, Datatype filetype, String datarep) throws MPIException {
        setView(disp, etype, filetype, datarep, null);
    }

    /** Says what this process sees of the file, with hints. */
    public void setView(long disp, Datatype etype, Datatype filetype, String datarep, Info info) throws MPIException {
        run("File.setView", open -> open.setView(disp, disp == MPI.DISPLACEMENT_CURRENT,
            () -> Datatype.layoutOf(etype), () -> Datatype.layoutOf(filetype), datarep, Info.values(info)));
        view = new FileView(disp, etype, filetype, datarep);
    }

    /** What this process sees of the file. */
    public FileView getView() {
        return view;
    }

    /** Reads at a position. */
    public Status readAt(long offset, Object buf, int count, Datatype type) throws MPIException {
        return accesses.now("File.readAt", false, Pointer.EXPLICIT, offset, buf, count, type);
    }

    /** Reads at a position; all call it. */
    public Status readAtAll(long offset, Object buf, int count, Datatype type) throws MPIException {
        return accesses.all("File.readAtAll", false, Pointer.EXPLICIT, offset, buf, count, type);
    }

    /** Writes at a position. */
    public Status writeAt(long offset, Object buf, int count, Datatype type) throws MPIException {
        return accesses.now("File.writeAt", true, Pointer.EXPLICIT, offset, buf, count, type);
    }

    /** Writes at a position; all call it. */
    public Status writeAtAll(long offset, Object buf, int count, Datatype type) throws MPIException {
        return accesses.all("File.writeAtAll", true, Pointer.EXPLICIT, offset, buf, count, type);
    }

    /** Starts {@code readAt}. */
    public Request iReadAt(long offset, Buffer buf, int count, Datatype type) throws MPIException {
        return iReadAt(offset, (Object) buf, count, type);
    }

    /** Starts {@code readAt}; with an array or a memory segment as well. */
    public Request iReadAt(long offset, Object buf, int count, Datatype type) throws MPIException {
        return accesses.start("File.iReadAt", false, Pointer.EXPLICIT, offset, buf, count, type);
    }

    /** Starts {@code readAtAll}. */
    public Request iReadAtAll(long offset, Buffer buf, int count, Datatype type) throws MPIException {
        return iReadAtAll(offset, (Object) buf, count, type);
    }

    /** Starts {@code readAtAll}; with an array or a memory segment as well. */
    public Request iReadAtAll(long offset, Object buf, int count, Datatype type) throws MPIException {
        return accesses.startAll("File.iReadAtAll", false, Pointer.EXPLICIT, offset, buf, count, type);
    }

    /** Starts {@code writeAt}. */
    public Request iWriteAt(long offset, Buffer buf, int count, Datatype type) throws MPIException {
        return iWriteAt(offset, (Object) buf, count, type);
    }

    /** Starts {@code writeAt}; with an array or a memory segment as well. */
    public Request iWriteAt(long offset, Object buf, int count, Datatype type) throws MPIException {
        return accesses.start("File.iWriteAt", true, Pointer.EXPLICIT, offset, buf, count, type);
    }

    /** Starts {@code writeAtAll}. */
    public Request iWriteAtAll(long offset, Buffer buf, int count, Datatype type) throws MPIException {
        return iWriteAtAll(offset, (Object) buf, count, type);
    }

    /** Starts {@code writeAtAll}; with an array or a memory segment as well. */
    public Request iWriteAtAll(long offset, Object buf, int count, Datatype type) throws MPIException {
        return accesses.startAll("File.iWriteAtAll", true, Pointer.EXPLICIT, offset, buf, count, type);
    }

    /** Reads where this process is. */
    public Status read(Object buf, int count, Datatype type) throws MPIException {
        return accesses.now("File.read", false, Pointer.INDIVIDUAL, 0, buf, count, type);
    }

    /** Reads where this process is; all call it. */
    public Status readAll(Object buf, int count, Datatype type) throws MPIException {
        return accesses.all("File.readAll", false, Pointer.INDIVIDUAL, 0, buf, count, type);
    }

    /** Writes where this process is. */
    public Status write(Object buf, int count, Datatype type) throws MPIException {
        return accesses.now("File.write", true, Pointer.INDIVIDUAL, 0, buf, count, type);
    }

    /** Writes where this process is; all call it. */
    public Status writeAll(Object buf, int count, Datatype type) throws MPIException {
        return accesses.all("File.writeAll", true, Pointer.INDIVIDUAL, 0, buf, count, type);
    }

    /** Starts {@code read}. */
    public Request iRead(Buffer buf, int count, Datatype type) throws MPIException {
        return iRead((Object) buf, count, type);
    }

    /** Starts {@code read}; with an array or a memory segment as well. */
    public Request iRead(Object buf, int count, Datatype type) throws MPIException {
        return accesses.start("File.iRead", false, Pointer.INDIVIDUAL, 0, buf, count, type);
    }

    /** Starts {@code readAll}. */
    public Request iReadAll(Buffer buf, int count, Datatype type) throws MPIException {
        return iReadAll((Object) buf, count, type);
    }

    /** Starts {@code readAll}; with an array or a memory segment as well. */
    public Request iReadAll(Object buf, int count, Datatype type) throws MPIException {
        return accesses.startAll("File.iReadAll", false, Pointer.INDIVIDUAL, 0, buf, count, type);
    }

    /** Starts {@code write}. */
    public Request iWrite(Buffer buf, int count, Datatype type) throws MPIException {
        return iWrite((Object) buf, count, type);
    }

    /** Starts {@code write}; with an array or a memory segment as well. */
    public Request iWrite(Object buf, int count, Datatype type) throws MPIException {
        return accesses.start("File.iWrite", true, Pointer.INDIVIDUAL, 0, buf, count, type);
    }

    /** Starts {@code writeAll}. */
    public Request iWriteAll(Buffer buf, int count, Datatype type) throws MPIException {
        return iWriteAll((Object) buf, count, type);
    }

    /** Starts {@code writeAll}; with an array or a memory segment as well. */
    public Request iWriteAll(Object buf, int count, Datatype type) throws MPIException {
        return accesses.startAll("File.iWriteAll", true, Pointer.INDIVIDUAL, 0, buf, count, type);
    }

    /** Moves to a position. */
    public void seek(long offset, int whence) throws MPIException {
        run("File.seek", open -> open.seek(offset, whence(whence)));
    }

    /** Where this process is. */
    public long getPosition() throws MPIException {
        return accesses.with("File.getPosition", OpenFile::position);
    }

    /** The byte in the file of a position in the view. */
    public long getByteOffset(long offset) throws MPIException {
        return accesses.with("File.getByteOffset", open -> open.byteOffset(offset));
    }

    /** Reads where all are. */
    public Status readShared(Object buf, int count, Datatype type) throws MPIException {
        return accesses.now("File.readShared", false, Pointer.SHARED, 0, buf, count, type);
    }

    /** Writes where all are. */
    public Status writeShared(Object buf, int count, Datatype type) throws MPIException {
        return accesses.now("File.writeShared", true, Pointer.SHARED, 0, buf, count, type);
    }

    /** Starts {@code readShared}. */
    public Request iReadShared(Buffer buf, int count, Datatype type) throws MPIException {
        return iReadShared((Object) buf, count, type);
    }

    /** Starts {@code readShared}; with an array or a memory segment as well. */
    public Request iReadShared(Object buf, int count, Datatype type) throws MPIException {
        return accesses.start("File.iReadShared", false, Pointer.SHARED, 0, buf, count, type);
    }

    /** Starts {@code writeShared}. */
    public Request iWriteShared(Buffer buf, int count, Datatype type) throws MPIException {
        return iWriteShared((Object) buf, count, type);
    }

    /** Starts {@code writeShared}; with an array or a memory segment as well. */
    public Request iWriteShared(Object buf, int count, Datatype type) throws MPIException {
        return accesses.start("File.iWriteShared", true, Pointer.SHARED, 0, buf, count, type);
    }

    /** Reads where all are, in the order of the ranks. */
    public Status readOrdered(Object buf, int count, Datatype type) throws MPIException {
        return accesses.all("File.readOrdered", false, Pointer.SHARED, 0, buf, count, type);
    }

    /** Writes where all are, in the order of the ranks. */
    public Status writeOrdered(Object buf, int count, Datatype type) throws MPIException {
        return accesses.all("File.writeOrdered", true, Pointer.SHARED, 0, buf, count, type);
    }

    /** Moves where all are. */
    public void seekShared(long offset, int whence) throws MPIException {
        run("File.seekShared", open -> open.seekShared(offset, whence(whence)));
    }

    /** Where all are. */
    public long getPositionShared() throws MPIException {
        return accesses.with("File.getPositionShared", OpenFile::sharedPosition);
    }

    /** Begins {@code readAtAll}. */
    public void readAtAllBegin(long offset, Object buf, int count, Datatype type) throws MPIException {
        accesses.begin("File.readAtAll", false, Pointer.EXPLICIT, offset, buf, count, type);
    }

    /** Ends {@code readAtAll}. */
    public Status readAtAllEnd(Object buf) throws MPIException {
        return accesses.end("File.readAtAll");
    }

    /** Begins {@code writeAtAll}. */
    public void writeAtAllBegin(long offset, Object buf, int count, Datatype type) throws MPIException {
        accesses.begin("File.writeAtAll", true, Pointer.EXPLICIT, offset, buf, count, type);
    }

    /** Ends {@code writeAtAll}. */
    public Status writeAtAllEnd(Object buf) throws MPIException {
        return accesses.end("File.writeAtAll");
    }

    /** Begins {@code readAll}. */
    public void readAllBegin(Object buf, int count, Datatype type) throws MPIException {
        accesses.begin("File.readAll", false, Pointer.INDIVIDUAL, 0, buf, count, type);
    }

    /** Ends {@code readAll}. */
    public Status readAllEnd(Object buf) throws MPIException {
        return accesses.end("File.readAll");
    }

    /** Begins {@code writeAll}. */
    public void writeAllBegin(Object buf, int count, Datatype type) throws MPIException {
        accesses.begin("File.writeAll", true, Pointer.INDIVIDUAL, 0, buf, count, type);
    }

    /** Ends {@code writeAll}. */
    public Status writeAllEnd(Object buf) throws MPIException {
        return accesses.end("File.writeAll");
    }

    /** Begins {@code readOrdered}. */
    public void readOrderedBegin(Object buf, int count, Datatype type) throws MPIException {
        accesses.begin("File.readOrdered", false, Pointer.SHARED, 0, buf, count, type);
    }

    /** Ends {@code readOrdered}. */
    public Status readOrderedEnd(Object buf) throws MPIException {
        return accesses.end("File.readOrdered");
    }

    /** Begins {@code writeOrdered}. */
    public void writeOrderedBegin(Object buf, int count, Datatype type) throws MPIException {
        accesses.begin("File.writeOrdered", true, Pointer.SHARED, 0, buf, count, type);
    }

    /** Ends {@code writeOrdered}. */
    public Status writeOrderedEnd(Object buf) throws MPIException {
        return accesses.end("File.writeOrdered");
    }

    /** The extent of a type in the file, which is that in memory in every representation that Hawser has. */
    public int getTypeExtent(Datatype type) throws MPIException {
        run("File.getTypeExtent", open -> {
            if (type == null || type.isNull()) {
                throw Datatype.unusable(type);
            }
        });
        return type.getExtent();
    }

    /** Says whether writes are seen whole. */
    public void setAtomicity(boolean atomicity) throws MPIException {
        run("File.setAtomicity", open -> open.setAtomicity(atomicity));
    }

    /** Whether writes are seen whole. */
    public boolean getAtomicity() throws MPIException {
        return accesses.with("File.getAtomicity", OpenFile::isAtomic);
    }

    /** Makes what was written visible to all. */
    public void sync() throws MPIException {
        run("File.sync", OpenFile::sync);
    }

    /** Says what becomes of errors. */
    public void setErrhandler(Errhandler errhandler) throws MPIException {
        run("File.setErrhandler", OpenFile::amode);
        accesses.errors().setErrhandler(errhandler);
    }

    /** What becomes of errors. */
    public Errhandler getErrhandler() throws MPIException {
        run("File.getErrhandler", OpenFile::amode);
        return accesses.errors().getErrhandler();
    }

    /** Calls the error handler. */
    public void callErrhandler(int errorcode) throws MPIException {
        run("File.callErrhandler", OpenFile::amode);
        if (accesses.errors().handler().isFatal()) {
            throw Errors.raise(accesses.errors(), "File.callErrhandler", errorcode, "raised by the program: code="
                + errorcode);
        }
    }

    private static Whence whence(int number) {
        return number == MPI.SEEK_SET ? Whence.SET : number == MPI.SEEK_CUR ? Whence.CURRENT
            : number == MPI.SEEK_END ? Whence.END : Whence.NOWHERE;
    }
}
