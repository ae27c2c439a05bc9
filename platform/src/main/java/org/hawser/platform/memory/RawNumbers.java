package org.hawser.platform.memory;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;

/**
 * Numbers of every primitive type at any address, aligned or not, in native order; see {@link RawWords} for why by
 * address, and for what the caller owes: bounds, and memory that stays. Longs are in {@link RawBytes}.
 *
 * <p>The copies know the kind of array when they are compiled, which saves half of what a few elements cost.
 *
 * <p>A loop over one run of addresses and arrays is compiled to vector instructions. One that loads from a run of
 * addresses and stores to another is not, as the two might overlap: bring one of them into an array first.
 *
 * <p><b>Threads:</b> any; an access is neither atomic nor ordered. <b>Allocates:</b> nothing.
 */
public final class RawNumbers {
    private static final VarHandle BYTES = ValueLayout.JAVA_BYTE.varHandle().withInvokeExactBehavior();
    private static final VarHandle SHORTS = ValueLayout.JAVA_SHORT_UNALIGNED.varHandle().withInvokeExactBehavior();
    private static final VarHandle INTS = ValueLayout.JAVA_INT_UNALIGNED.varHandle().withInvokeExactBehavior();
    private static final VarHandle FLOATS = ValueLayout.JAVA_FLOAT_UNALIGNED.varHandle().withInvokeExactBehavior();
    private static final VarHandle DOUBLES = ValueLayout.JAVA_DOUBLE_UNALIGNED.varHandle().withInvokeExactBehavior();

    private RawNumbers() {
    }

    /** Reads a byte. */
    public static byte getByte(long address) {
        return RawWords.DIRECT ? (byte) BYTES.get(RawWords.ALL, address) : Searched.getByte(address);
    }

    /** Writes a byte. */
    public static void setByte(long address, byte value) {
        if (RawWords.DIRECT) {
            BYTES.set(RawWords.ALL, address, value);
        } else {
            Searched.setByte(address, value);
        }
    }

    /** Reads a short. */
    public static short getShort(long address) {
        return RawWords.DIRECT ? (short) SHORTS.get(RawWords.ALL, address) : Searched.getShort(address);
    }

    /** Writes a short. */
    public static void setShort(long address, short value) {
        if (RawWords.DIRECT) {
            SHORTS.set(RawWords.ALL, address, value);
        } else {
            Searched.setShort(address, value);
        }
    }

    /** Reads an int. */
    public static int getInt(long address) {
        return RawWords.DIRECT ? (int) INTS.get(RawWords.ALL, address) : Searched.getInt(address);
    }

    /** Writes an int. */
    public static void setInt(long address, int value) {
        if (RawWords.DIRECT) {
            INTS.set(RawWords.ALL, address, value);
        } else {
            Searched.setInt(address, value);
        }
    }

    /** Reads a float. */
    public static float getFloat(long address) {
        return RawWords.DIRECT ? (float) FLOATS.get(RawWords.ALL, address) : Searched.getFloat(address);
    }

    /** Writes a float. */
    public static void setFloat(long address, float value) {
        if (RawWords.DIRECT) {
            FLOATS.set(RawWords.ALL, address, value);
        } else {
            Searched.setFloat(address, value);
        }
    }

    /** Reads a double. */
    public static double getDouble(long address) {
        return RawWords.DIRECT ? (double) DOUBLES.get(RawWords.ALL, address) : Searched.getDouble(address);
    }

    /** Writes a double. */
    public static void setDouble(long address, double value) {
        if (RawWords.DIRECT) {
            DOUBLES.set(RawWords.ALL, address, value);
        } else {
            Searched.setDouble(address, value);
        }
    }

    /** Copies ints out of an array. */
    public static void copy(int[] from, int index, long to, int count) {
        MemorySegment.copy(from, index, base(to), ValueLayout.JAVA_INT_UNALIGNED, place(to), count);
    }

    /** Copies ints into an array. */
    public static void copy(long from, int[] to, int index, int count) {
        MemorySegment.copy(base(from), ValueLayout.JAVA_INT_UNALIGNED, place(from), to, index, count);
    }

    /** Copies floats out of an array. */
    public static void copy(float[] from, int index, long to, int count) {
        MemorySegment.copy(from, index, base(to), ValueLayout.JAVA_FLOAT_UNALIGNED, place(to), count);
    }

    /** Copies floats into an array. */
    public static void copy(long from, float[] to, int index, int count) {
        MemorySegment.copy(base(from), ValueLayout.JAVA_FLOAT_UNALIGNED, place(from), to, index, count);
    }

    /** Copies longs out of an array. */
    public static void copy(long[] from, int index, long to, int count) {
        MemorySegment.copy(from, index, base(to), ValueLayout.JAVA_LONG_UNALIGNED, place(to), count);
    }

    /** Copies longs into an array. */
    public static void copy(long from, long[] to, int index, int count) {
        MemorySegment.copy(base(from), ValueLayout.JAVA_LONG_UNALIGNED, place(from), to, index, count);
    }

    /** Copies doubles out of an array. */
    public static void copy(double[] from, int index, long to, int count) {
        MemorySegment.copy(from, index, base(to), ValueLayout.JAVA_DOUBLE_UNALIGNED, place(to), count);
    }

    /** Copies doubles into an array. */
    public static void copy(long from, double[] to, int index, int count) {
        MemorySegment.copy(base(from), ValueLayout.JAVA_DOUBLE_UNALIGNED, place(from), to, index, count);
    }

    private static MemorySegment base(long address) {
        return RawWords.DIRECT ? RawWords.ALL : KnownSegments.holding(address);
    }

    private static long place(long address) {
        return RawWords.DIRECT ? address : offset(address);
    }

    private static long offset(long address) {
        return address - KnownSegments.holding(address).address();
    }

    /** The way without native access; out of line, so that the methods above are small enough to be inlined. */
    private static final class Searched {
        static byte getByte(long address) {
            return (byte) BYTES.get(KnownSegments.holding(address), offset(address));
        }

        static void setByte(long address, byte value) {
            BYTES.set(KnownSegments.holding(address), offset(address), value);
        }

        static short getShort(long address) {
            return (short) SHORTS.get(KnownSegments.holding(address), offset(address));
        }

        static void setShort(long address, short value) {
            SHORTS.set(KnownSegments.holding(address), offset(address), value);
        }

        static int getInt(long address) {
            return (int) INTS.get(KnownSegments.holding(address), offset(address));
        }

        static void setInt(long address, int value) {
            INTS.set(KnownSegments.holding(address), offset(address), value);
        }

        static float getFloat(long address) {
            return (float) FLOATS.get(KnownSegments.holding(address), offset(address));
        }

        static void setFloat(long address, float value) {
            FLOATS.set(KnownSegments.holding(address), offset(address), value);
        }

        static double getDouble(long address) {
            return (double) DOUBLES.get(KnownSegments.holding(address), offset(address));
        }

        static void setDouble(long address, double value) {
            DOUBLES.set(KnownSegments.holding(address), offset(address), value);
        }
    }
}
