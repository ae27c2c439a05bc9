package org.hawser.pgas;

import org.hawser.pgas.team.Team;

/**
 * Operations that all threads of a team do together, in the same order. Those on shared memory have UPC's meaning:
 * pointers are the same at all threads, a thread's part of one is the memory at the same offset in that thread's piece;
 * {@code in} and {@code out} say what is synchronised before and after. Those on values and arrays give every thread a
 * result, and all that any thread wrote to an array before is part of it.
 *
 * <pre>{@code
 * double total = pgas.collectives().allReduce(mine, Reduction.SUM);
 * }</pre>
 *
 * <p><b>Threads:</b> one thread of a rank at a time.
 */
public final class Collectives {
    private final Team team;
    private final MemoryCollectives memory;
    private final ArrayCollectives arrays;

    Collectives(Services services, Team team) {
        this.team = team;
        memory = new MemoryCollectives(services.transfers, team);
        arrays = new ArrayCollectives(services.allocations, team);
    }

    /** The value of thread {@code root}, at all. */
    public long broadcast(long value, int root) {
        team.check(root);
        return team.values().reduce(team.me() == root ? value : 0, Reduction.OR.onLongs());
    }

    /** The value of thread {@code root}, at all. */
    public double broadcast(double value, int root) {
        return Double.longBitsToDouble(broadcast(Double.doubleToRawLongBits(value), root));
    }

    /** The bytes of thread {@code root}, at all; the others' argument is ignored. */
    public byte[] broadcast(byte[] bytes, int root) {
        team.check(root);
        return team.exchange().broadcast(root, bytes);
    }

    /** The bytes of all threads, at all; each may give as many as it likes. */
    public byte[][] allGather(byte[] bytes) {
        return team.exchange().allGather(bytes);
    }

    /** The values of all threads together, at all. */
    public long allReduce(long value, Reduction how) {
        return team.values().reduce(value, how.onLongs());
    }

    /** The values of all threads together, at all; the same bits everywhere. */
    public double allReduce(double value, Reduction how) {
        return Double.longBitsToDouble(
            team.values().reduce(Double.doubleToRawLongBits(value), how.onDoubleBits()));
    }

    /** Each element of the arrays of all threads together, at all, in place; the same bits everywhere. */
    public void allReduce(double[] values, Reduction how) {
        arrays.allReduce(values, how);
    }

    /** Each element of the arrays of all threads together, at all, in place. */
    public void allReduce(long[] values, Reduction how) {
        arrays.allReduce(values, how);
    }

    /** The values of the threads up to this one, together. */
    public long prefix(long value, Reduction how) {
        return team.values().prefix(value, how.onLongs());
    }

    /** The values of the threads up to this one, together. */
    public double prefix(double value, Reduction how) {
        return Double.longBitsToDouble(
            team.values().prefix(Double.doubleToRawLongBits(value), how.onDoubleBits()));
    }

    /** Copies {@code bytes} at {@code source}, at one thread, to each thread's part of {@code target}. */
    public void broadcast(GlobalPointer target, GlobalPointer source, long bytes, Sync in, Sync out) {
        memory.broadcast(target, source, bytes, in, out);
    }

    /** Copies the i-th {@code bytes} of {@code source}, at one thread, to thread i's part of {@code target}. */
    public void scatter(GlobalPointer target, GlobalPointer source, long bytes, Sync in, Sync out) {
        memory.scatter(target, source, bytes, in, out);
    }

    /** Copies {@code bytes} of thread i's part of {@code source} to the i-th place of {@code target}. */
    public void gather(GlobalPointer target, GlobalPointer source, long bytes, Sync in, Sync out) {
        memory.gather(target, source, bytes, in, out);
    }

    /** As {@link #gather}, to every thread's part of {@code target}. */
    public void gatherAll(GlobalPointer target, GlobalPointer source, long bytes, Sync in, Sync out) {
        memory.gatherAll(target, source, bytes, in, out);
    }

    /** Copies the i-th {@code bytes} of thread j of {@code source} to the j-th of thread i of {@code target}. */
    public void exchange(GlobalPointer target, GlobalPointer source, long bytes, Sync in, Sync out) {
        memory.exchange(target, source, bytes, in, out);
    }

    /** Copies {@code bytes} of thread i's part of {@code source} to that of thread {@code permutation[i]}. */
    public void permute(GlobalPointer target, GlobalPointer source, int[] permutation, long bytes, Sync in, Sync out) {
        memory.permute(target, source, permutation, bytes, in, out);
    }

    /** All elements of an array together, at all threads. */
    public double reduce(SharedDoubleArray source, Reduction how) {
        return arrays.reduce(source, how);
    }

    /** All elements of an array together, at all threads. */
    public long reduce(SharedLongArray source, Reduction how) {
        return arrays.reduce(source, how);
    }

    /** All elements of an array together, at all threads; a sum that leaves the range wraps round. */
    public int reduce(SharedIntArray source, Reduction how) {
        return arrays.reduce(source, how);
    }

    /** Element i of {@code target} becomes elements 0 to i of {@code source} together; both have the same layout. */
    public void prefix(SharedDoubleArray target, SharedDoubleArray source, Reduction how) {
        arrays.prefix(target, source, how);
    }

    /** Element i of {@code target} becomes elements 0 to i of {@code source} together; both have the same layout. */
    public void prefix(SharedLongArray target, SharedLongArray source, Reduction how) {
        arrays.prefix(target, source, how);
    }
}
