package mpi;

import java.nio.Buffer;

/**
 * A file that the processes of a communicator read and write together. Not there yet: opening one fails.
 *
 * <pre>{@code
 * File file = new File(MPI.COMM_WORLD, "result.bin", MPI.MODE_CREATE | MPI.MODE_WRONLY);
 * file.writeAt(8L * rank, new double[] {42}, 1, MPI.DOUBLE);
 * file.close();
 * }</pre>
 *
 * <p><b>Threads:</b> as {@link Comm}.
 */
public final class File {
    private FileView view;

    /** Opens a file; all processes of the communicator call it. */
    public File(Comm comm, String filename, int amode) throws MPIException {
        throw Errors.later("File");
    }

    /** Opens a file, with hints. */
    public File(Comm comm, String filename, int amode, Info info) throws MPIException {
        throw Errors.later("File");
    }

    /** Closes the file; all call it. */
    public void close() throws MPIException {
        throw Errors.later("File.close");
    }

    /** Deletes a file. */
    public static void delete(String filename) throws MPIException {
        throw Errors.later("File.delete");
    }

    /** Deletes a file, with hints. */
    public static void delete(String filename, Info info) throws MPIException {
        throw Errors.later("File.delete");
    }

    /** Sets the length, in bytes. */
    public void setSize(long size) throws MPIException {
        throw Errors.later("File.setSize");
    }

    /** Makes room for a length, in bytes. */
    public void preallocate(long size) throws MPIException {
        throw Errors.later("File.preallocate");
    }

    /** The length, in bytes. */
    public long getSize() throws MPIException {
        throw Errors.later("File.getSize");
    }

    /** The processes that opened the file. */
    public Group getGroup() throws MPIException {
        throw Errors.later("File.getGroup");
    }

    /** How the file was opened. */
    public int getAMode() throws MPIException {
        throw Errors.later("File.getAMode");
    }

    /** Gives hints. */
    public void setInfo(Info info) throws MPIException {
        throw Errors.later("File.setInfo");
    }

    /** The hints that are in use. */
    public Info getInfo() throws MPIException {
        throw Errors.later("File.getInfo");
    }

    /** Says what this process sees of the file. */
    public void setView(long disp, Datatype etype, Datatype filetype, String datarep) throws MPIException {
        throw Errors.later("File.setView");
    }

    /** Says what this process sees of the file, with hints. */
    public void setView(long disp, Datatype etype, Datatype filetype, String datarep, Info info) throws MPIException {
        throw Errors.later("File.setView");
    }

    /** What this process sees of the file. */
    public FileView getView() {
        return view;
    }

    /** Reads at a position. */
    public Status readAt(long offset, Object buf, int count, Datatype type) throws MPIException {
        throw Errors.later("File.readAt");
    }

    /** Reads at a position; all call it. */
    public Status readAtAll(long offset, Object buf, int count, Datatype type) throws MPIException {
        throw Errors.later("File.readAtAll");
    }

    /** Writes at a position. */
    public Status writeAt(long offset, Object buf, int count, Datatype type) throws MPIException {
        throw Errors.later("File.writeAt");
    }

    /** Writes at a position; all call it. */
    public Status writeAtAll(long offset, Object buf, int count, Datatype type) throws MPIException {
        throw Errors.later("File.writeAtAll");
    }

    /** Starts {@code readAt}. */
    public Request iReadAt(long offset, Buffer buf, int count, Datatype type) throws MPIException {
        throw Errors.later("File.iReadAt");
    }

    /** Starts {@code readAtAll}. */
    public Request iReadAtAll(long offset, Buffer buf, int count, Datatype type) throws MPIException {
        throw Errors.later("File.iReadAtAll");
    }

    /** Starts {@code writeAt}. */
    public Request iWriteAt(long offset, Buffer buf, int count, Datatype type) throws MPIException {
        throw Errors.later("File.iWriteAt");
    }

    /** Starts {@code writeAtAll}. */
    public Request iWriteAtAll(long offset, Buffer buf, int count, Datatype type) throws MPIException {
        throw Errors.later("File.iWriteAtAll");
    }

    /** Reads where this process is. */
    public Status read(Object buf, int count, Datatype type) throws MPIException {
        throw Errors.later("File.read");
    }

    /** Reads where this process is; all call it. */
    public Status readAll(Object buf, int count, Datatype type) throws MPIException {
        throw Errors.later("File.readAll");
    }

    /** Writes where this process is. */
    public Status write(Object buf, int count, Datatype type) throws MPIException {
        throw Errors.later("File.write");
    }

    /** Writes where this process is; all call it. */
    public Status writeAll(Object buf, int count, Datatype type) throws MPIException {
        throw Errors.later("File.writeAll");
    }

    /** Starts {@code read}. */
    public Request iRead(Buffer buf, int count, Datatype type) throws MPIException {
        throw Errors.later("File.iRead");
    }

    /** Starts {@code readAll}. */
    public Request iReadAll(Buffer buf, int count, Datatype type) throws MPIException {
        throw Errors.later("File.iReadAll");
    }

    /** Starts {@code write}. */
    public Request iWrite(Buffer buf, int count, Datatype type) throws MPIException {
        throw Errors.later("File.iWrite");
    }

    /** Starts {@code writeAll}. */
    public Request iWriteAll(Buffer buf, int count, Datatype type) throws MPIException {
        throw Errors.later("File.iWriteAll");
    }

    /** Moves to a position. */
    public void seek(long offset, int whence) throws MPIException {
        throw Errors.later("File.seek");
    }

    /** Where this process is. */
    public long getPosition() throws MPIException {
        throw Errors.later("File.getPosition");
    }

    /** The byte in the file of a position in the view. */
    public long getByteOffset(long offset) throws MPIException {
        throw Errors.later("File.getByteOffset");
    }

    /** Reads where all are. */
    public Status readShared(Object buf, int count, Datatype type) throws MPIException {
        throw Errors.later("File.readShared");
    }

    /** Writes where all are. */
    public Status writeShared(Object buf, int count, Datatype type) throws MPIException {
        throw Errors.later("File.writeShared");
    }

    /** Starts {@code readShared}. */
    public Request iReadShared(Buffer buf, int count, Datatype type) throws MPIException {
        throw Errors.later("File.iReadShared");
    }

    /** Starts {@code writeShared}. */
    public Request iWriteShared(Buffer buf, int count, Datatype type) throws MPIException {
        throw Errors.later("File.iWriteShared");
    }

    /** Reads where all are, in the order of the ranks. */
    public Status readOrdered(Object buf, int count, Datatype type) throws MPIException {
        throw Errors.later("File.readOrdered");
    }

    /** Writes where all are, in the order of the ranks. */
    public Status writeOrdered(Object buf, int count, Datatype type) throws MPIException {
        throw Errors.later("File.writeOrdered");
    }

    /** Moves where all are. */
    public void seekShared(long offset, int whence) throws MPIException {
        throw Errors.later("File.seekShared");
    }

    /** Where all are. */
    public long getPositionShared() throws MPIException {
        throw Errors.later("File.getPositionShared");
    }

    /** Begins {@code readAtAll}. */
    public void readAtAllBegin(long offset, Object buf, int count, Datatype type) throws MPIException {
        throw Errors.later("File.readAtAllBegin");
    }

    /** Ends {@code readAtAll}. */
    public Status readAtAllEnd(Object buf) throws MPIException {
        throw Errors.later("File.readAtAllEnd");
    }

    /** Begins {@code writeAtAll}. */
    public void writeAtAllBegin(long offset, Object buf, int count, Datatype type) throws MPIException {
        throw Errors.later("File.writeAtAllBegin");
    }

    /** Ends {@code writeAtAll}. */
    public Status writeAtAllEnd(Object buf) throws MPIException {
        throw Errors.later("File.writeAtAllEnd");
    }

    /** Begins {@code readAll}. */
    public void readAllBegin(Object buf, int count, Datatype type) throws MPIException {
        throw Errors.later("File.readAllBegin");
    }

    /** Ends {@code readAll}. */
    public Status readAllEnd(Object buf) throws MPIException {
        throw Errors.later("File.readAllEnd");
    }

    /** Begins {@code writeAll}. */
    public void writeAllBegin(Object buf, int count, Datatype type) throws MPIException {
        throw Errors.later("File.writeAllBegin");
    }

    /** Ends {@code writeAll}. */
    public Status writeAllEnd(Object buf) throws MPIException {
        throw Errors.later("File.writeAllEnd");
    }

    /** Begins {@code readOrdered}. */
    public void readOrderedBegin(Object buf, int count, Datatype type) throws MPIException {
        throw Errors.later("File.readOrderedBegin");
    }

    /** Ends {@code readOrdered}. */
    public Status readOrderedEnd(Object buf) throws MPIException {
        throw Errors.later("File.readOrderedEnd");
    }

    /** Begins {@code writeOrdered}. */
    public void writeOrderedBegin(Object buf, int count, Datatype type) throws MPIException {
        throw Errors.later("File.writeOrderedBegin");
    }

    /** Ends {@code writeOrdered}. */
    public Status writeOrderedEnd(Object buf) throws MPIException {
        throw Errors.later("File.writeOrderedEnd");
    }

    /** The extent of a type in the file. */
    public int getTypeExtent(Datatype type) throws MPIException {
        throw Errors.later("File.getTypeExtent");
    }

    /** Says whether writes are seen whole. */
    public void setAtomicity(boolean atomicity) throws MPIException {
        throw Errors.later("File.setAtomicity");
    }

    /** Whether writes are seen whole. */
    public boolean getAtomicity() throws MPIException {
        throw Errors.later("File.getAtomicity");
    }

    /** Makes what was written visible to all. */
    public void sync() throws MPIException {
        throw Errors.later("File.sync");
    }

    /** Says what becomes of errors. */
    public void setErrhandler(Errhandler errhandler) throws MPIException {
        throw Errors.later("File.setErrhandler");
    }

    /** What becomes of errors. */
    public Errhandler getErrhandler() throws MPIException {
        throw Errors.later("File.getErrhandler");
    }

    /** Calls the error handler. */
    public void callErrhandler(int errorcode) throws MPIException {
        throw Errors.later("File.callErrhandler");
    }
}
