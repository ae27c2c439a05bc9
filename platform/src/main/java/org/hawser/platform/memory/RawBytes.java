package org.hawser.platform.memory;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Copies of bytes by address, and between addresses and arrays of any primitive type, for the paths where a nanosecond
 * counts; see {@link RawWords} for why, and for what the caller owes: bounds, and memory that stays.
 *
 * <p>An array's bytes are counted from its first element. Few bytes are moved by loads and stores, as a general copy
 * costs as much as forty of them.
 *
 * <p><b>Threads:</b> any. <b>Allocates:</b> nothing for bytes and for whole elements.
 */
public final class RawBytes {
    private static final VarHandle LONGS = ValueLayout.JAVA_LONG_UNALIGNED.varHandle().withInvokeExactBehavior();
    private static final VarHandle BYTES = ValueLayout.JAVA_BYTE.varHandle().withInvokeExactBehavior();
    private static final VarHandle ARRAY_LONGS =
        MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder()).withInvokeExactBehavior();
    private static final boolean LITTLE = ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN;
    private static final int FEW = 16;

    private RawBytes() {
    }

    /** Reads a long at any address; not atomic. */
    public static long getLong(long address) {
        return RawWords.DIRECT ? (long) LONGS.get(RawWords.ALL, address) : Searched.getLong(address);
    }

    /** Writes a long at any address; not atomic. */
    public static void setLong(long address, long value) {
        if (RawWords.DIRECT) {
            LONGS.set(RawWords.ALL, address, value);
        } else {
            Searched.setLong(address, value);
        }
    }

    /** Reads a byte that another process may write; what is read later is at least as new. */
    public static byte getByteAcquire(long address) {
        return RawWords.DIRECT ? (byte) BYTES.getAcquire(RawWords.ALL, address) : Searched.getByteAcquire(address);
    }

    /** Writes a byte after all that this thread wrote before. */
    public static void setByteRelease(long address, byte value) {
        if (RawWords.DIRECT) {
            BYTES.setRelease(RawWords.ALL, address, value);
        } else {
            Searched.setByteRelease(address, value);
        }
    }

    /**
     * Copies between addresses; the two may overlap. What is as long as a number of Java is one load and one store: at
     * an address that is a multiple of its length, nobody sees half of it.
     */
    public static void copy(long from, long to, long bytes) {
        if (bytes == Long.BYTES) {
            setLong(to, getLong(from));
        } else if (bytes > FEW) {
            MemorySegment.copy(base(from), place(from), base(to), place(to), bytes);
        } else if (bytes > Long.BYTES) {
            long first = getLong(from);
            long last = getLong(from + bytes - Long.BYTES);
            setLong(to, first);
            setLong(to + bytes - Long.BYTES, last);
        } else {
            copyFew(from, to, (int) bytes);
        }
    }

    /** Fewer than 8 bytes; all are loaded before one is stored. */
    private static void copyFew(long from, long to, int bytes) {
        if (bytes == Integer.BYTES) {
            RawNumbers.setInt(to, RawNumbers.getInt(from));
        } else if (bytes > Integer.BYTES) {
            int first = RawNumbers.getInt(from);
            int last = RawNumbers.getInt(from + bytes - Integer.BYTES);
            RawNumbers.setInt(to, first);
            RawNumbers.setInt(to + bytes - Integer.BYTES, last);
        } else if (bytes == 1) {
            RawNumbers.setByte(to, RawNumbers.getByte(from));
        } else if (bytes > 1) {
            byte last = RawNumbers.getByte(from + bytes - 1);
            RawNumbers.setShort(to, RawNumbers.getShort(from));
            if (bytes > Short.BYTES) {
                RawNumbers.setByte(to + bytes - 1, last);
            }
        }
    }

    /** Copies out of an array. */
    public static void copy(Object array, long offset, long to, long bytes) {
        if (array instanceof byte[] from) {
            if (bytes >= Long.BYTES && bytes <= FEW) {
                int last = (int) (offset + bytes) - Long.BYTES;
                setLong(to, (long) ARRAY_LONGS.get(from, (int) offset));
                setLong(to + bytes - Long.BYTES, (long) ARRAY_LONGS.get(from, last));
            } else if (bytes > 0) {
                MemorySegment.copy(from, (int) offset, base(to), ValueLayout.JAVA_BYTE, place(to), (int) bytes);
            }
        } else if (array instanceof boolean[] from) {
            copyBooleans(from, (int) offset, to, (int) bytes);
        } else if (bytes > 0 && !copyOne(array, offset, to, bytes)) {
            int shift = shift(array);
            if (((offset | bytes) & (1 << shift) - 1) == 0) {
                MemorySegment.copy(array, (int) (offset >> shift), base(to), elements(array), place(to),
                    (int) (bytes >> shift));
            } else {
                MemorySegment.copy(segmentOf(array), offset, base(to), place(to), bytes);
            }
        }
    }

    /** Copies into an array. */
    public static void copy(long from, Object array, long offset, long bytes) {
        if (array instanceof byte[] to) {
            if (bytes >= Long.BYTES && bytes <= FEW) {
                int last = (int) (offset + bytes) - Long.BYTES;
                ARRAY_LONGS.set(to, (int) offset, getLong(from));
                ARRAY_LONGS.set(to, last, getLong(from + bytes - Long.BYTES));
            } else if (bytes > 0) {
                MemorySegment.copy(base(from), ValueLayout.JAVA_BYTE, place(from), to, (int) offset, (int) bytes);
            }
        } else if (array instanceof boolean[] to) {
            copyBooleans(from, to, (int) offset, (int) bytes);
        } else if (bytes > 0 && !copyOne(from, array, offset, bytes)) {
            int shift = shift(array);
            if (((offset | bytes) & (1 << shift) - 1) == 0) {
                MemorySegment.copy(base(from), elements(array), place(from), array, (int) (offset >> shift),
                    (int) (bytes >> shift));
            } else {
                MemorySegment.copy(base(from), place(from), segmentOf(array), offset, bytes);
            }
        }
    }

    /** Copies one element of the common kinds with one store; false when it is none. */
    private static boolean copyOne(Object array, long offset, long to, long bytes) {
        if (bytes == Long.BYTES && (offset & Long.BYTES - 1) == 0) {
            if (array instanceof double[] from) {
                setLong(to, Double.doubleToRawLongBits(from[(int) (offset >> 3)]));
                return true;
            }
            if (array instanceof long[] from) {
                setLong(to, from[(int) (offset >> 3)]);
                return true;
            }
        } else if (bytes == Integer.BYTES && (offset & Integer.BYTES - 1) == 0 && array instanceof int[] from) {
            RawNumbers.setInt(to, from[(int) (offset >> 2)]);
            return true;
        }
        return false;
    }

    private static boolean copyOne(long from, Object array, long offset, long bytes) {
        if (bytes == Long.BYTES && (offset & Long.BYTES - 1) == 0) {
            if (array instanceof double[] to) {
                to[(int) (offset >> 3)] = Double.longBitsToDouble(getLong(from));
                return true;
            }
            if (array instanceof long[] to) {
                to[(int) (offset >> 3)] = getLong(from);
                return true;
            }
        } else if (bytes == Integer.BYTES && (offset & Integer.BYTES - 1) == 0 && array instanceof int[] to) {
            to[(int) (offset >> 2)] = RawNumbers.getInt(from);
            return true;
        }
        return false;
    }

    /** Copies between any two places, each an array and an offset or, when the array is null, an address. */
    public static void copy(Object from, long fromAt, Object to, long toAt, long bytes) {
        if (from == null) {
            if (to == null) {
                copy(fromAt, toAt, bytes);
            } else {
                copy(fromAt, to, toAt, bytes);
            }
        } else if (to == null) {
            copy(from, fromAt, toAt, bytes);
        } else if (from instanceof boolean[] || to instanceof boolean[]) {
            copyBooleans(from, (int) fromAt, to, (int) toAt, (int) bytes);
        } else if (bytes > 0) {
            copyArrays(from, fromAt, to, toAt, bytes);
        }
    }

    private static void copyArrays(Object from, long fromAt, Object to, long toAt, long bytes) {
        int shift = shift(from);
        if (from.getClass() == to.getClass() && ((fromAt | toAt | bytes) & (1 << shift) - 1) == 0) {
            System.arraycopy(from, (int) (fromAt >> shift), to, (int) (toAt >> shift), (int) (bytes >> shift));
        } else {
            MemorySegment.copy(segmentOf(from), fromAt, segmentOf(to), toAt, bytes);
        }
    }

    /** Up to 8 bytes at an address as a long, the first byte lowest on a little-endian machine; the rest is zero. */
    public static long load(long address, int bytes) {
        if (bytes == Long.BYTES) {
            return getLong(address);
        }
        long value = 0;
        for (int i = 0; i < bytes; i++) {
            value |= (getByteAcquire(address + i) & 0xffL) << shift(i);
        }
        return value;
    }

    /** Up to 8 bytes of an array as a long; see {@link #load(long, int)}. */
    public static long load(Object array, long offset, int bytes) {
        if (array instanceof byte[] from) {
            if (bytes == Long.BYTES) {
                return (long) ARRAY_LONGS.get(from, (int) offset);
            }
            long value = 0;
            for (int i = 0; i < bytes; i++) {
                value |= (from[(int) offset + i] & 0xffL) << shift(i);
            }
            return value;
        }
        return loadElements(array, offset, bytes);
    }

    /** Writes the bytes of {@link #load(long, int)} to an address. */
    public static void store(long value, long address, int bytes) {
        if (bytes == Long.BYTES) {
            setLong(address, value);
            return;
        }
        for (int i = 0; i < bytes; i++) {
            setByteRelease(address + i, (byte) (value >>> shift(i)));
        }
    }

    /** Writes the bytes of {@link #load(long, int)} into an array. */
    public static void store(long value, Object array, long offset, int bytes) {
        if (array instanceof byte[] to) {
            if (bytes == Long.BYTES) {
                ARRAY_LONGS.set(to, (int) offset, value);
                return;
            }
            for (int i = 0; i < bytes; i++) {
                to[(int) offset + i] = (byte) (value >>> shift(i));
            }
        } else {
            storeElements(value, array, offset, bytes);
        }
    }

    private static long loadElements(Object array, long offset, int bytes) {
        if (bytes == Long.BYTES && array instanceof double[] from && (offset & 7) == 0) {
            return Double.doubleToRawLongBits(from[(int) (offset >> 3)]);
        }
        if (bytes == Long.BYTES && array instanceof long[] from && (offset & 7) == 0) {
            return from[(int) (offset >> 3)];
        }
        if (bytes == Integer.BYTES && array instanceof int[] from && (offset & 3) == 0) {
            int value = from[(int) (offset >> 2)];
            return LITTLE ? value & 0xffffffffL : (long) value << 32;
        }
        if (bytes == Integer.BYTES && array instanceof float[] from && (offset & 3) == 0) {
            int value = Float.floatToRawIntBits(from[(int) (offset >> 2)]);
            return LITTLE ? value & 0xffffffffL : (long) value << 32;
        }
        long value = 0;
        for (int i = 0; i < bytes; i++) {
            long each = array instanceof boolean[] from ? from[(int) offset + i] ? 1 : 0
                : segmentOf(array).get(ValueLayout.JAVA_BYTE, offset + i) & 0xffL;
            value |= each << shift(i);
        }
        return value;
    }

    private static void storeElements(long value, Object array, long offset, int bytes) {
        if (bytes == Long.BYTES && array instanceof double[] to && (offset & 7) == 0) {
            to[(int) (offset >> 3)] = Double.longBitsToDouble(value);
        } else if (bytes == Long.BYTES && array instanceof long[] to && (offset & 7) == 0) {
            to[(int) (offset >> 3)] = value;
        } else if (bytes == Integer.BYTES && array instanceof int[] to && (offset & 3) == 0) {
            to[(int) (offset >> 2)] = (int) (LITTLE ? value : value >>> 32);
        } else if (bytes == Integer.BYTES && array instanceof float[] to && (offset & 3) == 0) {
            to[(int) (offset >> 2)] = Float.intBitsToFloat((int) (LITTLE ? value : value >>> 32));
        } else {
            for (int i = 0; i < bytes; i++) {
                byte each = (byte) (value >>> shift(i));
                if (array instanceof boolean[] to) {
                    to[(int) offset + i] = each != 0;
                } else {
                    segmentOf(array).set(ValueLayout.JAVA_BYTE, offset + i, each);
                }
            }
        }
    }

    /** The memory of an array that segments know: all but those of booleans. */
    public static MemorySegment segmentOf(Object array) {
        return switch (array) {
            case byte[] a -> MemorySegment.ofArray(a);
            case int[] a -> MemorySegment.ofArray(a);
            case long[] a -> MemorySegment.ofArray(a);
            case double[] a -> MemorySegment.ofArray(a);
            case float[] a -> MemorySegment.ofArray(a);
            case short[] a -> MemorySegment.ofArray(a);
            case char[] a -> MemorySegment.ofArray(a);
            default -> throw new IllegalArgumentException("not an array of numbers: type="
                + array.getClass().getTypeName());
        };
    }

    /** The logarithm of an element's length; 0 also for what is no array of numbers. */
    private static int shift(Object array) {
        if (array instanceof double[] || array instanceof long[]) {
            return 3;
        }
        return array instanceof int[] || array instanceof float[] ? 2
            : array instanceof short[] || array instanceof char[] ? 1 : 0;
    }

    /** The layout that an array's elements have at any address. */
    private static ValueLayout elements(Object array) {
        return switch (array) {
            case double[] a -> ValueLayout.JAVA_DOUBLE_UNALIGNED;
            case int[] a -> ValueLayout.JAVA_INT_UNALIGNED;
            case long[] a -> ValueLayout.JAVA_LONG_UNALIGNED;
            case float[] a -> ValueLayout.JAVA_FLOAT_UNALIGNED;
            case short[] a -> ValueLayout.JAVA_SHORT_UNALIGNED;
            case char[] a -> ValueLayout.JAVA_CHAR_UNALIGNED;
            default -> ValueLayout.JAVA_BYTE;
        };
    }

    private static void copyBooleans(boolean[] from, int offset, long to, int bytes) {
        for (int i = 0; i < bytes; i++) {
            setByteRelease(to + i, (byte) (from[offset + i] ? 1 : 0));
        }
    }

    private static void copyBooleans(long from, boolean[] to, int offset, int bytes) {
        for (int i = 0; i < bytes; i++) {
            to[offset + i] = getByteAcquire(from + i) != 0;
        }
    }

    private static void copyBooleans(Object from, int fromAt, Object to, int toAt, int bytes) {
        if (from instanceof boolean[] && to instanceof boolean[]) {
            System.arraycopy(from, fromAt, to, toAt, bytes);
            return;
        }
        for (int i = 0; i < bytes; i++) {
            store(load(from, fromAt + i, 1), to, toAt + i, 1);
        }
    }

    private static int shift(int index) {
        return 8 * (LITTLE ? index : Long.BYTES - 1 - index);
    }

    /** Memory at an address, for those who want a segment; the caller sees to it that it stays. */
    public static MemorySegment segmentAt(long address, long bytes) {
        return base(address).asSlice(place(address), bytes);
    }

    static MemorySegment base(long address) {
        return RawWords.DIRECT ? RawWords.ALL : KnownSegments.holding(address);
    }

    static long place(long address) {
        return RawWords.DIRECT ? address : offset(address);
    }

    private static long offset(long address) {
        return address - KnownSegments.holding(address).address();
    }

    /** The way without native access; out of line, so that the accesses above are small enough to be inlined. */
    private static final class Searched {
        static long getLong(long address) {
            return (long) LONGS.get(KnownSegments.holding(address), offset(address));
        }

        static void setLong(long address, long value) {
            LONGS.set(KnownSegments.holding(address), offset(address), value);
        }

        static byte getByteAcquire(long address) {
            return (byte) BYTES.getAcquire(KnownSegments.holding(address), offset(address));
        }

        static void setByteRelease(long address, byte value) {
            BYTES.setRelease(KnownSegments.holding(address), offset(address), value);
        }
    }
}
