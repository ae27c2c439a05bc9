package org.hawser.pgas;

/**
 * A shared array of {@code float}.
 *
 * <p><b>Threads:</b> any. <b>Allocates:</b> nothing per element where threads share memory.
 */
public final class SharedFloatArray extends SharedArray {
    SharedFloatArray() {
    }

    /** Element {@code index}, wherever it is. */
    public float get(long index) {
        throw new UnsupportedOperationException("to come");
    }

    /** Sets element {@code index}, wherever it is; at the latest after a fence or barrier others see it. */
    public void put(long index, float value) {
        throw new UnsupportedOperationException("to come");
    }

    /** Element {@code index}, in the one order that all strict accesses share. */
    public float getStrict(long index) {
        throw new UnsupportedOperationException("to come");
    }

    /** Sets element {@code index}, in the one order that all strict accesses share. */
    public void putStrict(long index, float value) {
        throw new UnsupportedOperationException("to come");
    }

    /** The calling thread's {@code place}-th element. */
    public float getLocal(long place) {
        throw new UnsupportedOperationException("to come");
    }

    /** Sets the calling thread's {@code place}-th element. */
    public void putLocal(long place, float value) {
        throw new UnsupportedOperationException("to come");
    }

    /** Copies {@code count} elements from {@code index} on into an array. */
    public void get(long index, float[] into, int at, int count) {
        throw new UnsupportedOperationException("to come");
    }

    /** Copies {@code count} elements of an array to {@code index} and behind. */
    public void put(long index, float[] from, int at, int count) {
        throw new UnsupportedOperationException("to come");
    }

    /** Sets {@code count} elements from {@code index} on. */
    public void fill(long index, long count, float value) {
        throw new UnsupportedOperationException("to come");
    }
}
