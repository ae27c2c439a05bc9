package org.hawser.pgas;

import org.hawser.pgas.memory.Area;
import org.hawser.pgas.team.Team;
import org.hawser.pgas.team.World;

/**
 * Makes shared memory and gives it back: together, for all threads by one, and for one by itself.
 *
 * <p><b>Threads:</b> any, where one thread calls; one at a time, where all do.
 */
final class Allocations {
    private final World world;

    Allocations(World world) {
        this.world = world;
    }

    /** Collective in the team: {@code bytes} at each thread, all zero. */
    Area symmetric(Team team, long bytes) {
        throw new UnsupportedOperationException("to come");
    }

    /** Collective in the team: gives back what {@link #symmetric} made, when all have come. */
    void free(Area area) {
        throw new UnsupportedOperationException("to come");
    }

    /** Not collective: {@code bytes} at each thread of the team, all zero. */
    Area global(Team team, long bytes) {
        throw new UnsupportedOperationException("to come");
    }

    /** Not collective: memory of this thread. */
    GlobalPointer local(Team team, long bytes) {
        throw new UnsupportedOperationException("to come");
    }

    /** Not collective: gives back what {@link #global} or {@link #local} made, here or at another thread. */
    void free(GlobalPointer memory) {
        throw new UnsupportedOperationException("to come");
    }

    /** Reads a pointer that {@link #write} wrote. */
    GlobalPointer read(Team team, java.lang.foreign.MemorySegment memory, long offset) {
        throw new UnsupportedOperationException("to come");
    }

    /** Writes a pointer as {@link Pgas#POINTER_BYTES} bytes that mean the same at every thread of its team. */
    void write(GlobalPointer pointer, java.lang.foreign.MemorySegment memory, long offset) {
        throw new UnsupportedOperationException("to come");
    }
}
