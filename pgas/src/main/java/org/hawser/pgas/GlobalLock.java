package org.hawser.pgas;

import java.util.concurrent.atomic.AtomicInteger;
import org.hawser.fabric.FabricException;
import org.hawser.pgas.memory.Area;
import org.hawser.pgas.memory.LockQueue;
import org.hawser.pgas.team.Team;

/**
 * A lock that one thread of a team holds at a time; those that wait get it in the order they came. What a holder wrote
 * is visible to the next.
 *
 * <pre>{@code
 * GlobalLock lock = pgas.allLock();
 * lock.lock();
 * try {
 *     total.put(0, total.get(0) + mine);
 * } finally {
 *     lock.unlock();
 * }
 * }</pre>
 *
 * <p>Threads wait in a queue, each on a word near itself, and the holder writes the next one's word: where threads
 * share memory no other thread has to run for that, and however many wait, each hand-over costs the same.
 *
 * <p><b>Threads:</b> any; the holder is the thread of the model, that is the rank, not one of its Java threads.
 * <b>Allocates:</b> nothing per call where threads share memory.
 */
public final class GlobalLock implements AutoCloseable {
    private static final int FREE = 0;
    private static final int TAKING = 1;
    private static final int HELD = 2;

    private final Services services;
    private final Team team;
    private final Area area;
    private final LockQueue queue;
    /** What this thread has to do with it. */
    private final AtomicInteger state = new AtomicInteger();

    GlobalLock(Services services, Team team, int home) {
        this.services = services;
        this.team = team;
        area = services.allocations.symmetric(team, LockQueue.BYTES);
        queue = new LockQueue(area, home);
        services.share(area, this);
    }

    Area area() {
        return area;
    }

    /**
     * Waits for the lock.
     *
     * @throws PgasException when this thread holds it or waits for it already, or when it was freed
     * @throws FabricException with {@code PEER_LOST} when the holder has ended: the lock is of no use after that
     */
    public void lock() {
        begin();
        int next = FREE;
        try {
            queue.enter();
            next = HELD;
        } finally {
            state.set(next);
        }
    }

    /** Takes the lock if nobody has it; refused as {@link #lock} is. */
    public boolean tryLock() {
        begin();
        int next = FREE;
        try {
            next = queue.tryEnter() ? HELD : FREE;
        } finally {
            state.set(next);
        }
        return next == HELD;
    }

    /** Hands the lock on; what this thread put anywhere is visible to the next holder. */
    public void unlock() {
        if (state.get() != HELD || area.isClosed()) {
            throw refusal("the lock is not held by this thread");
        }
        // Not free before it is handed on: only then may another Java thread of this rank queue up.
        try {
            queue.leave();
        } finally {
            state.set(FREE);
        }
    }

    /** True while this thread holds it. */
    public boolean isHeld() {
        return state.get() == HELD;
    }

    /** Collective: gives it back; refused at all threads, and nothing changed, while somebody holds it. */
    @Override
    public void close() {
        if (area.isClosed()) {
            return;
        }
        long busy = team.values().reduce(state.get() == FREE ? 0 : team.me() + 1L, Reduction.MAX.onLongs());
        if (busy > 0) {
            throw new PgasException("the lock cannot be freed while a thread holds it, or waits for it: holder="
                + (busy - 1) + " " + team.here() + "; unlock it first");
        }
        services.allocations.free(area);
    }

    LockQueue queue() {
        return queue;
    }

    private void begin() {
        if (area.isClosed() || !state.compareAndSet(FREE, TAKING)) {
            throw refusal("the lock cannot be taken by this thread");
        }
    }

    private PgasException refusal(String what) {
        String now = area.isClosed() ? "it was freed" : switch (state.get()) {
            case FREE -> "free";
            case TAKING -> "another Java thread of this rank waits for it";
            default -> "this thread holds it";
        };
        return new PgasException(what + ": " + team.here() + " state=" + now);
    }
}
