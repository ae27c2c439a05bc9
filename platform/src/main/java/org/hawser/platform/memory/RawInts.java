package org.hawser.platform.memory;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;

/**
 * Atomic accesses to ints by address, as {@link RawWords} has them for longs; see there for why by address, and for
 * what the caller owes: bounds, memory that stays, and addresses that are multiples of 4.
 *
 * <pre>{@code
 * int ticket = RawInts.getAndAdd(counter, 1);
 * }</pre>
 *
 * <p><b>Threads:</b> any, any process. <b>Allocates:</b> nothing.
 */
public final class RawInts {
    private static final VarHandle INTS = ValueLayout.JAVA_INT.varHandle().withInvokeExactBehavior();

    private RawInts() {
    }

    /** Reads an int in the one order that all volatile accesses share. */
    public static int getVolatile(long address) {
        return (int) INTS.getVolatile(base(address), place(address));
    }

    /** Writes an int in the one order that all volatile accesses share. */
    public static void setVolatile(long address, int value) {
        INTS.setVolatile(base(address), place(address), value);
    }

    /** Writes an int that others read; whole, and never dropped or merged; orders nothing else. */
    public static void setOpaque(long address, int value) {
        INTS.setOpaque(base(address), place(address), value);
    }

    /** Adds to an int atomically and returns what was there; full ordering. */
    public static int getAndAdd(long address, int delta) {
        return (int) INTS.getAndAdd(base(address), place(address), delta);
    }

    /** Sets bits of an int atomically and returns what was there; full ordering. */
    public static int getAndBitwiseOr(long address, int bits) {
        return (int) INTS.getAndBitwiseOr(base(address), place(address), bits);
    }

    /** Keeps only these bits of an int, atomically, and returns what was there; full ordering. */
    public static int getAndBitwiseAnd(long address, int bits) {
        return (int) INTS.getAndBitwiseAnd(base(address), place(address), bits);
    }

    /** Turns these bits of an int over, atomically, and returns what was there; full ordering. */
    public static int getAndBitwiseXor(long address, int bits) {
        return (int) INTS.getAndBitwiseXor(base(address), place(address), bits);
    }

    /** Replaces an int atomically and returns what was there; full ordering. */
    public static int getAndSet(long address, int value) {
        return (int) INTS.getAndSet(base(address), place(address), value);
    }

    /** Writes {@code value} if the int is {@code expected}; returns what it was; full ordering. */
    public static int compareAndExchange(long address, int expected, int value) {
        return (int) INTS.compareAndExchange(base(address), place(address), expected, value);
    }

    /** Writes {@code value} if the int is {@code expected}; true when it was; full ordering. */
    public static boolean compareAndSet(long address, int expected, int value) {
        return (boolean) INTS.compareAndSet(base(address), place(address), expected, value);
    }

    private static MemorySegment base(long address) {
        return RawWords.DIRECT ? RawWords.ALL : KnownSegments.holding(address);
    }

    private static long place(long address) {
        return RawWords.DIRECT ? address : address - KnownSegments.holding(address).address();
    }
}
