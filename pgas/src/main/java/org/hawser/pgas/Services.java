package org.hawser.pgas;

import java.lang.foreign.MemorySegment;
import java.lang.ref.WeakReference;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import org.hawser.fabric.FabricException;
import org.hawser.pgas.memory.Area;
import org.hawser.pgas.team.Kind;
import org.hawser.pgas.team.Team;
import org.hawser.pgas.team.Teams;
import org.hawser.pgas.team.World;

/**
 * The parts of the model that a rank has once, whatever teams it is in. Each registers its kinds of messages when it is
 * made.
 *
 * <p><b>Threads:</b> made once.
 */
final class Services {
    /** How much later than others a thread may make its view of a team. */
    private static final long LATE_NANOS = 5_000_000_000L;

    final World world;
    final Team all;
    final Teams teams;
    final Allocations allocations;
    final Transfers transfers;
    final Atomics atomics;
    final Semaphores semaphores;
    final FarElements far;
    final Workers workers;
    final Troubles troubles;
    final Calls calls;
    /** One for each team that this rank is in, which are few; a new array when one is added or removed. */
    private volatile Pgas[] views = {};
    /** By the number of their memory: arrays, locks and semaphores, for as long as the program has them. */
    private final Map<Long, WeakReference<Object>> shared = new ConcurrentHashMap<>();

    Services(World world) {
        this.world = world;
        all = Team.all(world);
        teams = new Teams(world);
        allocations = new Allocations(world);
        transfers = new Transfers(world);
        atomics = new Atomics(world);
        semaphores = new Semaphores(this);
        far = new FarElements(world);
        workers = new Workers(world);
        troubles = new Troubles(world.rank());
        calls = new Calls(this);
        world.register(Kind.MESSAGE, this::onMessage);
        world.open();
    }

    /** A team's view has begun: what comes for it finds it. */
    synchronized void add(Pgas view) {
        Pgas[] more = Arrays.copyOf(views, views.length + 1);
        more[more.length - 1] = view;
        views = more;
    }

    /** A team's view is over, and so are those made from it. */
    synchronized void remove(Pgas view) {
        views = Arrays.stream(views).filter(known -> known != view && !known.hasEnded()).toArray(Pgas[]::new);
    }

    /** This thread's view of a team. It may be that other threads have made it already, and this one is about to. */
    Pgas view(long team) {
        awaitUnlessHeld(() -> find(team) != null);
        Pgas view = find(team);
        if (view == null) {
            throw new PgasException("this thread is not in the team, or its view of it was closed: team="
                + Long.toHexString(team) + " rank=" + world.rank().number());
        }
        return view;
    }

    /** The latest view of a team; null when there is none. */
    private Pgas find(long team) {
        Pgas[] known = views;
        for (int i = known.length - 1; i >= 0; i--) {
            if (known[i].team().id() == team) {
                return known[i];
            }
        }
        return null;
    }

    /** Has {@code object}, which stands on {@code area}, be found by code that another thread sends. */
    void share(Area area, Object object) {
        shared.values().removeIf(known -> known.refersTo(null));
        shared.put(area.number(), new WeakReference<>(object));
    }

    /** This thread's own of an object that threads share. */
    Object shared(long number) {
        awaitUnlessHeld(() -> shared.containsKey(number));
        WeakReference<Object> known = shared.get(number);
        Object object = known == null ? null : known.get();
        if (object == null) {
            throw new PgasException("this thread has no such array, lock or semaphore, or no more: number="
                + Long.toHexString(number) + " rank=" + world.rank().number());
        }
        return object;
    }

    private void awaitUnlessHeld(BooleanSupplier known) {
        long deadline = System.nanoTime() + LATE_NANOS;
        if (!world.rank().isHeld()) {
            world.rank().await(() -> known.getAsBoolean() || System.nanoTime() - deadline > 0);
        }
    }

    private void onMessage(int source, MemorySegment memory, long offset, int length) {
        if (!MessageHeader.isWhole(memory, offset, length)) {
            throw new FabricException(FabricException.Severity.FATAL, "a message of the program's that has no head: "
                + "source=" + source + " length=" + length);
        }
        Pgas view = find(MessageHeader.team(memory, offset));
        if (view == null) {
            troubles.tell(new PgasException("a message came for a team that this rank is not in, or no more: handler="
                + MessageHeader.handler(memory, offset) + " source=rank " + source + " rank="
                + world.rank().number()));
        } else {
            view.layer().take(source, memory, offset, length);
        }
    }
}
