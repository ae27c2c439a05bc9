package org.hawser.mpi.datatype;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.ShortBuffer;
import org.hawser.mpi.Caller;
import org.hawser.mpi.ErrorClass;
import org.hawser.mpi.MpiFailure;
import org.hawser.platform.libc.Notices;
import org.hawser.platform.memory.RawWords;

/**
 * Finds the memory of what programs give as a buffer: arrays, NIO buffers, memory segments.
 *
 * <p>Memory is an array and an offset in bytes from its first element, or no array and an address. The two come from
 * two methods, {@link #place} and {@link #array}, so that nothing is allocated. Element 0 of a buffer is its start,
 * whatever its position and limit are.
 *
 * <p>Arrays and heap buffers must hold what the datatype is made of, unless the caller takes them {@link #FOR_BYTES};
 * bytes, direct buffers and segments may hold anything.
 *
 * <p><b>Threads:</b> any. <b>Allocates:</b> when a direct buffer is seen for the first time, for heap buffers that are
 * read-only (a copy is sent), for views of heap buffers, and for failures.
 */
public final class Memory {
    /** Bytes. */
    public static final int BYTES = 1;
    /** Chars. */
    public static final int CHARS = 2;
    /** Shorts. */
    public static final int SHORTS = 4;
    /** Booleans. */
    public static final int BOOLEANS = 8;
    /** Ints. */
    public static final int INTS = 16;
    /** Longs. */
    public static final int LONGS = 32;
    /** Floats. */
    public static final int FLOATS = 64;
    /** Doubles. */
    public static final int DOUBLES = 128;
    /** Any array but one of booleans, for the bytes it holds; the first time that this is needed is told. */
    public static final int FOR_BYTES = (CHARS | SHORTS | INTS | LONGS | FLOATS | DOUBLES) << 8;

    /** Whether a line has told of that; two threads may tell it twice. */
    private static boolean bytesTaken;

    private Memory() {
    }

    /**
     * Checks that {@code bytes} of the buffer can be read, or written, and returns their offset or address.
     *
     * @param arrays the kinds of array that may hold them
     * @throws MpiFailure when they are not there, or of the wrong kind
     */
    public static long place(Object buffer, int arrays, long bytes, boolean written) {
        if (buffer instanceof byte[] array) {
            if (bytes > array.length) {
                throw tooShort(buffer, bytes, array.length);
            }
            return 0;
        }
        if (buffer instanceof double[] array) {
            return inArray(buffer, arrays, DOUBLES, bytes, (long) array.length << 3);
        }
        if (buffer instanceof int[] array) {
            return inArray(buffer, arrays, INTS, bytes, (long) array.length << 2);
        }
        if (buffer instanceof Buffer nio) {
            return nio.isDirect() ? direct(nio, bytes, written) : heap(nio, arrays, bytes, written);
        }
        return placeRare(buffer, arrays, bytes, written);
    }

    /**
     * The address of a direct buffer that {@link #place} has met before, when so many bytes of it can be read, or
     * written: the same as place has, with less to look at. 0 for all else, and for what place refuses.
     */
    public static long known(Object buffer, long bytes, boolean written) {
        if (RawWords.isDirect() && buffer instanceof Buffer nio) {
            DirectBuffers.Known found = DirectBuffers.find(nio);
            if (found != null && bytes <= found.bytes && !(written && found.readOnly)) {
                return found.address;
            }
        }
        return 0;
    }

    private static long placeRare(Object buffer, int arrays, long bytes, boolean written) {
        return switch (buffer) {
            case long[] array -> inArray(buffer, arrays, LONGS, bytes, (long) array.length << 3);
            case float[] array -> inArray(buffer, arrays, FLOATS, bytes, (long) array.length << 2);
            case char[] array -> inArray(buffer, arrays, CHARS, bytes, (long) array.length << 1);
            case short[] array -> inArray(buffer, arrays, SHORTS, bytes, (long) array.length << 1);
            case boolean[] array -> inArray(buffer, arrays, BOOLEANS, bytes, array.length);
            case MemorySegment segment -> inSegment(segment, bytes, written);
            case null -> inNothing(bytes);
            default -> inOther(buffer, bytes);
        };
    }

    /** Any object will do for a message of nothing. */
    private static long inOther(Object buffer, long bytes) {
        if (bytes > 0) {
            throw new MpiFailure(ErrorClass.BUFFER, "not a buffer (an array of primitives such as int[], "
                + "a java.nio.Buffer or a MemorySegment): class=" + buffer.getClass().getTypeName()
                + insteadOf(buffer));
        }
        return 0;
    }

    /** What to give in place of what is no buffer. */
    private static String insteadOf(Object buffer) {
        Class<?> type = buffer.getClass();
        Class<?> element = type.isArray() ? type.getComponentType() : type;
        if (element.isArray()) {
            return "; rows of an array of arrays go one by one, or lie in one array";
        }
        if (element == Boolean.class || element == Character.class
                || Number.class.isAssignableFrom(element) && element.getPackageName().equals("java.lang")) {
            return "; items are primitives, also where there is only one: new int[] {n}";
        }
        return "; objects go as MPI.BYTE, as an ObjectOutputStream writes them into a byte[]";
    }

    /** The array of a buffer that {@link #place} has checked; null when it lies outside the heap. */
    public static Object array(Object buffer, long bytes) {
        if (buffer == null || buffer.getClass().isArray()) {
            return buffer instanceof Object[] ? null : buffer;
        }
        if (buffer instanceof Buffer nio) {
            return nio.isDirect() ? null : arrayOf(nio, bytes);
        }
        return buffer instanceof MemorySegment segment ? arrayOf(segment, bytes) : null;
    }

    /** The bytes of a buffer, from its start to its capacity. */
    public static long bytes(Buffer buffer) {
        return (long) buffer.capacity() << shift(buffer);
    }

    /** How many bytes before a {@link #place} are of the same array; 0 where that is not known. */
    public static long reachesBack(Object buffer, long place) {
        boolean inArray = buffer instanceof Buffer nio && nio.hasArray() && !nio.isDirect()
            || buffer != null && buffer.getClass().isArray();
        return inArray ? place : 0;
    }

    private static long inArray(Object array, int arrays, int kind, long bytes, long room) {
        if ((arrays & kind) == 0) {
            takeForBytes(array, arrays, kind);
        }
        if (bytes > room) {
            throw tooShort(array, bytes, room);
        }
        return 0;
    }

    /** Refuses an array whose elements are not those of the datatype, unless it may be taken for its bytes. */
    private static void takeForBytes(Object array, int arrays, int kind) {
        if ((arrays & kind << 8) == 0) {
            throw wrongType(array);
        }
        if (!bytesTaken) {
            bytesTaken = true;
            Notices.once("the datatype does not fit the buffer's elements, its bytes are taken as they lie: class="
                + array.getClass().getSimpleName() + Caller.place());
        }
    }

    private static long inNothing(long bytes) {
        if (bytes > 0) {
            throw new MpiFailure(ErrorClass.BUFFER, "the buffer is null: bytes=" + bytes);
        }
        return 0;
    }

    private static long direct(Buffer buffer, long bytes, boolean written) {
        DirectBuffers.Known found = DirectBuffers.of(buffer);
        if (bytes > found.bytes) {
            throw tooShort(buffer, bytes, found.bytes);
        }
        if (written && found.readOnly) {
            throw readOnly(buffer);
        }
        return RawWords.isDirect() ? found.address : known(buffer);
    }

    /** Makes the whole buffer known, where an address alone does not do; out of line, so that the rest is inlined. */
    private static long known(Buffer buffer) {
        return RawWords.addressOf(segment(buffer));
    }

    private static long heap(Buffer buffer, int arrays, long bytes, boolean written) {
        int shift = shift(buffer);
        if (((arrays | BYTES) & kind(buffer)) == 0) {
            takeForBytes(buffer, arrays, kind(buffer));
        }
        if (bytes > (long) buffer.capacity() << shift) {
            throw tooShort(buffer, bytes, (long) buffer.capacity() << shift);
        }
        if (buffer.isReadOnly()) {
            if (written) {
                throw readOnly(buffer);
            }
            return 0;
        }
        return buffer.hasArray() ? (long) buffer.arrayOffset() << shift
            : MemorySegment.ofBuffer(buffer).address() - ((long) buffer.position() << shift);
    }

    private static long inSegment(MemorySegment segment, long bytes, boolean written) {
        if (bytes > segment.byteSize()) {
            throw tooShort(segment, bytes, segment.byteSize());
        }
        if (!segment.scope().isAlive() || !segment.isAccessibleBy(Thread.currentThread())) {
            throw new MpiFailure(ErrorClass.BUFFER, segment.scope().isAlive()
                ? "the memory segment belongs to another thread: segment=" + segment
                : "the memory segment's arena is closed: segment=" + segment);
        }
        if (segment.isReadOnly()) {
            if (written) {
                throw readOnly(segment);
            }
            return segment.isNative() ? RawWords.addressOf(segment) : 0;
        }
        return segment.isNative() ? RawWords.addressOf(segment) : segment.address();
    }

    private static Object arrayOf(Buffer buffer, long bytes) {
        if (buffer.hasArray()) {
            return buffer.array();
        }
        return buffer.isReadOnly() ? copy(buffer, bytes) : MemorySegment.ofBuffer(buffer).heapBase().orElseThrow();
    }

    private static Object arrayOf(MemorySegment segment, long bytes) {
        if (segment.isNative()) {
            return null;
        }
        return segment.isReadOnly() ? copy(segment, bytes) : segment.heapBase().orElseThrow();
    }

    /** The first {@code bytes} of a checked buffer in memory of its own: an array or, for very many, a segment. */
    public static Object copy(Object buffer, long bytes) {
        MemorySegment from = segment(buffer);
        if (bytes > Integer.MAX_VALUE - 8) {
            return Arena.ofAuto().allocate(bytes, 8).copyFrom(from.asSlice(0, bytes));
        }
        byte[] copy = new byte[(int) bytes];
        MemorySegment.copy(from, 0, MemorySegment.ofArray(copy), 0, bytes);
        return copy;
    }

    /** All of a buffer, from element 0, as a segment. */
    public static MemorySegment segment(Object buffer) {
        return switch (buffer) {
            case null -> MemorySegment.NULL;
            case byte[] array -> MemorySegment.ofArray(array);
            case char[] array -> MemorySegment.ofArray(array);
            case short[] array -> MemorySegment.ofArray(array);
            case int[] array -> MemorySegment.ofArray(array);
            case long[] array -> MemorySegment.ofArray(array);
            case float[] array -> MemorySegment.ofArray(array);
            case double[] array -> MemorySegment.ofArray(array);
            case boolean[] array -> MemorySegment.ofArray(bytesOf(array));
            case CharBuffer chars when !chars.isDirect() && !chars.hasArray() -> MemorySegment.ofArray(charsOf(chars));
            case Buffer nio -> MemorySegment.ofBuffer(nio.duplicate().clear());
            case MemorySegment segment -> segment;
            default -> throw new IllegalArgumentException("not a buffer: class=" + buffer.getClass().getName());
        };
    }

    /** Segments cannot be laid over booleans; what is read is a copy. */
    private static byte[] bytesOf(boolean[] array) {
        byte[] bytes = new byte[array.length];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) (array[i] ? 1 : 0);
        }
        return bytes;
    }

    /** Of a buffer that may lie over a string. */
    private static char[] charsOf(CharBuffer buffer) {
        char[] chars = new char[buffer.capacity()];
        buffer.duplicate().clear().get(chars);
        return chars;
    }

    /** The logarithm of an element's length. */
    static int shift(Buffer buffer) {
        if (buffer instanceof ByteBuffer) {
            return 0;
        }
        if (buffer instanceof DoubleBuffer || buffer instanceof LongBuffer) {
            return 3;
        }
        return buffer instanceof IntBuffer || buffer instanceof FloatBuffer ? 2 : 1;
    }

    private static int kind(Buffer buffer) {
        return switch (buffer) {
            case ByteBuffer b -> BYTES;
            case IntBuffer b -> INTS;
            case DoubleBuffer b -> DOUBLES;
            case LongBuffer b -> LONGS;
            case FloatBuffer b -> FLOATS;
            case CharBuffer b -> CHARS;
            case ShortBuffer b -> SHORTS;
        };
    }

    private static MpiFailure tooShort(Object buffer, long bytes, long room) {
        return new MpiFailure(ErrorClass.BUFFER, "the buffer is too short for the count: needed bytes=" + bytes
            + " room=" + room + " class=" + buffer.getClass().getSimpleName());
    }

    private static MpiFailure wrongType(Object buffer) {
        return new MpiFailure(ErrorClass.TYPE, "the datatype does not fit the buffer's elements: class="
            + buffer.getClass().getSimpleName());
    }

    private static MpiFailure readOnly(Object buffer) {
        return new MpiFailure(ErrorClass.BUFFER, "a read-only buffer cannot be received into: class="
            + buffer.getClass().getSimpleName());
    }
}
