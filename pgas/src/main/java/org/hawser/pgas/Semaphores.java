package org.hawser.pgas;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.hawser.pgas.memory.Area;
import org.hawser.pgas.team.Kind;
import org.hawser.pgas.team.Team;
import org.hawser.pgas.team.World;
import org.hawser.platform.memory.RawWords;

/**
 * The semaphores of this rank, and the messages that add to them from ranks that cannot reach them by address. Such a
 * message is a word: which of the receiver's semaphores, and how much.
 *
 * <pre>
 *   bits 63–32: the semaphore's place here   31–0: count
 * </pre>
 *
 * <p><b>Threads:</b> any; the handler in the polling context.
 */
final class Semaphores {
    static final int POST = Kind.POST.ordinal();

    private final Services services;
    private final World world;
    private final Allocations allocations;
    private final Map<Integer, Semaphore> here = new ConcurrentHashMap<>();
    private final AtomicInteger last = new AtomicInteger();

    Semaphores(Services services) {
        this.services = services;
        world = services.world;
        allocations = services.allocations;
        world.register(Kind.POST, this::onPost);
    }

    /** Collective: a new one. */
    Semaphore make(Team team) {
        Area area = allocations.symmetric(team, Semaphore.BYTES);
        int place = last.incrementAndGet();
        Semaphore made = new Semaphore(this, area, place);
        here.put(place, made);
        services.share(area, made);
        RawWords.setVolatile(area.base(team.me()) + Tally.PLACE, place);
        team.barrier();
        return made;
    }

    /** Collective: the end of one. */
    void free(Semaphore semaphore, Area area) {
        allocations.free(area);
        here.remove(semaphore.place());
    }

    World world() {
        return world;
    }

    static long word(int place, int count) {
        return (long) place << 32 | count;
    }

    private void onPost(int source, MemorySegment memory, long offset, int length) {
        long word = memory.get(ValueLayout.JAVA_LONG_UNALIGNED, offset);
        Semaphore semaphore = here.get((int) (word >>> 32));
        // One that is gone was given back by all, whatever came too late.
        if (semaphore != null) {
            semaphore.arrived((int) word);
        }
    }
}
