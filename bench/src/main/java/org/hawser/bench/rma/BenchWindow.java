package org.hawser.bench.rma;

import static org.hawser.platform.memory.Words.getAcquire;
import static org.hawser.platform.memory.Words.setRelease;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Win;

/**
 * A window of an experiment, onto memory of the runtime. Displacements are bytes.
 *
 * <p><b>Threads:</b> as {@link Win}. <b>Allocates:</b> at construction.
 *
 * @param win    the window
 * @param memory this rank's part of it
 */
public record BenchWindow(Win win, MemorySegment memory) implements AutoCloseable {

    /** A window of a design, with as many bytes at each rank; collective. */
    public static BenchWindow make(Comm comm, int bytes, Design design) throws MPIException {
        ByteBuffer buffer = MPI.newByteBuffer(bytes);
        Win win = new Win(buffer, bytes, 1, design.info(), comm);
        return new BenchWindow(win, MemorySegment.ofBuffer(buffer).fill((byte) 0));
    }

    /** A window as the settings of the job have it; collective. */
    public static BenchWindow make(Comm comm, int bytes) throws MPIException {
        return make(comm, bytes, Design.STANDARD);
    }

    /** Reads a word of this rank's part that others may write. */
    public long word(long offset) {
        // Acquire: what the writer put before this word is seen with it.
        return getAcquire(memory, offset);
    }

    /** Writes a word of this rank's part. */
    public void word(long offset, long value) {
        setRelease(memory, offset, value);
    }

    /** Frees the window; collective. */
    @Override
    public void close() throws MPIException {
        win.free();
    }
}
