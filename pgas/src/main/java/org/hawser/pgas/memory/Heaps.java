package org.hawser.pgas.memory;

import org.hawser.pgas.PgasException;
import org.hawser.pgas.team.Team;
import org.hawser.runtime.Rank;

/**
 * The heaps of all ranks, as this one knows them: it makes memory in its own, and finds and frees what is in any.
 *
 * <p><b>Threads:</b> any.
 */
public final class Heaps {
    private final Rank rank;
    private final Directory directory;
    private final LocalHeap own;

    /** The heaps of a rank's job. */
    public Heaps(Rank rank) {
        this.rank = rank;
        directory = new Directory(rank);
        own = new LocalHeap(rank, directory);
    }

    /** Memory of this rank's. */
    public Area allocate(Team team, long bytes) {
        return new Area(team, own.allocate(bytes));
    }

    /**
     * Marks a block as freed, at once for everybody.
     *
     * @return true when its room is back too; false when its owner is still to be told, for {@link #reclaim}
     */
    public boolean free(Area memory) {
        Block block = memory.block();
        block.free(rank);
        if (block.extent().owner() != rank.number()) {
            return false;
        }
        own.reclaim(memory.number(), block.start());
        return true;
    }

    /** Another rank has freed a block of this one. */
    public void reclaim(long number, long start) {
        own.reclaim(number, start);
    }

    /** True when a number is that of memory in a heap. */
    public static boolean holds(long number) {
        return Directory.isExtent(number);
    }

    /** Finds a block by what a pointer says of it. */
    public Area find(Team team, long number, long start, long stamp) {
        Extent extent = directory.find(number);
        if (team.threadOf(extent.owner()) < 0) {
            throw new PgasException("the pointer leads to memory of a rank that is not in the team: rank="
                + extent.owner());
        }
        try {
            return new Area(team, extent.block(rank, start, stamp));
        } catch (PgasException e) {
            directory.forget(extent);
            throw e;
        }
    }

    /** The rank that has the memory of a block. */
    public static int ownerOf(Area memory) {
        return memory.block().extent().owner();
    }

    /** The model ends here: its own heap is given back, and later use of any is refused. */
    public void close() {
        own.close();
        directory.close();
    }
}
