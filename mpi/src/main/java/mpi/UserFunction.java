package mpi;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import org.hawser.mpi.datatype.Memory;
import org.hawser.platform.memory.RawBytes;

/**
 * How a program's own operation combines two arrays of items. Override one of the two: the one with objects sees arrays
 * of what the datatype is made of, the one with byte buffers sees direct buffers in native order. Items begin an extent
 * of the datatype apart. A collective may combine its items a part at a time; {@code reduce}, {@code allReduce} and the
 * scans do so only when the items of a rank are longer than 64 KiB in all.
 *
 * <pre>{@code
 * Op largest = new Op(new UserFunction() {
 *     public void call(Object in, Object inOut, int count, Datatype type) {
 *         int[] a = (int[]) in;
 *         int[] b = (int[]) inOut;
 *         for (int i = 0; i < count; i++) {
 *             b[i] = Math.max(a[i], b[i]);
 *         }
 *     }
 * }, true);
 * }</pre>
 *
 * <p><b>Threads:</b> called by a thread that is in a call of MPI's.
 */
public abstract class UserFunction {
    /** A function. */
    public UserFunction() {
    }

    /** Combines {@code in} and {@code inOut} into {@code inOut}, item by item. */
    public void call(Object in, Object inOut, int count, Datatype datatype) throws MPIException {
        throw new UnsupportedOperationException("override one of UserFunction's two methods: class="
            + getClass().getName());
    }

    /** The same on bytes; calls the other one, with copies in arrays, unless it is overridden. */
    public void call(ByteBuffer in, ByteBuffer inOut, int count, Datatype datatype) throws MPIException {
        Object result = arrayOf(inOut, datatype);
        call(arrayOf(in, datatype), result, count, datatype);
        MemorySegment to = MemorySegment.ofBuffer(inOut.duplicate().clear());
        to.copyFrom(RawBytes.segmentOf(result));
    }

    static boolean holdsBooleans(Datatype type) {
        return type.arrays() == Memory.BOOLEANS;
    }

    static boolean[] booleans(ByteBuffer from) {
        boolean[] booleans = new boolean[from.capacity()];
        for (int i = 0; i < booleans.length; i++) {
            booleans[i] = from.get(i) != 0;
        }
        return booleans;
    }

    /** A copy in an array of what the type is made of, as far as whole elements go; of bytes, for structs. */
    private static Object arrayOf(ByteBuffer buffer, Datatype type) {
        int bytes = buffer.capacity();
        Object array = switch (type.arrays()) {
            case Memory.CHARS -> new char[bytes >> 1];
            case Memory.SHORTS -> new short[bytes >> 1];
            case Memory.INTS -> new int[bytes >> 2];
            case Memory.LONGS -> new long[bytes >> 3];
            case Memory.FLOATS -> new float[bytes >> 2];
            case Memory.DOUBLES -> new double[bytes >> 3];
            default -> new byte[bytes];
        };
        MemorySegment to = RawBytes.segmentOf(array);
        to.copyFrom(MemorySegment.ofBuffer(buffer.duplicate().clear()).asSlice(0, to.byteSize()));
        return array;
    }
}
