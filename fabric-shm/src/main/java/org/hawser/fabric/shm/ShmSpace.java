package org.hawser.fabric.shm;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * Named pieces of memory that all ranks of a node can reach.
 *
 * <p><b>Threads:</b> any.
 */
interface ShmSpace {
    /**
     * Makes a zeroed piece whose memory is reserved: touching it later cannot fail.
     *
     * @param arena how long this rank's view of it lives
     * @throws org.hawser.fabric.FabricException when there is not enough memory
     */
    MemorySegment create(String name, long bytes, Arena arena);

    /** True when a piece lives as long as its arena; else while anybody holds it, and arenas mean nothing. */
    boolean livesWithArena();

    /** A piece that another rank made, or null when there is none of that name. */
    MemorySegment open(String name, Arena arena);

    /**
     * Takes the name away and gives back the memory behind the first page. Views of that page live on until their
     * arenas end, and so do those of the rest where the medium cannot take it back.
     */
    void remove(String name);

    /** Takes the name away; all views live on until their arenas end, and the memory with them. */
    void removeName(String name);
}
