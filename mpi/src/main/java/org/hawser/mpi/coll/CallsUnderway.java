package org.hawser.mpi.coll;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.hawser.mpi.coll.node.NodeCollectives;
import org.hawser.mpi.comm.Communicator;
import org.hawser.mpi.p2p.CollectiveCalls;

/**
 * Numbers the collectives of one communicator, and knows which of them are under way: one that waits, and schedules.
 *
 * <pre>
 *  13  12 11           0
 * +------+--------------+
 * | lane |    number    |      the tag of a collective's messages
 * +------+--------------+
 * </pre>
 *
 * <p>Of the number the tag has the lowest bits: so many may be under way, and the tag fits the shortest form of a
 * message. The lane is that of the algorithm: messages of ranks that have chosen another one match nothing.
 *
 * <p><b>Threads:</b> calls begin one at a time, schedules with the rank held; asked by whoever holds the rank.
 * <b>Allocates:</b> per schedule.
 */
final class CallsUnderway implements CollectiveCalls {
    /** How many lanes there are. */
    static final int LANES = 4;
    private static final int LANE = 12;
    private static final int NUMBERS = 1 << LANE;

    private final AtomicLong begun = new AtomicLong();
    private final AtomicLong direct = new AtomicLong(NONE);
    private final AtomicInteger directTag = new AtomicInteger();
    private final AtomicLong directShape = new AtomicLong();
    private final Map<Long, Schedule> schedules = new HashMap<>();
    /** What was heard last: who has no part in which call. */
    private volatile Absence absence = new Absence(NONE, -1);

    /** A rank that has no part in a call. */
    private record Absence(long number, int peer) { }

    CallsUnderway(Communicator communicator) {
        communicator.circle().calls(this);
    }

    /** The tag of a call's messages. */
    static int tag(long number, int lane) {
        return lane << LANE | (int) number & NUMBERS - 1;
    }

    /** True for all tags that a call's messages may have. */
    static boolean isOf(long number, int tag) {
        return tag < LANES * NUMBERS && ((tag ^ (int) number) & NUMBERS - 1) == 0;
    }

    /** Begins a call that waits; returns its number. */
    long begin() {
        long number = begun.get();
        directShape.setRelease(UNKNOWN);
        directTag.setRelease(tag(number, 0));
        // Release, and before it counts as begun: who finds it begun finds it here, or a later one.
        direct.setRelease(number);
        begun.getAndIncrement();
        return number;
    }

    /** What the call that waits is. */
    void is(int tag, long shape) {
        directTag.setRelease(tag);
        directShape.setRelease(shape);
    }

    /** The call that waits is over. */
    void end() {
        // Release: all that it has sent first.
        direct.setRelease(NONE);
    }

    /** Begins a schedule; with the rank held. */
    long begin(Schedule schedule) {
        schedules.put(begun.get(), schedule);
        return begun.getAndIncrement();
    }

    /** A schedule is over; with the rank held. */
    void end(long number) {
        schedules.remove(number);
    }

    /** True when a rank of the job is known to have no part in the call that waits. */
    boolean isAbsent(int peer) {
        Absence heard = absence;
        return heard.peer == peer && heard.number == direct.getPlain();
    }

    @Override
    public long numberOf(int tag) {
        long waiting = waiting();
        if (waiting != NONE && (directTag.getAcquire() == tag || tag == NodeCollectives.TAG)) {
            return waiting;
        }
        for (Map.Entry<Long, Schedule> each : schedules.entrySet()) {
            if (each.getValue().tag() == tag) {
                return each.getKey();
            }
        }
        return NONE;
    }

    @Override
    public long waiting() {
        return direct.getAcquire();
    }

    @Override
    public long shapeOf(long number) {
        Schedule schedule = schedules.get(number);
        return schedule == null ? directShape.getAcquire() : schedule.shape();
    }

    @Override
    public Standing standing(long number, long shape) {
        // Volatile: pairs with the increment in begin().
        if (number >= begun.get()) {
            return Standing.ALIVE;
        }
        if (number != waiting() && !schedules.containsKey(number)) {
            return Standing.OVER;
        }
        long ours = shapeOf(number);
        return ours == UNKNOWN || ours == shape ? Standing.ALIVE : Standing.OTHER;
    }

    @Override
    public void hear(long number, int peer) {
        absence = new Absence(number, peer);
    }
}
