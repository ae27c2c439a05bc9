package org.hawser.pgas.team;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.hawser.fabric.FabricException;
import org.hawser.pgas.PgasException;
import org.hawser.runtime.Awaitable;
import org.hawser.runtime.Link;
import org.hawser.runtime.RankBarrier;

/**
 * A barrier in two halves: a thread says that it has come, does something else, and then waits for the others. Threads
 * may give a value with it; when two values differ, all threads are told, and the barrier can be used again.
 *
 * <p>A team of all ranks has a barrier of the runtime's, which knows halves and values. In other teams arrivals are
 * counted up a tree of the team's threads by the handlers of their messages, so that a thread which computes between
 * the two halves hinders nobody who polls; the release goes down the same tree.
 *
 * <pre>
 *   ARRIVED, RELEASED   0: team   8: thread · 4 + 2 if two values differ + 1 if there is a value   16: that value
 *                       24: the other thread   32: its value (these two only when values differ)
 * </pre>
 *
 * <p>Cost: 2 lg₄ p messages one after the other.
 *
 * <p><b>Threads:</b> one thread of a rank at a time; handlers. <b>Allocates:</b> nothing, unless values differ.
 */
public final class SplitBarrier implements Awaitable {
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;
    private static final int RADIX = 4;
    private static final int VALUED = 1;
    private static final int DIFFERENT = 2;
    private static final int FLAG_BITS = 2;
    private static final int SHORT_BYTES = 3 * Long.BYTES;
    private static final int LONG_BYTES = 5 * Long.BYTES;
    private static final String SAME = "; all give the same value, or none";
    private static final int NOBODY = -3;
    private static final int ANYBODY_HERE = -2;

    private final World world;
    private final long id;
    /** Null until this rank has made the team. */
    private Team team;
    /** Of a team of all ranks; null for others. */
    private RankBarrier whole;

    /** Who gave a value first, and which. Changed by handlers, and by a thread that holds the rank, like all below. */
    private long first;
    private long firstValue;
    private long secondThread;
    private long secondValue;
    /** Children of this thread in the tree that have come, and this thread itself. */
    private int arrivals;
    private volatile long released;

    /** Of the program's thread: how many barriers it has come to. */
    private long notified;
    private boolean between;
    private boolean valued;
    private long value;
    /** A rank that has ended without coming; -1 for none. */
    private int lost = -1;
    /** What the last barrier found, null when nothing; written before {@code released}. */
    private String trouble;

    SplitBarrier(World world, long id) {
        this.world = world;
        this.id = id;
    }

    void bind(Team known) {
        team = known;
        whole = known.isAll() ? world.barrierOf(known) : null;
    }

    /** Comes, and waits until all have come. */
    void comeAndWait() {
        refuseBetween("a thread cannot come to a barrier between notify and wait of another");
        if (whole == null) {
            arrive();
            await();
            return;
        }
        notified++;
        whole.await();
        checkAgreed();
    }

    /** This thread has come; what it put anywhere before is complete. */
    public void arrive() {
        arrive(false, 0);
    }

    /** This thread has come, with a value that all others that give one must give. */
    public void arrive(long with) {
        arrive(true, with);
    }

    private void arrive(boolean withValue, long with) {
        refuseBetween("a thread has come to the barrier already, and must wait before it comes again");
        if (world.rank().isHeld()) {
            throw new IllegalStateException("a handler must not take part in a barrier");
        }
        checkLost();
        valued = withValue;
        value = with;
        if (whole != null) {
            if (withValue) {
                whole.come(with);
            } else {
                whole.come();
            }
            between = true;
            notified++;
            return;
        }
        world.rank().fence();
        between = true;
        notified++;
        world.rank().hold();
        try {
            arrivals++;
            merge(withValue ? (long) team.me() << FLAG_BITS | VALUED : 0, with, 0, 0);
            pass();
        } finally {
            world.rank().letGo();
        }
    }

    /** Waits until all have come. */
    public void await() {
        checkBetween();
        if (whole != null) {
            whole.finish();
            between = false;
            checkAgreed();
            return;
        }
        world.rank().await(this, team.isAll() ? ANYBODY_HERE : NOBODY);
        checkLost();
        between = false;
        if (trouble != null) {
            throw new PgasException(trouble + ": barrier=" + notified + " " + team.here() + SAME);
        }
    }

    private void checkAgreed() {
        RankBarrier.Difference two = whole.difference();
        if (two != null) {
            throw new PgasException(different(team.threadOf(two.rank()), two.value(), team.threadOf(two.otherRank()),
                two.otherValue()) + ": barrier=" + notified + " " + team.here() + SAME);
        }
    }

    private static String different(long thread, long value, long otherThread, long otherValue) {
        return "threads came to a barrier with different values: thread " + thread + " with " + value + ", thread "
            + otherThread + " with " + otherValue;
    }

    /** Waits until all have come, with the value that this thread came with. */
    public void await(long with) {
        await();
        if (valued && value != with) {
            throw new PgasException("a thread waits for a barrier with another value than it came with: thread="
                + team.me() + " value=" + value + " now=" + with);
        }
    }

    /** True when {@link #await()} would not wait; makes progress. */
    public boolean test() {
        checkBetween();
        if (whole != null) {
            return whole.isOver();
        }
        if (!isDone()) {
            world.rank().progress();
        }
        return isDone();
    }

    /** Refuses a call between the two halves. */
    public void refuseBetween(String what) {
        if (between) {
            throw new PgasException(what + ": barrier=" + notified + " " + team.here());
        }
    }

    private void checkBetween() {
        if (!between) {
            throw new PgasException("a thread waits for a barrier that it has not come to: thread=" + team.me()
                + "; call notifyBarrier first");
        }
    }

    private void checkLost() {
        if (lost >= 0 && !isReleased()) {
            throw new FabricException(FabricException.Severity.PEER_LOST, "a rank has ended while others wait for it "
                + "in a barrier: rank=" + lost + " thread=" + team.me() + " barrier=" + notified);
        }
    }

    /** Also when it can never end: who waits is told then. */
    @Override
    public boolean isDone() {
        return isReleased() || lost >= 0;
    }

    private boolean isReleased() {
        return released >= notified;
    }

    /** Looks after those that this thread waits for: its neighbours in the tree. */
    @Override
    public boolean isDoneBeforeSleep() {
        if (isDone()) {
            return true;
        }
        int suspect = ended();
        if (suspect >= 0) {
            // It may have left in order, with its message on the way here.
            world.rank().takeAll();
            lost = isReleased() ? -1 : ended();
        }
        return isDone();
    }

    private int ended() {
        int parent = parent();
        if (parent >= 0 && !world.rank().isAlive(team.rankOf(parent))) {
            return team.rankOf(parent);
        }
        if (arrivals <= children()) {
            // Some child has not come; which one the others do not tell. One that has come waits, and is alive.
            for (int i = 1; i <= children(); i++) {
                int child = team.rankOf(RADIX * team.me() + i);
                if (!world.rank().isAlive(child)) {
                    return child;
                }
            }
        }
        return -1;
    }

    /** A child's part of the tree has come. */
    void onArrived(MemorySegment memory, long offset, int length) {
        check(length);
        arrivals++;
        merge(memory.get(LONG, offset + 8), memory.get(LONG, offset + 16),
            length == LONG_BYTES ? memory.get(LONG, offset + 24) : 0,
            length == LONG_BYTES ? memory.get(LONG, offset + 32) : 0);
        pass();
    }

    /** All have come. */
    void onReleased(MemorySegment memory, long offset, int length) {
        check(length);
        first = memory.get(LONG, offset + 8);
        firstValue = memory.get(LONG, offset + 16);
        secondThread = length == LONG_BYTES ? memory.get(LONG, offset + 24) : 0;
        secondValue = length == LONG_BYTES ? memory.get(LONG, offset + 32) : 0;
        release();
    }

    private void check(int length) {
        if (length != SHORT_BYTES && length != LONG_BYTES) {
            throw new FabricException(FabricException.Severity.FATAL, "a message of a barrier has a wrong length: team="
                + Long.toHexString(id) + " length=" + length);
        }
    }

    private void merge(long other, long otherValue, long otherSecond, long otherSecondValue) {
        if ((first & DIFFERENT) != 0 || (other & VALUED) == 0) {
            return;
        }
        if ((first & VALUED) == 0) {
            first = other;
            firstValue = otherValue;
            secondThread = otherSecond;
            secondValue = otherSecondValue;
        } else if (firstValue != otherValue) {
            first |= DIFFERENT;
            secondThread = other >>> FLAG_BITS;
            secondValue = otherValue;
        } else if ((other & DIFFERENT) != 0) {
            first |= DIFFERENT;
            secondThread = otherSecond;
            secondValue = otherSecondValue;
        }
    }

    /** When this thread and all below it have come: tells the parent, or releases all. */
    private void pass() {
        if (team == null || arrivals <= children()) {
            return;
        }
        if (team.me() == 0) {
            release();
        } else {
            send(Kind.ARRIVED, parent());
        }
    }

    private void release() {
        int children = children();
        for (int i = 1; i <= children; i++) {
            send(Kind.RELEASED, RADIX * team.me() + i);
        }
        trouble = (first & DIFFERENT) == 0 ? null
            : different(first >>> FLAG_BITS, firstValue, secondThread, secondValue);
        first = 0;
        arrivals = 0;
        // Volatile: the state of the next barrier first. No child can have come to that before its handler ran, and
        // handlers of this rank run one after the other. Pairs with isDone.
        released++;
    }

    private void send(Kind kind, int thread) {
        Link link = world.link(team.rankOf(thread));
        if ((first & DIFFERENT) == 0) {
            link.post(kind.ordinal(), id, first, firstValue);
        } else {
            link.post(kind.ordinal(), new long[] {id, first, firstValue, secondThread, secondValue});
        }
    }

    private int parent() {
        return team.me() == 0 ? -1 : (team.me() - 1) / RADIX;
    }

    private int children() {
        return Math.clamp(team.size() - 1L - (long) RADIX * team.me(), 0, RADIX);
    }
}
