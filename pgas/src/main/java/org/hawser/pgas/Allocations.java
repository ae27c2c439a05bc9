package org.hawser.pgas;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.hawser.fabric.FabricException;
import org.hawser.fabric.Region;
import org.hawser.pgas.memory.Area;
import org.hawser.pgas.team.Team;
import org.hawser.pgas.team.World;
import org.hawser.runtime.Rank;

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

    /**
     * Collective in the team: {@code bytes} at each thread, all zero.
     *
     * @throws PgasException at all threads, when one has not enough memory or they asked for different lengths
     */
    Area symmetric(Team team, long bytes) {
        checkBytes(bytes);
        byte[] drawn = null;
        if (team.me() == 0) {
            drawn = ByteBuffer.allocate(3 * Long.BYTES).putLong(world.newNumber()).putLong(Rank.newSecret())
                .putLong(bytes).array();
        }
        ByteBuffer agreed = ByteBuffer.wrap(team.exchange().broadcast(0, drawn));
        long number = agreed.getLong();
        long secret = agreed.getLong();
        Region mine = null;
        String trouble = "";
        try {
            if (agreed.getLong() != bytes) {
                trouble = "threads ask for different lengths: bytes=" + bytes;
            } else {
                mine = world.rank().allocate(Area.pieceBytes(bytes), number, secret);
            }
        } catch (FabricException | OutOfMemoryError e) {
            trouble = e.getMessage();
        }
        byte[][] troubles = team.exchange().allGather(trouble.getBytes(StandardCharsets.UTF_8));
        for (int thread = 0; thread < troubles.length; thread++) {
            if (troubles[thread].length > 0) {
                if (mine != null) {
                    mine.close();
                }
                throw new PgasException("shared memory could not be made: thread=" + thread + ": "
                    + new String(troubles[thread], StandardCharsets.UTF_8));
            }
        }
        return new Area(team, number, secret, bytes, mine);
    }

    /** Collective in the team: gives back what {@link #symmetric} made, when all have come. */
    void free(Area area) {
        if (area.isClosed()) {
            throw new PgasException("shared memory was freed before: " + area);
        }
        area.team().barrier();
        area.close();
    }

    private static void checkBytes(long bytes) {
        if (bytes < 0) {
            throw new PgasException("a length cannot be negative: bytes=" + bytes);
        }
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
