package org.hawser.runtime;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.LongConsumer;
import org.hawser.fabric.FabricException;
import org.hawser.platform.memory.Words;

/**
 * A barrier of messages: in round k a rank tells the one 2ᵏ further on and waits for the one 2ᵏ before. All ranks of
 * the job take part, or a few of them, each of which stands for others. The waiting thread goes from round to round, or
 * handlers do, while the program does something else.
 *
 * <pre>
 *   0: round, barrier · 32 + 31 for one given up, or barrier · 32 + 30   8: {@link BarrierValues}, if there are values
 * </pre>
 *
 * <p>Cost: ⌈lg p⌉ rounds of one short message per rank.
 *
 * <p><b>Threads:</b> one thread of a rank at a time. <b>Allocates:</b> at construction.
 */
final class DisseminationBarrier implements Barrier, Awaitable {
    private static final int ROUND_BITS = 5;
    /** In place of a round: the ranks that the receiver stands for have all come to the barrier with this number. */
    static final int GATHERED = (1 << ROUND_BITS) - 2;
    /** In place of a round: the barrier with this number never ends. */
    private static final int BROKEN = (1 << ROUND_BITS) - 1;

    private final Rank rank;
    private final ProgressEngine engine;
    private final int handler;
    /** The ranks that take part, in order; null when all do. */
    private final int[] members;
    private final int size;
    private final int index;
    private final AtomicLongArray heard;
    /** What has been heard in each round, of this barrier and of the next: made when there is a value. */
    private final Told[] told = new Told[2 * Integer.SIZE];
    /** All that this rank knows of values by now. */
    private final BarrierValues values = new BarrierValues();
    private final MemorySegment message = MemorySegment.ofArray(new long[1 + BarrierValues.BYTES / Long.BYTES]);
    /** The first barrier that another member has given up. */
    private volatile long broken = Long.MAX_VALUE;
    /** Changed while the rank is held, as all below are while this is set: handlers go from round to round. */
    private boolean apart;
    /** This rank came apart. */
    private boolean halves;
    private long barriers;
    private int round;
    /** Why a handler could not go on. */
    private FabricException failure;
    /** Runs when the last round is over in a handler. */
    private Runnable whenOver = () -> { };
    private LongConsumer whenGathered = barrier -> { };

    /** Values of some barrier. */
    private static final class Told {
        private final BarrierValues values = new BarrierValues();
        private long barrier;
    }

    /** A barrier of all ranks, whose messages carry {@code handler}. */
    DisseminationBarrier(Rank rank, ProgressEngine engine, int handler) {
        this(rank, engine, handler, null);
    }

    /** A barrier of {@code members}, this rank among them. */
    DisseminationBarrier(Rank rank, ProgressEngine engine, int handler, int[] members) {
        this.rank = rank;
        this.engine = engine;
        this.handler = handler;
        this.members = members;
        size = members == null ? rank.size() : members.length;
        index = members == null ? rank.number() : Arrays.binarySearch(members, rank.number());
        heard = new AtomicLongArray(Integer.SIZE);
        rank.messages().registerAny(handler, (source, memory, offset, length) -> hear(memory, offset, length));
    }

    /** Who stands for others is told that they have come, and when the last round is over in a handler. */
    void listen(LongConsumer gathered, Runnable over) {
        whenGathered = gathered;
        whenOver = over;
    }

    /** The message that tells a member that those it stands for have come. */
    static long gathered(long barrier) {
        return barrier << ROUND_BITS | GATHERED;
    }

    private void hear(MemorySegment memory, long offset, int length) {
        long what = Words.getLong(memory, offset);
        int code = (int) what & BROKEN;
        if (code == BROKEN) {
            broken = Math.min(broken, what >>> ROUND_BITS);
            return;
        }
        if (code == GATHERED) {
            whenGathered.accept(what >>> ROUND_BITS);
            return;
        }
        if (length == Long.BYTES + BarrierValues.BYTES) {
            long barrier = heard.get(code) + 1;
            int place = place(barrier, code);
            told[place] = told[place] == null ? new Told() : told[place];
            told[place].values.read(memory, offset + Long.BYTES);
            told[place].barrier = barrier;
        }
        // After the values. Pairs with isDone.
        heard.incrementAndGet(code);
        if (apart) {
            advance();
        }
    }

    /** A fast peer may be at the next barrier, and never further. */
    private static int place(long barrier, int round) {
        return (int) (barrier & 1) * Integer.SIZE + round;
    }

    private int member(int number) {
        return members == null ? number % size : members[number % size];
    }

    @Override
    public void come(boolean comesApart, boolean valued, long value) {
        engine.refuseInHandler();
        // Full: puts to mapped memory first; no atomic of this barrier's orders them.
        VarHandle.fullFence();
        values.clear();
        if (valued) {
            values.add(rank.number(), value);
        }
        if (!comesApart) {
            begin(false, values);
            return;
        }
        engine.hold();
        try {
            begin(true, values);
        } finally {
            engine.letGo();
        }
    }

    /** Comes, with what is known of values; held when handlers are to go on for this rank. */
    void begin(boolean comesApart, BarrierValues known) {
        if (known != values) {
            values.clear();
            values.add(known);
        }
        barriers++;
        halves = comesApart;
        round = 0;
        failure = null;
        try {
            tell();
        } catch (FabricException e) {
            if (!comesApart) {
                breakOff(barriers);
                throw e;
            }
            failure = e;
            return;
        }
        apart = comesApart;
        if (apart) {
            advance();
        }
    }

    /** As far as others have come; held. */
    private void advance() {
        try {
            while (isUnderWay() && heard.get(round) >= barriers) {
                step();
            }
        } catch (FabricException e) {
            // For the program's thread, which others wait for as well.
            failure = e;
            apart = false;
        }
        if (apart && !isUnderWay()) {
            apart = false;
            whenOver.run();
        }
    }

    private boolean isUnderWay() {
        return 1L << round < size;
    }

    private void step() {
        Told here = told[place(barriers, round)];
        if (here != null && here.barrier == barriers) {
            values.add(here.values);
        }
        round++;
        tell();
    }

    private void tell() {
        if (!isUnderWay()) {
            return;
        }
        int to = member(index + (1 << round));
        if (values.count == 0) {
            rank.messages().sendAny(to, handler, round);
        } else {
            Words.setLong(message, 0, round);
            values.write(message, Long.BYTES);
            rank.messages().sendAny(to, handler, message);
        }
    }

    @Override
    public void finish() {
        if (halves) {
            // Also for what handlers have changed.
            engine.hold();
            apart = false;
            engine.letGo();
        }
        try {
            if (failure != null) {
                throw failure;
            }
            while (isUnderWay()) {
                engine.await(this, member(index - (1 << round) + size));
                if (heard.get(round) < barriers) {
                    throw new FabricException(FabricException.Severity.PEER_LOST,
                        "another rank has ended that this one waits for in a barrier: waiting=" + rank.number()
                        + " barrier=" + barriers);
                }
                step();
            }
        } catch (FabricException e) {
            // Others may wait for this rank, which will not come. Everybody tells everybody: whoever told this rank may
            // have died before it told the rest.
            breakOff(barriers);
            throw e;
        }
    }

    @Override
    public boolean isOver() {
        engine.hold();
        try {
            return !isUnderWay() || failure != null || broken <= barriers;
        } finally {
            engine.letGo();
        }
    }

    /** True when it never ends. */
    boolean isStuck() {
        engine.hold();
        try {
            return failure != null || isUnderWay() && broken <= barriers;
        } finally {
            engine.letGo();
        }
    }

    @Override
    public BarrierValues difference() {
        return values.differ() ? values : null;
    }

    /** All that is known of values, when it is over. */
    BarrierValues values() {
        return values;
    }

    /** One more rank has been heard in this round than barriers went before. A fast peer may be a round ahead. */
    @Override
    public boolean isDone() {
        return heard.get(round) >= barriers || broken <= barriers;
    }

    /** Tells the other members that this one does not come to the barrier after {@link #barriers} others. */
    void breakOff(long barrier) {
        for (int i = 1; i < size; i++) {
            try {
                rank.messages().sendAny(member(index + i), handler, barrier << ROUND_BITS | BROKEN);
            } catch (FabricException e) {
                // It has ended as well, and needs no telling.
                continue;
            }
        }
    }

    @Override
    public void cut() {
        broken = 0;
        engine.wakeSleepers();
    }

    @Override
    public void leave() {
        // Nothing to do: whoever waits for this rank sees that it has ended.
    }
}
