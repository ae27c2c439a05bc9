package org.hawser.pgas;

import java.lang.ref.Reference;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.hawser.fabric.FabricException;
import org.hawser.pgas.memory.Area;
import org.hawser.pgas.memory.Refusal;
import org.hawser.runtime.Awaitable;
import org.hawser.runtime.Link;
import org.hawser.runtime.Rank;

/**
 * A counter at each thread of a team that others add to and its owner takes from: so a thread knows that data is there.
 *
 * <pre>{@code
 * Semaphore full = pgas.semaphore();
 * pgas.memputSignal(halo, row, 0, row.byteSize(), full, 1);   // at the neighbour
 * full.await();                                               // here: the row is in place
 * }</pre>
 *
 * <p>What would count beyond {@link #MAX} is refused and changes nothing: at the thread that posts, or, when that is on
 * another node, at the thread that takes.
 *
 * <p><b>Threads:</b> any. <b>Allocates:</b> nothing per call where ranks share memory.
 */
public final class Semaphore implements AutoCloseable {
    /** The most it can count to. */
    public static final int MAX = Integer.MAX_VALUE;

    /** See {@link Tally}. */
    static final long BYTES = Tally.BYTES;

    /** Looks before a thread does other work: first as fast as it can, then with pauses; some microseconds. */
    private static final int QUICK_LOOKS = 100;
    private static final int LOOKS = 300;

    private final Semaphores all;
    private final Area area;
    private final int place;
    private final Rank rank;
    private final int me;
    private final int looks;
    /** What this thread knows of the tallies of others; a late look is corrected by the tally itself. */
    private final Tally.Guess[] guesses;
    private final Awaitable one = new Counted(1);
    /** What the semaphore is at threads that are not mapped. */
    private final Map<Integer, Integer> places = new ConcurrentHashMap<>();

    Semaphore(Semaphores all, Area area, int place) {
        this.all = all;
        this.area = area;
        this.place = place;
        rank = area.team().rank();
        me = area.team().me();
        looks = rank.sharesCores() ? 1 : LOOKS;
        guesses = new Tally.Guess[area.team().size()];
    }

    /** Adds 1 at a thread. */
    public void post(int thread) {
        post(thread, 1);
    }

    /** Adds {@code count} at a thread, and wakes it. What this thread put there before is in place then. */
    public void post(int thread, int count) {
        area.team().check(thread);
        checkCount(count);
        long at = area.base(thread);
        if (at == 0) {
            postFar(thread, count);
            return;
        }
        if (!Tally.add(at, count, guess(thread))) {
            throw tooFar(thread, at, count);
        }
        Reference.reachabilityFence(area);
        if (thread == me) {
            rank.wakeWaiting();
        } else {
            rank.wake(area.team().rankOf(thread));
        }
    }

    private PgasException tooFar(int thread, long at, int count) {
        return new PgasException("a semaphore cannot count that far: owner=" + thread + " count=" + Tally.count(at)
            + " added=" + count + " most=" + MAX + " " + area.team().here()
            + "; its owner must take before more is posted");
    }

    private void postFar(int thread, int count) {
        int peer = area.team().rankOf(thread);
        try {
            rank.fence(peer);
            all.world().link(peer).post(Semaphores.POST, signalFor(thread, count));
        } catch (FabricException e) {
            throw Refusal.of(e, area);
        }
    }

    private Tally.Guess guess(int thread) {
        Tally.Guess guess = guesses[thread];
        if (guess == null) {
            guess = new Tally.Guess();
            guesses[thread] = guess;
        }
        return guess;
    }

    /** A message has come from a thread that cannot reach the count; in a handler. */
    void arrived(int count) {
        long at = area.base(me);
        if (!Tally.add(at, count, guess(me))) {
            Tally.refuse(at);
        }
        rank.wakeWaiting();
    }

    /** Waits until this thread's own has counted to 1, and takes that. */
    public void await() {
        while (!takeSoon(1)) {
            rank.await(one, -2);
        }
    }

    /** Waits until this thread's own has counted to {@code count}, and takes that. */
    public void await(int count) {
        checkCount(count);
        while (!takeSoon(count)) {
            rank.await(count == 1 ? one : new Counted(count), -2);
        }
    }

    private boolean takeSoon(int count) {
        for (int i = 0; i < looks; i++) {
            if (take(count)) {
                return true;
            }
            if (i > QUICK_LOOKS) {
                Thread.onSpinWait();
            }
        }
        return false;
    }

    /** Takes {@code count} from this thread's own if it is there. */
    public boolean tryTake(int count) {
        checkCount(count);
        if (take(count)) {
            return true;
        }
        rank.progress();
        return take(count);
    }

    private boolean has(int count) {
        long at = area.base(me);
        checkRefused(at);
        return Tally.count(at) >= count;
    }

    private boolean take(int count) {
        long at = area.base(me);
        boolean taken = Tally.take(at, count);
        if (!taken) {
            checkRefused(at);
        }
        Reference.reachabilityFence(area);
        return taken;
    }

    /** What this thread's own has counted to. */
    public int count() {
        long at = area.base(me);
        checkRefused(at);
        return (int) Math.min(MAX, Tally.count(at));
    }

    private void checkRefused(long at) {
        if (Tally.hasRefused(at)) {
            throw new PgasException("posts were refused, for a semaphore cannot count that far: posts="
                + Tally.takeRefused(at) + " count=" + Tally.count(at) + " most=" + MAX + " " + area.team().here()
                + "; take before more is posted");
        }
    }

    /** Collective: gives it back. */
    @Override
    public void close() {
        all.free(this, area);
    }

    Area area() {
        return area;
    }

    int place() {
        return place;
    }

    /** The thread of this semaphore's team that a place in memory is near. */
    int threadOf(GlobalPointer memory) {
        int thread = memory.area().team() == area.team() ? memory.thread()
            : area.team().threadOf(memory.area().team().rankOf(memory.thread()));
        if (thread < 0) {
            throw new PgasException("the memory is near a thread that has no part in the semaphore: " + memory);
        }
        return thread;
    }

    /** Refuses early what would be refused late. */
    void checkOpen(int thread, int count) {
        checkCount(count);
        long at = area.base(thread);
        if (at != 0 && !Tally.hasRoom(at, count, guess(thread))) {
            throw tooFar(thread, at, count);
        }
    }

    /** The way to a thread that is not mapped. */
    Link link(int thread) {
        return all.world().link(area.team().rankOf(thread));
    }

    /** What a message to a thread that is not mapped says. */
    long signalFor(int thread, int count) {
        checkCount(count);
        Integer known = places.get(thread);
        if (known == null) {
            known = (int) rank.get(area.at(thread), Tally.PLACE);
            places.put(thread, known);
        }
        return Semaphores.word(known, count);
    }

    /** Has it counted so far? Only looks: a wait may ask more than once. */
    private final class Counted implements Awaitable {
        private final int count;

        Counted(int count) {
            this.count = count;
        }

        @Override
        public boolean isDone() {
            return has(count);
        }

        @Override
        public boolean concerns(int other) {
            return area.team().threadOf(other) >= 0;
        }
    }

    private static void checkCount(int count) {
        if (count < 0) {
            throw new PgasException("a count cannot be negative: count=" + count);
        }
    }
}
