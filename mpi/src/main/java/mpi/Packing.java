package mpi;

import java.lang.ref.Reference;
import org.hawser.mpi.ErrorClass;
import org.hawser.mpi.MpiFailure;

/**
 * Packs items into arrays of bytes, for messages of type {@link MPI#PACKED}, and unpacks them. The packed form is that
 * of a message, so that what was packed may be received as its items, and the other way round.
 *
 * <p><b>Threads:</b> any.
 */
final class Packing {
    private Packing() {
    }

    /** Packs behind {@code position}; returns where the packed items end. */
    static int pack(Comm comm, Object in, int count, Datatype type, byte[] out, int position) throws MPIException {
        comm.inner("Comm.pack");
        try {
            long bytes = bytes(count, type);
            checkRoom(out, position, bytes);
            long place = place(comm, in, count, type, false);
            type.layout().pack(Datatype.array(in, count, type), place, 0, bytes, out, position);
            return (int) (position + bytes);
        } catch (RuntimeException e) {
            throw Errors.raise(comm, "Comm.pack", e);
        } finally {
            Reference.reachabilityFence(in);
        }
    }

    /** Unpacks from {@code position} on; returns where the packed items end. */
    static int unpack(Comm comm, byte[] in, int position, Object out, int count, Datatype type) throws MPIException {
        comm.inner("Comm.unpack");
        try {
            long bytes = bytes(count, type);
            checkRoom(in, position, bytes);
            long place = place(comm, out, count, type, true);
            type.layout().unpack(in, position, Datatype.array(out, count, type), place, 0, bytes);
            return (int) (position + bytes);
        } catch (RuntimeException e) {
            throw Errors.raise(comm, "Comm.unpack", e);
        } finally {
            Reference.reachabilityFence(out);
        }
    }

    /** The bytes that items take. */
    static int size(Comm comm, int count, Datatype type) throws MPIException {
        comm.inner("Comm.packSize");
        try {
            long bytes = bytes(count, type);
            return bytes > Integer.MAX_VALUE ? MPI.UNDEFINED : (int) bytes;
        } catch (RuntimeException e) {
            throw Errors.raise(comm, "Comm.packSize", e);
        }
    }

    private static long place(Comm comm, Object buffer, int count, Datatype type, boolean written) {
        return comm.handler().isFatal() ? Datatype.placeInAny(buffer, count, type, written)
            : Datatype.place(buffer, count, type, written);
    }

    private static long bytes(int count, Datatype type) {
        Datatype.layoutOf(type);
        if (count < 0) {
            throw new MpiFailure(ErrorClass.COUNT, "the count is negative: count=" + count);
        }
        return Datatype.packed(count, type);
    }

    private static void checkRoom(byte[] packed, int position, long bytes) {
        if (packed == null) {
            throw new MpiFailure(ErrorClass.BUFFER, "the buffer of packed items is null");
        }
        if (position < 0) {
            throw new MpiFailure(ErrorClass.ARG, "the position is negative: position=" + position);
        }
        if (bytes > packed.length - position) {
            throw new MpiFailure(ErrorClass.TRUNCATE, "the packed items do not fit: bytes=" + bytes + " position="
                + position + " length=" + packed.length);
        }
    }
}
