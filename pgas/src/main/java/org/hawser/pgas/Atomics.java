package org.hawser.pgas;

/**
 * Operations on one number in shared memory that nobody can come between. Atomic among each other, not with plain
 * puts. A pointer is at a multiple of the number's length.
 *
 * <pre>{@code
 * long ticket = pgas.atomics().fetchAdd(counter, 1L);
 * }</pre>
 *
 * <p><b>Threads:</b> any. <b>Allocates:</b> nothing where ranks share memory.
 */
public final class Atomics {
    Atomics() {
    }

    /** Adds and returns what was there. */
    public long fetchAdd(GlobalPointer at, long delta) {
        throw new UnsupportedOperationException("to come");
    }

    /** Adds and returns what was there. */
    public int fetchAdd(GlobalPointer at, int delta) {
        throw new UnsupportedOperationException("to come");
    }

    /** Adds and returns what was there. */
    public double fetchAdd(GlobalPointer at, double delta) {
        throw new UnsupportedOperationException("to come");
    }

    /** Adds. */
    public void add(GlobalPointer at, long delta) {
        fetchAdd(at, delta);
    }

    /** Keeps these bits and returns what was there. */
    public long fetchAnd(GlobalPointer at, long bits) {
        throw new UnsupportedOperationException("to come");
    }

    /** Sets these bits and returns what was there. */
    public long fetchOr(GlobalPointer at, long bits) {
        throw new UnsupportedOperationException("to come");
    }

    /** Turns these bits over and returns what was there. */
    public long fetchXor(GlobalPointer at, long bits) {
        throw new UnsupportedOperationException("to come");
    }

    /** Keeps these bits and returns what was there. */
    public int fetchAnd(GlobalPointer at, int bits) {
        throw new UnsupportedOperationException("to come");
    }

    /** Sets these bits and returns what was there. */
    public int fetchOr(GlobalPointer at, int bits) {
        throw new UnsupportedOperationException("to come");
    }

    /** Turns these bits over and returns what was there. */
    public int fetchXor(GlobalPointer at, int bits) {
        throw new UnsupportedOperationException("to come");
    }

    /** Replaces and returns what was there. */
    public long swap(GlobalPointer at, long value) {
        throw new UnsupportedOperationException("to come");
    }

    /** Replaces and returns what was there. */
    public int swap(GlobalPointer at, int value) {
        throw new UnsupportedOperationException("to come");
    }

    /** Replaces what is {@code expected} and returns what was there. */
    public long compareSwap(GlobalPointer at, long expected, long value) {
        throw new UnsupportedOperationException("to come");
    }

    /** Replaces what is {@code expected} and returns what was there. */
    public int compareSwap(GlobalPointer at, int expected, int value) {
        throw new UnsupportedOperationException("to come");
    }

    /** Reads, after everything that was there before. */
    public long read(GlobalPointer at) {
        throw new UnsupportedOperationException("to come");
    }

    /** Writes, whole. */
    public void write(GlobalPointer at, long value) {
        throw new UnsupportedOperationException("to come");
    }
}
