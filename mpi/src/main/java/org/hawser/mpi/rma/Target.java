package org.hawser.mpi.rma;

import org.hawser.fabric.RemoteRegion;

/**
 * One member of a window, as the others reach it.
 *
 * <p><b>Threads:</b> immutable.
 */
final class Target {
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
}
