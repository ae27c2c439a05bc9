package org.hawser.platform.memory;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import org.hawser.platform.libc.Notices;

/**
 * The accesses of {@link Words} by address, for the paths where a nanosecond counts.
 *
 * <p>Why not through the segments themselves: the compiler inlines an access by what kinds of segment the same code
 * has met anywhere in the process. A program that also uses segments on arrays and on native memory, as most do,
 * turns each access into a call; messages then cost half as much again, and a flood of them 2.5 times. One constant
 * segment over all of memory is always of the same kind.
 *
 * <p>What is given up is the segment's own check of bounds and of life. So whoever uses this class checks bounds
 * itself, and holds the segment that {@link #addressOf} was given: its memory lives as long as the segment is
 * reachable, or for ever.
 *
 * <p>Without native access there is no such constant: each access then looks its segment up, which is slow and gives
 * the same results.
 *
 * <p><b>Threads:</b> any, any process. <b>Allocates:</b> nothing, but for {@link #addressOf} without native access.
 */
public final class RawWords {
    private static final VarHandle LONGS = ValueLayout.JAVA_LONG.varHandle().withInvokeExactBehavior();
    private static final VarHandle INTS = ValueLayout.JAVA_INT.varHandle().withInvokeExactBehavior();

    static final boolean DIRECT = RawWords.class.getModule().isNativeAccessEnabled();
    static final MemorySegment ALL = DIRECT ? everything() : MemorySegment.NULL;

    static {
        if (!DIRECT) {
            Notices.once("shared memory is reached the slow way, because native access is not granted; start java with "
                + "--enable-native-access=ALL-UNNAMED");
        }
    }

    private RawWords() {
    }

    @SuppressWarnings("restricted")
    private static MemorySegment everything() {
        return MemorySegment.NULL.reinterpret(Long.MAX_VALUE);
    }

    /** True when any address can be reached; false when only those of segments that {@link #addressOf} was given. */
    public static boolean isDirect() {
        return DIRECT;
    }

    /** The address of a native segment's first byte, to be used while the segment is reachable. */
    public static long addressOf(MemorySegment segment) {
        if (!segment.isNative()) {
            throw new IllegalArgumentException("only native memory has an address: segment=" + segment);
        }
        if (!DIRECT) {
            KnownSegments.add(segment);
        }
        return segment.address();
    }

    /** Reads a long; no ordering. */
    public static long getLong(long address) {
        return DIRECT ? (long) LONGS.get(ALL, address) : Searched.getLong(address);
    }

    /** Writes a long; no ordering. */
    public static void setLong(long address, long value) {
        if (DIRECT) {
            LONGS.set(ALL, address, value);
        } else {
            Searched.setLong(address, value);
        }
    }

    /** Reads a long that another thread or process writes; coherent for this word, orders nothing else. */
    public static long getOpaque(long address) {
        return DIRECT ? (long) LONGS.getOpaque(ALL, address) : Searched.getOpaque(address);
    }

    /** Writes a long that others read; never dropped or merged by the compiler, orders nothing else. */
    public static void setOpaque(long address, long value) {
        if (DIRECT) {
            LONGS.setOpaque(ALL, address, value);
        } else {
            Searched.setOpaque(address, value);
        }
    }

    /** Reads a long; later accesses stay after it. */
    public static long getAcquire(long address) {
        return DIRECT ? (long) LONGS.getAcquire(ALL, address) : Searched.getAcquire(address);
    }

    /** Writes a long; earlier accesses stay before it. */
    public static void setRelease(long address, long value) {
        if (DIRECT) {
            LONGS.setRelease(ALL, address, value);
        } else {
            Searched.setRelease(address, value);
        }
    }

    /** Reads a long in the one order that all volatile accesses share. */
    public static long getVolatile(long address) {
        return DIRECT ? (long) LONGS.getVolatile(ALL, address) : Searched.getVolatile(address);
    }

    /** Writes a long in the one order that all volatile accesses share. */
    public static void setVolatile(long address, long value) {
        if (DIRECT) {
            LONGS.setVolatile(ALL, address, value);
        } else {
            Searched.setVolatile(address, value);
        }
    }

    /** Adds to a long atomically and returns what was there; full ordering. */
    public static long getAndAdd(long address, long delta) {
        return DIRECT ? (long) LONGS.getAndAdd(ALL, address, delta) : Searched.getAndAdd(address, delta);
    }

    /** Sets bits of a long atomically and returns what was there; full ordering. */
    public static long getAndBitwiseOr(long address, long bits) {
        return DIRECT ? (long) LONGS.getAndBitwiseOr(ALL, address, bits) : Searched.getAndBitwiseOr(address, bits);
    }

    /** Keeps only these bits of a long, atomically, and returns what was there; full ordering. */
    public static long getAndBitwiseAnd(long address, long bits) {
        return DIRECT ? (long) LONGS.getAndBitwiseAnd(ALL, address, bits) : Searched.getAndBitwiseAnd(address, bits);
    }

    /** Turns these bits of a long over, atomically, and returns what was there; full ordering. */
    public static long getAndBitwiseXor(long address, long bits) {
        return DIRECT ? (long) LONGS.getAndBitwiseXor(ALL, address, bits) : Searched.getAndBitwiseXor(address, bits);
    }

    /** Replaces a long atomically and returns what was there; full ordering. */
    public static long getAndSet(long address, long value) {
        return DIRECT ? (long) LONGS.getAndSet(ALL, address, value) : Searched.getAndSet(address, value);
    }

    /** Writes {@code value} if the word holds {@code expected}; returns what it held; full ordering. */
    public static long compareAndExchange(long address, long expected, long value) {
        return DIRECT ? (long) LONGS.compareAndExchange(ALL, address, expected, value)
            : Searched.compareAndExchange(address, expected, value);
    }

    /** Writes {@code value} if the word holds {@code expected}; true when it did; full ordering. */
    public static boolean compareAndSet(long address, long expected, long value) {
        return DIRECT ? (boolean) LONGS.compareAndSet(ALL, address, expected, value)
            : Searched.compareAndSet(address, expected, value);
    }

    /** Reads an int that others write; coherent for this word, orders nothing else. */
    public static int getIntOpaque(long address) {
        return DIRECT ? (int) INTS.getOpaque(ALL, address) : Searched.getIntOpaque(address);
    }

    /** The way without native access; out of line, so that the methods above are small enough to be inlined. */
    private static final class Searched {
        static long getLong(long address) {
            return (long) LONGS.get(base(address), offset(address));
        }

        static void setLong(long address, long value) {
            LONGS.set(base(address), offset(address), value);
        }

        static long getOpaque(long address) {
            return (long) LONGS.getOpaque(base(address), offset(address));
        }

        static void setOpaque(long address, long value) {
            LONGS.setOpaque(base(address), offset(address), value);
        }

        static long getAcquire(long address) {
            return (long) LONGS.getAcquire(base(address), offset(address));
        }

        static void setRelease(long address, long value) {
            LONGS.setRelease(base(address), offset(address), value);
        }

        static long getVolatile(long address) {
            return (long) LONGS.getVolatile(base(address), offset(address));
        }

        static void setVolatile(long address, long value) {
            LONGS.setVolatile(base(address), offset(address), value);
        }

        static long getAndAdd(long address, long delta) {
            return (long) LONGS.getAndAdd(base(address), offset(address), delta);
        }

        static long getAndBitwiseOr(long address, long bits) {
            return (long) LONGS.getAndBitwiseOr(base(address), offset(address), bits);
        }

        static long getAndBitwiseAnd(long address, long bits) {
            return (long) LONGS.getAndBitwiseAnd(base(address), offset(address), bits);
        }

        static long getAndBitwiseXor(long address, long bits) {
            return (long) LONGS.getAndBitwiseXor(base(address), offset(address), bits);
        }

        static long getAndSet(long address, long value) {
            return (long) LONGS.getAndSet(base(address), offset(address), value);
        }

        static long compareAndExchange(long address, long expected, long value) {
            return (long) LONGS.compareAndExchange(base(address), offset(address), expected, value);
        }

        static boolean compareAndSet(long address, long expected, long value) {
            return (boolean) LONGS.compareAndSet(base(address), offset(address), expected, value);
        }

        static int getIntOpaque(long address) {
            return (int) INTS.getOpaque(base(address), offset(address));
        }

        private static MemorySegment base(long address) {
            return KnownSegments.holding(address);
        }

        private static long offset(long address) {
            return address - KnownSegments.holding(address).address();
        }
    }
}
