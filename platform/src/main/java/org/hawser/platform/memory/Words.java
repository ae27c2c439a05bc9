package org.hawser.platform.memory;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;

/**
 * The ordered accesses to shared words that Hawser is made of, named by what they promise.
 *
 * <p>Every offset must be a multiple of the word's size: only aligned words are atomic. An ordered access on a
 * segment implies nothing about other memory but what its name says, so each use states what it orders and what
 * it pairs with.
 *
 * <pre>{@code
 * Words.setLong(memory, payload, value);
 * Words.setRelease(memory, header, word);     // payload first, then header; pairs with getAcquire in the reader
 * }</pre>
 *
 * <p><b>Threads:</b> any, any process. <b>Allocates:</b> nothing.
 */
public final class Words {
    /** A 64-bit word in native byte order, aligned. */
    public static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;
    /** A 32-bit word in native byte order, aligned. */
    public static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;
    /** A 64-bit value at any offset; not atomic. */
    public static final ValueLayout.OfLong LONG_UNALIGNED = ValueLayout.JAVA_LONG_UNALIGNED;
    /** A 32-bit value at any offset; not atomic. */
    public static final ValueLayout.OfInt INT_UNALIGNED = ValueLayout.JAVA_INT_UNALIGNED;

    /** Two cache lines: adjacent-line prefetch makes neighbours of 64 bytes share their fate. */
    public static final int PAIR_OF_LINES = 128;

    // withInvokeExactBehavior: a call that would box or widen fails in the tests instead of being slow in the field.
    private static final VarHandle LONGS = LONG.varHandle().withInvokeExactBehavior();
    private static final VarHandle INTS = INT.varHandle().withInvokeExactBehavior();

    private Words() {
    }

    /** Reads a long; no ordering, may be torn from nothing but other plain accesses. */
    public static long getLong(MemorySegment memory, long offset) {
        return (long) LONGS.get(memory, offset);
    }

    /** Writes a long; no ordering. */
    public static void setLong(MemorySegment memory, long offset, long value) {
        LONGS.set(memory, offset, value);
    }

    /** Reads a long that another thread or process writes; coherent for this word, orders nothing else. */
    public static long getOpaque(MemorySegment memory, long offset) {
        return (long) LONGS.getOpaque(memory, offset);
    }

    /** Writes a long that others read; never dropped or merged by the compiler, orders nothing else. */
    public static void setOpaque(MemorySegment memory, long offset, long value) {
        LONGS.setOpaque(memory, offset, value);
    }

    /** Reads a long; later accesses stay after it. */
    public static long getAcquire(MemorySegment memory, long offset) {
        return (long) LONGS.getAcquire(memory, offset);
    }

    /** Writes a long; earlier accesses stay before it. */
    public static void setRelease(MemorySegment memory, long offset, long value) {
        LONGS.setRelease(memory, offset, value);
    }

    /** Reads a long in the one order that all volatile accesses share. */
    public static long getVolatile(MemorySegment memory, long offset) {
        return (long) LONGS.getVolatile(memory, offset);
    }

    /** Writes a long in the one order that all volatile accesses share. */
    public static void setVolatile(MemorySegment memory, long offset, long value) {
        LONGS.setVolatile(memory, offset, value);
    }

    /** Adds to a long atomically and returns what was there; full ordering. */
    public static long getAndAdd(MemorySegment memory, long offset, long delta) {
        return (long) LONGS.getAndAdd(memory, offset, delta);
    }

    /** Replaces a long atomically and returns what was there; full ordering. */
    public static long getAndSet(MemorySegment memory, long offset, long value) {
        return (long) LONGS.getAndSet(memory, offset, value);
    }

    /** Writes {@code value} if the word holds {@code expected}; returns what it held; full ordering. */
    public static long compareAndExchange(MemorySegment memory, long offset, long expected, long value) {
        return (long) LONGS.compareAndExchange(memory, offset, expected, value);
    }

    /** Writes {@code value} if the word holds {@code expected}; true when it did; full ordering. */
    public static boolean compareAndSet(MemorySegment memory, long offset, long expected, long value) {
        return (boolean) LONGS.compareAndSet(memory, offset, expected, value);
    }

    /** Reads an int that others write, in the one order that all volatile accesses share. */
    public static int getIntVolatile(MemorySegment memory, long offset) {
        return (int) INTS.getVolatile(memory, offset);
    }

    /** Reads an int that others write; coherent for this word, orders nothing else. */
    public static int getIntOpaque(MemorySegment memory, long offset) {
        return (int) INTS.getOpaque(memory, offset);
    }

    /** Writes an int in the one order that all volatile accesses share. */
    public static void setIntVolatile(MemorySegment memory, long offset, int value) {
        INTS.setVolatile(memory, offset, value);
    }

    /** Writes {@code value} if the word holds {@code expected}; true when it did; full ordering. */
    public static boolean compareAndSetInt(MemorySegment memory, long offset, int expected, int value) {
        return (boolean) INTS.compareAndSet(memory, offset, expected, value);
    }

    /** Rounds up to a multiple of {@code alignment}, a power of two. */
    public static long align(long value, long alignment) {
        return (value + alignment - 1) & -alignment;
    }
}
