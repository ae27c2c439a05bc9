package org.hawser.pgas;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.hawser.fabric.FabricException;
import org.hawser.fabric.Region;
import org.hawser.pgas.memory.Area;
import org.hawser.pgas.memory.Heaps;
import org.hawser.pgas.team.Kind;
import org.hawser.pgas.team.Team;
import org.hawser.pgas.team.World;
import org.hawser.runtime.Rank;

/**
 * Makes shared memory and gives it back: together, for all threads by one, and for one by itself. Every thread of a
 * team knows the team's memory by number, and learns of its end; memory in a thread's heap is found out about when it
 * is used.
 *
 * <p><b>Threads:</b> any, where one thread calls; one at a time, where all do.
 */
final class Allocations {
    /** More than any machine has, and far from where sums of lengths leave a long. */
    private static final long MOST_BYTES = 1L << 56;

    private final World world;
    private final Heaps heaps;
    private final AllocationRequests requests;
    /** What this thread has a piece of. */
    private final Map<Long, Area> areas = new ConcurrentHashMap<>();

    Allocations(World world) {
        this.world = world;
        heaps = new Heaps(world.rank());
        requests = new AllocationRequests(world, this);
    }

    /** Tells of a team of this rank's; others may ask for memory in its name. */
    void know(Team team) {
        requests.know(team);
    }

    /**
     * Collective in the team: {@code bytes} at each thread, all zero.
     *
     * @throws PgasException at all threads, when one has not enough memory or they asked for different lengths
     */
    Area symmetric(Team team, long bytes) {
        byte[] drawn = null;
        if (team.me() == 0) {
            drawn = ByteBuffer.allocate(3 * Long.BYTES).putLong(world.newNumber()).putLong(Rank.newSecret())
                .putLong(bytes).array();
        }
        ByteBuffer agreed = ByteBuffer.wrap(team.exchange().broadcast(0, drawn));
        long number = agreed.getLong();
        long secret = agreed.getLong();
        String trouble = agreed.getLong() == bytes ? make(team, number, secret, bytes)
            : "threads ask for different lengths: bytes=" + bytes;
        byte[][] troubles = team.exchange().allGather(trouble.getBytes(StandardCharsets.UTF_8));
        for (int thread = 0; thread < troubles.length; thread++) {
            if (troubles[thread].length > 0) {
                end(number);
                throw new PgasException("shared memory could not be made: thread=" + thread + ": "
                    + new String(troubles[thread], StandardCharsets.UTF_8));
            }
        }
        return areas.get(number);
    }

    /** Makes this thread's piece and returns nothing, or the reason why there is none. */
    String make(Team team, long number, long secret, long bytes) {
        try {
            checkBytes(bytes);
            Region mine = world.rank().allocate(Area.pieceBytes(bytes), number, secret);
            areas.put(number, new Area(team, number, secret, bytes, mine));
            return "";
        } catch (FabricException | PgasException | OutOfMemoryError e) {
            return "bytes=" + bytes + ": " + e.getMessage();
        }
    }

    /** Gives this thread's piece back; false when there is none any more. */
    boolean end(long number) {
        Area area = areas.remove(number);
        return area != null && area.close();
    }

    /** Room in the heap of this rank that another rank has freed. */
    void reclaim(long number, long start) {
        heaps.reclaim(number, start);
    }

    /** Collective in the team: gives back what {@link #symmetric} or {@link #global} made, when all have come. */
    void free(Area area) {
        if (area.isClosed()) {
            throw freedBefore(area);
        }
        area.team().barrier();
        if (area.block() == null) {
            end(area.number());
        } else if (Heaps.ownerOf(area) == world.rank().number()) {
            heaps.free(area);
        }
    }

    /** Collective: blocks that are dealt out to the threads of the team, of bytes. */
    GlobalPointer all(Team team, long blocks, long blockBytes) {
        return pointer(symmetric(team, perThread(team, blocks, blockBytes)), blockBytes);
    }

    /** Not collective: the same, for all threads. */
    GlobalPointer global(Team team, long blocks, long blockBytes) {
        return pointer(global(team, perThread(team, blocks, blockBytes)), blockBytes);
    }

    private static GlobalPointer pointer(Area area, long blockBytes) {
        return new GlobalPointer(area, 0, 0, 1, blockBytes, 0);
    }

    private static long perThread(Team team, long blocks, long blockBytes) {
        if (blocks < 0 || blockBytes < 0) {
            throw new PgasException("a length cannot be negative: blocks=" + blocks + " blockBytes=" + blockBytes);
        }
        long each = Math.ceilDiv(blocks, team.size());
        if (Math.multiplyHigh(each, blockBytes) != 0 || each * blockBytes < 0) {
            throw new PgasException("more memory than there can be: blocks=" + blocks + " blockBytes=" + blockBytes);
        }
        return each * blockBytes;
    }

    /** Not collective: {@code bytes} at each thread of the team, all zero. */
    Area global(Team team, long bytes) {
        checkBytes(bytes);
        long number = world.newNumber();
        String trouble = requests.make(team, number, Rank.newSecret(), bytes);
        if (!trouble.isEmpty()) {
            requests.end(team, number);
            throw new PgasException("shared memory could not be made: " + trouble);
        }
        return areas.get(number);
    }

    /** Not collective: memory of this thread. */
    GlobalPointer local(Team team, long bytes) {
        checkBytes(bytes);
        try {
            return new GlobalPointer(heaps.allocate(team, bytes), team.me(), 0, 1, 0, 0);
        } catch (FabricException e) {
            throw new PgasException("shared memory could not be made: thread=" + team.me() + " bytes=" + bytes + ": "
                + e.getMessage(), e);
        }
    }

    /** Not collective: gives back what {@link #all}, {@link #global} or {@link #local} made, here or elsewhere. */
    void free(GlobalPointer memory) {
        checkStart(memory);
        Area area = memory.area();
        if (area.block() != null) {
            if (!heaps.free(area)) {
                world.link(Heaps.ownerOf(area)).post(Kind.ALLOCATE.ordinal(), AllocationRequests.RECLAIM,
                    area.number(), area.start());
            }
        } else if (area.isClosed() || !requests.end(area.team(), area.number())) {
            throw freedBefore(area);
        }
    }

    /** Collective: the same when all have come. */
    void allFree(GlobalPointer memory) {
        checkStart(memory);
        free(memory.area());
    }

    private static void checkStart(GlobalPointer memory) {
        if (memory.offset() != 0 || memory.phase() != 0 || memory.area().block() == null && memory.thread() != 0) {
            throw new PgasException("memory is freed by the pointer to its beginning: " + memory);
        }
    }

    /** Reads a pointer that {@link #write} wrote; null when it was none. */
    GlobalPointer read(Team team, MemorySegment memory, long offset) {
        PointerForm form = PointerForm.read(memory, offset);
        if (form.number() == 0) {
            return null;
        }
        if (Heaps.holds(form.number())) {
            Area area = heaps.find(team, form.number(), form.block(), form.phase());
            return form.pointer(area, team.threadOf(form.rank()), 0, 0);
        }
        Area area = areas.get(form.number());
        if (area == null) {
            throw new PgasException("the pointer leads to memory that is not there: it was freed, or belongs to a team "
                + "that this thread is not in: rank=" + world.rank().number() + " number="
                + Long.toHexString(form.number()));
        }
        return form.pointer(area, area.team().threadOf(form.rank()), form.block(), form.phase());
    }

    /** Writes a pointer, or null, as {@link Pgas#POINTER_BYTES} bytes that mean the same at every thread. */
    void write(GlobalPointer pointer, MemorySegment memory, long offset) {
        PointerForm.of(pointer).write(memory, offset);
    }

    /** The model ends here: later use of any memory is refused. */
    void close() {
        areas.keySet().forEach(this::end);
        heaps.close();
    }

    private static void checkBytes(long bytes) {
        if (bytes < 0) {
            throw new PgasException("a length cannot be negative: bytes=" + bytes);
        }
        if (bytes > MOST_BYTES) {
            throw new PgasException("more memory than there can be: bytes=" + bytes);
        }
    }

    private static PgasException freedBefore(Area area) {
        return new PgasException("shared memory was freed before: " + area);
    }
}
