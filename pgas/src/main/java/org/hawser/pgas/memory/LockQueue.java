package org.hawser.pgas.memory;

import java.lang.ref.Reference;
import org.hawser.fabric.FabricException;
import org.hawser.pgas.team.Team;
import org.hawser.platform.memory.RawWords;
import org.hawser.runtime.Awaitable;
import org.hawser.runtime.Rank;

/**
 * A queue of threads for a lock (Mellor-Crummey and Scott): a word at one thread says who came last, and each thread
 * has two words of its own, who comes after it and whether its turn has come. A thread that comes puts itself last with
 * one atomic, and tells the one before; the one before writes the other's turn when it leaves.
 *
 * <pre>
 *   0: last (thread + 1, 0 for nobody; negative when broken; at the home thread)
 *   128: next (thread + 1)
 *   256: turn (1 when it has come; when broken, minus the last)                    384: end
 * </pre>
 *
 * <p>When one that is waited for has ended, the queue is broken for good, and all that wait or come are told.
 *
 * <p>Cost: one atomic to enter and one to leave when nobody else comes; a hand-over is one write.
 *
 * <p><b>Threads:</b> one thread of a rank at a time. <b>Allocates:</b> nothing where threads share memory.
 */
public final class LockQueue implements Awaitable {
    /** What a thread's piece takes. */
    public static final long BYTES = 384;

    private static final int ANYBODY_HERE = -2;
    private static final long LAST = 0;
    private static final long NEXT = 128;
    private static final long TURN = 256;

    private final Area area;
    private final Team team;
    private final Rank rank;
    private final int home;
    private final long me;
    /** The address of this thread's words. */
    private final long own;
    /** The address of {@link #LAST}; 0 where it is not mapped. */
    private final long last;
    /** The word that this thread waits for, and who writes it. */
    private long awaited;
    private int writer;
    /** That thread has ended. */
    private boolean ended;

    /** On fresh memory of {@link #BYTES} at each thread. */
    public LockQueue(Area area, int home) {
        this.area = area;
        this.home = home;
        team = area.team();
        rank = team.rank();
        me = team.me() + 1L;
        own = RawWords.addressOf(area.local());
        long base = area.base(home);
        last = base == 0 ? 0 : base + LAST;
    }

    /**
     * Comes, and waits for its turn.
     *
     * @throws FabricException with {@code PEER_LOST} when the queue is broken
     */
    public void enter() {
        prepare();
        long before = swapLast(me);
        if (before != 0) {
            waitBehind(before);
        }
    }

    private void waitBehind(long before) {
        FabricException cause = null;
        long turn = 0;
        if (before > 0) {
            try {
                rank.signal(area.at((int) before - 1), NEXT, me);
                await(TURN, (int) before - 1);
            } catch (FabricException e) {
                cause = e;
            }
            turn = RawWords.getAcquire(own + TURN);
        }
        if (turn <= 0) {
            long end = turn < 0 ? -turn : breakOff();
            if (end != me) {
                pass(-end);
            }
            throw new FabricException(FabricException.Severity.PEER_LOST, "a lock is of no use any more, because a "
                + "thread that held it or waited for it has ended: thread=" + team.me(), cause);
        }
    }

    /** Comes, if nobody is there. */
    public boolean tryEnter() {
        prepare();
        return compareLast(0, me) == 0;
    }

    /** Goes, and gives its turn to the next. */
    public void leave() {
        rank.fence();
        if (RawWords.getAcquire(own + NEXT) == 0 && Math.abs(compareLast(me, 0)) == me) {
            return;
        }
        pass(1);
    }

    /** The thread that came last; -1 for none. */
    public int last() {
        return (int) Math.abs(compareLast(0, 0)) - 1;
    }

    private void prepare() {
        if (rank.isHeld()) {
            throw new IllegalStateException("a handler must not wait for a lock");
        }
        // Both before the atomic that makes this thread known.
        RawWords.setOpaque(own + NEXT, 0);
        RawWords.setOpaque(own + TURN, 0);
    }

    /** Gives the next thread, which has come or is about to say so, its turn. */
    private void pass(long turn) {
        await(NEXT, -1);
        int next = (int) RawWords.getAcquire(own + NEXT) - 1;
        // After all that this thread wrote. Pairs with the acquire in isDone.
        rank.signal(area.at(next), TURN, turn);
        Reference.reachabilityFence(area);
    }

    /** Waits for a word of this thread's; returns also when the thread that must write it has ended without. */
    private void await(long word, int by) {
        awaited = own + word;
        writer = by;
        ended = false;
        // Whoever writes the word wakes this rank: a thousand that wait must not look again every millisecond.
        rank.await(this, ANYBODY_HERE);
        Reference.reachabilityFence(area);
    }

    @Override
    public boolean isDone() {
        return ended || RawWords.getAcquire(awaited) != 0;
    }

    /** Another thread's end is that of the wait only if nobody knows who writes the word. */
    @Override
    public boolean concerns(int other) {
        return writer < 0 && team.threadOf(other) >= 0;
    }

    @Override
    public boolean isDoneBeforeSleep() {
        if (isDone() || writer < 0 || rank.isAlive(team.rankOf(writer))) {
            return isDone();
        }
        // It may have written the word by a message that is on its way here.
        rank.takeAll();
        ended = true;
        return true;
    }

    /**
     * Nobody gets a turn from here on: the word that says who is last becomes negative, so that those to come know;
     * those behind are told one by one.
     *
     * @return the last of those that are in the queue
     */
    private long breakOff() {
        long seen = compareLast(0, 0);
        while (seen > 0) {
            long held = compareLast(seen, -seen);
            if (held == seen) {
                return seen;
            }
            seen = held;
        }
        return -seen;
    }

    private long swapLast(long value) {
        if (last != 0) {
            return RawWords.getAndSet(last, value);
        }
        long seen = 0;
        long held = rank.compareSwap(area.at(home), LAST, seen, value);
        while (held != seen) {
            seen = held;
            held = rank.compareSwap(area.at(home), LAST, seen, value);
        }
        return held;
    }

    private long compareLast(long expected, long value) {
        return last != 0 ? RawWords.compareAndExchange(last, expected, value)
            : rank.compareSwap(area.at(home), LAST, expected, value);
    }
}
