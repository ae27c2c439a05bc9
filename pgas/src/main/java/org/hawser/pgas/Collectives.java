package org.hawser.pgas;

/**
 * Operations that all threads of a team do together, in the same order. Those on shared memory have UPC's meaning:
 * pointers are the same at all threads; {@code in} and {@code out} say what is synchronised before and after.
 * Those on values give every thread a result.
 *
 * <pre>{@code
 * double total = pgas.collectives().allReduce(mine, Reduction.SUM);
 * }</pre>
 *
 * <p><b>Threads:</b> one thread of a rank at a time.
 */
public final class Collectives {
    Collectives() {
    }

    /** The value of thread {@code root}, at all. */
    public long broadcast(long value, int root) {
        throw new UnsupportedOperationException("to come");
    }

    /** The value of thread {@code root}, at all. */
    public double broadcast(double value, int root) {
        throw new UnsupportedOperationException("to come");
    }

    /** The bytes of thread {@code root}, at all; the others' argument is ignored. */
    public byte[] broadcast(byte[] bytes, int root) {
        throw new UnsupportedOperationException("to come");
    }

    /** The bytes of all threads, at all. */
    public byte[][] allGather(byte[] bytes) {
        throw new UnsupportedOperationException("to come");
    }

    /** The values of all threads together, at all. */
    public long allReduce(long value, Reduction how) {
        throw new UnsupportedOperationException("to come");
    }

    /** The values of all threads together, at all. */
    public double allReduce(double value, Reduction how) {
        throw new UnsupportedOperationException("to come");
    }

    /** Each element of the arrays of all threads together, at all, in place. */
    public void allReduce(double[] values, Reduction how) {
        throw new UnsupportedOperationException("to come");
    }

    /** Each element of the arrays of all threads together, at all, in place. */
    public void allReduce(long[] values, Reduction how) {
        throw new UnsupportedOperationException("to come");
    }

    /** The values of the threads up to this one, together. */
    public long prefix(long value, Reduction how) {
        throw new UnsupportedOperationException("to come");
    }

    /** The values of the threads up to this one, together. */
    public double prefix(double value, Reduction how) {
        throw new UnsupportedOperationException("to come");
    }

    /** Copies {@code bytes} at {@code source}, at one thread, to each thread's part of {@code target}. */
    public void broadcast(GlobalPointer target, GlobalPointer source, long bytes, Sync in, Sync out) {
        throw new UnsupportedOperationException("to come");
    }

    /** Copies the i-th {@code bytes} of {@code source}, at one thread, to thread i's part of {@code target}. */
    public void scatter(GlobalPointer target, GlobalPointer source, long bytes, Sync in, Sync out) {
        throw new UnsupportedOperationException("to come");
    }

    /** Copies {@code bytes} of each thread's part of {@code source} to the i-th place of {@code target}. */
    public void gather(GlobalPointer target, GlobalPointer source, long bytes, Sync in, Sync out) {
        throw new UnsupportedOperationException("to come");
    }

    /** As {@link #gather}, to every thread's part of {@code target}. */
    public void gatherAll(GlobalPointer target, GlobalPointer source, long bytes, Sync in, Sync out) {
        throw new UnsupportedOperationException("to come");
    }

    /** Copies the i-th {@code bytes} of thread j of {@code source} to the j-th of thread i of {@code target}. */
    public void exchange(GlobalPointer target, GlobalPointer source, long bytes, Sync in, Sync out) {
        throw new UnsupportedOperationException("to come");
    }

    /** Copies {@code bytes} of thread i's part of {@code source} to that of thread {@code permutation[i]}. */
    public void permute(GlobalPointer target, GlobalPointer source, int[] permutation, long bytes, Sync in, Sync out) {
        throw new UnsupportedOperationException("to come");
    }

    /** All elements of an array together, at all threads. */
    public double reduce(SharedDoubleArray source, Reduction how) {
        throw new UnsupportedOperationException("to come");
    }

    /** All elements of an array together, at all threads. */
    public long reduce(SharedLongArray source, Reduction how) {
        throw new UnsupportedOperationException("to come");
    }

    /** All elements of an array together, at all threads. */
    public int reduce(SharedIntArray source, Reduction how) {
        throw new UnsupportedOperationException("to come");
    }

    /** Element i of {@code target} becomes elements 0 to i of {@code source} together; both have the same layout. */
    public void prefix(SharedDoubleArray target, SharedDoubleArray source, Reduction how) {
        throw new UnsupportedOperationException("to come");
    }

    /** Element i of {@code target} becomes elements 0 to i of {@code source} together; both have the same layout. */
    public void prefix(SharedLongArray target, SharedLongArray source, Reduction how) {
        throw new UnsupportedOperationException("to come");
    }
}
