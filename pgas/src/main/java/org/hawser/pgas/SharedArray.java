package org.hawser.pgas;

import java.lang.foreign.MemorySegment;
import java.util.function.LongConsumer;

/**
 * An array that all threads of a team share, dealt out to them in blocks. What all element types have in common.
 *
 * <p><b>Threads:</b> any.
 */
public abstract class SharedArray implements AutoCloseable {
    SharedArray() {
    }

    /** How many elements it has. */
    public final long length() {
        throw new UnsupportedOperationException("to come");
    }

    /** Elements of a block; 0 when all are at thread 0. */
    public final long block() {
        throw new UnsupportedOperationException("to come");
    }

    /** The thread that element {@code index} is near. */
    public final int threadOf(long index) {
        throw new UnsupportedOperationException("to come");
    }

    /** Which element of its block it is. */
    public final long phaseOf(long index) {
        throw new UnsupportedOperationException("to come");
    }

    /** True when element {@code index} is near the calling thread. */
    public final boolean isLocal(long index) {
        throw new UnsupportedOperationException("to come");
    }

    /** How many elements are near the calling thread. */
    public final long localLength() {
        throw new UnsupportedOperationException("to come");
    }

    /** How many elements are near {@code thread}. */
    public final long lengthAt(int thread) {
        throw new UnsupportedOperationException("to come");
    }

    /** The index of the calling thread's {@code place}-th element. */
    public final long indexOf(long place) {
        throw new UnsupportedOperationException("to come");
    }

    /** The calling thread's elements, one behind the other, for load and store. */
    public final MemorySegment local() {
        throw new UnsupportedOperationException("to come");
    }

    /** The elements of {@code thread}, where it shares memory with this one; else a {@link PgasException}. */
    public final MemorySegment at(int thread) {
        throw new UnsupportedOperationException("to come");
    }

    /** Where element {@code index} is. */
    public final GlobalPointer pointer(long index) {
        throw new UnsupportedOperationException("to come");
    }

    /** Does {@code body} for each index that is near the calling thread, in order: UPC's {@code upc_forall}. */
    public final void forAll(LongConsumer body) {
        throw new UnsupportedOperationException("to come");
    }

    /** The same for indices from {@code from} to before {@code to}. */
    public final void forAll(long from, long to, LongConsumer body) {
        throw new UnsupportedOperationException("to come");
    }

    /** As {@link #forAll(LongConsumer)}, by several Java threads of this rank at once. */
    public final void forAllParallel(LongConsumer body) {
        throw new UnsupportedOperationException("to come");
    }

    /** Collective: gives the memory back; later access is refused. */
    @Override
    public final void close() {
        throw new UnsupportedOperationException("to come");
    }
}
