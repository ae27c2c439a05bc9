package org.hawser.mpi.rma;

import org.hawser.fabric.RemoteRegion;
import org.hawser.mpi.ErrorClass;
import org.hawser.mpi.MpiFailure;
import org.hawser.mpi.datatype.Layout;
import org.hawser.runtime.Rank;

/**
 * One member of a window, as this one reaches it: where its memory is, which of it an operation may touch, and what is
 * open to it now.
 *
 * <p><b>Threads:</b> as {@link Epochs} and {@link WordLocks}, whose state is here; the rest is immutable.
 */
final class Target {
    private static final Layout BYTE = Layout.basic(1);
    /** Calls that might look from one that asks for the time to the next. A power of two. */
    private static final int CALLS = 8;
    private static final long BETWEEN_LOOKS_NANOS = 1_000_000_000;

    /** Its rank in the window's group. */
    final int member;
    /** Its number in the job. */
    final int world;
    /** The bytes of its window. */
    final long bytes;
    /** What displacements at it are counted in. */
    final int unit;
    /** Displacements up to this are bytes that a long can count. */
    final long most;
    /** The way to its memory; null for a dynamic window's, which is found piece by piece. */
    final Path path;
    /** Its {@link Control} block. */
    final RemoteRegion control;
    /** What this member may do there now, as {@link Epochs} has it. */
    byte access;
    /** This member's way to its lock, once it has been wanted; {@link WordLocks} has it. */
    TargetLock lock;
    /** Calls that might have looked whether it lives; threads do not care for each other here. */
    private int calls;
    private long looked = System.nanoTime() - BETWEEN_LOOKS_NANOS;

    Target(int member, int world, long bytes, int unit, Path path, RemoteRegion control) {
        this.member = member;
        this.world = world;
        this.bytes = bytes;
        this.unit = unit;
        most = Long.MAX_VALUE / Math.max(1, unit);
        this.path = path;
        this.control = control;
    }

    /** The same member, reached another way. */
    Target by(Path other) {
        return new Target(member, world, bytes, unit, other, control);
    }

    /**
     * Memory of a process that was killed stays mapped, and takes and gives what is put and got there: nothing but a
     * look tells. Looks at most once a second, and asks for the time now and then only.
     */
    void lookAfter(Rank rank) {
        if ((++calls & CALLS - 1) != 0) {
            return;
        }
        long now = System.nanoTime();
        if (now - looked >= BETWEEN_LOOKS_NANOS) {
            looked = now;
            if (!rank.isAlive(world)) {
                throw new MpiFailure(ErrorClass.PROC_FAILED, "a process has ended whose window this one uses: rank="
                    + member + " number in the job=" + world);
            }
        }
    }

    /** Where bytes in a row begin, when they are all in its window. */
    long place(long displacement, long length) {
        long offset = displacement * unit;
        // One comparison of unsigned numbers refuses negative ones as well.
        if (Long.compareUnsigned(displacement, most) > 0 || length > bytes - offset) {
            throw outside(displacement, length, BYTE);
        }
        return offset;
    }

    /** Where items begin, when they are all in its window. */
    long place(long displacement, long count, Layout items) {
        if (displacement < 0 || displacement > most) {
            throw outside(displacement, count, items);
        }
        long offset = displacement * unit;
        if (!items.isContiguous()) {
            checkReach(displacement, offset, count, items);
        } else if (count * items.size() > bytes - offset) {
            throw outside(displacement, count, items);
        }
        return offset;
    }

    private void checkReach(long displacement, long offset, long count, Layout items) {
        try {
            if (items.firstOf(count) >= -offset && items.endOf(count) <= bytes - offset) {
                return;
            }
        } catch (ArithmeticException e) {
            // Further than memory reaches, and so than any window does.
        }
        throw outside(displacement, count, items);
    }

    private MpiFailure outside(long displacement, long count, Layout items) {
        return new MpiFailure(ErrorClass.DISP, "outside the target's window: rank=" + member
            + " displacement=" + displacement + " unit=" + unit + (items.isContiguous()
            ? " bytes=" + count * items.size()
            : " count=" + count + " bytes of each=" + items.size() + " extent=" + items.extent())
            + " window bytes=" + bytes);
    }
}
