package org.hawser.runtime;

import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicLongArray;
import org.hawser.platform.memory.Words;

/**
 * A barrier of messages: in round k a rank tells the one 2ᵏ further on and waits for the one 2ᵏ before.
 *
 * <p>Cost: ⌈lg p⌉ rounds of one short message per rank.
 *
 * <p><b>Threads:</b> one thread of a rank at a time. <b>Allocates:</b> at construction.
 */
final class DisseminationBarrier implements Barrier, Awaitable {
    private final Rank rank;
    private final ProgressEngine engine;
    private final int handler;
    private final AtomicLongArray heard;
    private long barriers;
    private int round;

    /** A barrier whose messages carry {@code handler}. */
    DisseminationBarrier(Rank rank, ProgressEngine engine, int handler) {
        this.rank = rank;
        this.engine = engine;
        this.handler = handler;
        heard = new AtomicLongArray(Integer.SIZE);
        rank.messages().registerAny(handler, (source, memory, offset, length) ->
            heard.incrementAndGet((int) Words.getLong(memory, offset) & 31));
    }

    @Override
    public void await() {
        engine.refuseInHandler();
        // Full: puts to mapped memory first; no atomic of this barrier's orders them.
        VarHandle.fullFence();
        barriers++;
        int size = rank.size();
        round = 0;
        for (int distance = 1; distance < size; distance <<= 1) {
            rank.messages().sendAny((rank.number() + distance) % size, handler, round);
            engine.await(this, (rank.number() - distance % size + size) % size);
            round++;
        }
    }

    /** One more rank has been heard in this round than barriers went before. A fast peer may be a round ahead. */
    @Override
    public boolean isDone() {
        return heard.get(round) >= barriers;
    }

    @Override
    public void leave() {
        // Nothing to do: whoever waits for this rank sees that it has ended.
    }
}
