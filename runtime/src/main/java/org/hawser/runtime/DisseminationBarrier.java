package org.hawser.runtime;

import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLongArray;
import org.hawser.fabric.FabricException;
import org.hawser.platform.memory.Words;

/**
 * A barrier of messages: in round k a rank tells the one 2ᵏ further on and waits for the one 2ᵏ before. All ranks of
 * the job take part, or a few of them, each of which stands for others.
 *
 * <p>Cost: ⌈lg p⌉ rounds of one short message per rank.
 *
 * <p><b>Threads:</b> one thread of a rank at a time. <b>Allocates:</b> at construction.
 */
final class DisseminationBarrier implements Barrier, Awaitable {
    private static final int ROUND_BITS = 5;
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
    /** The first barrier that another member has given up. */
    private volatile long broken = Long.MAX_VALUE;
    private long barriers;
    private int round;

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
        rank.messages().registerAny(handler, (source, memory, offset, length) -> hear(Words.getLong(memory, offset)));
    }

    private void hear(long told) {
        if ((told & BROKEN) == BROKEN) {
            broken = Math.min(broken, told >>> ROUND_BITS);
        } else {
            heard.incrementAndGet((int) told & BROKEN);
        }
    }

    private int member(int number) {
        return members == null ? number % size : members[number % size];
    }

    @Override
    public void await() {
        engine.refuseInHandler();
        // Full: puts to mapped memory first; no atomic of this barrier's orders them.
        VarHandle.fullFence();
        barriers++;
        round = 0;
        try {
            for (int distance = 1; distance < size; distance <<= 1) {
                rank.messages().sendAny(member(index + distance), handler, round);
                engine.await(this, member(index - distance % size + size));
                if (heard.get(round) < barriers) {
                    throw new FabricException(FabricException.Severity.PEER_LOST,
                        "another rank has ended that this one waits for in a barrier: waiting=" + rank.number()
                        + " barrier=" + barriers);
                }
                round++;
            }
        } catch (FabricException e) {
            // Others may wait for this rank, which will not come. Everybody tells everybody: whoever told this rank may
            // have died before it told the rest.
            breakOff(barriers);
            throw e;
        }
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
