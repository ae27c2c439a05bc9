package org.hawser.pgas.team;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.LongBinaryOperator;
import org.hawser.fabric.FabricException;
import org.hawser.runtime.Awaitable;

/**
 * Makes one word of the words of all threads of a team, in their order, by recursive doubling. Where the threads are no
 * power of two, the first ones join in pairs before, and the second of a pair tells the first what came out.
 *
 * <p>No thread ends an exchange before all have begun it, so a word that arrives is of the exchange that this thread is
 * in or of the next: two sets of places for what arrives are enough.
 *
 * <pre>
 *   COLLECTIVE   0: team   8: exchange · 256 + round   16: word
 * </pre>
 *
 * <p>Cost: lg p messages one after the other, two more where p is no power of two.
 *
 * <p><b>Threads:</b> one thread of a rank at a time; a handler. <b>Allocates:</b> nothing per exchange.
 */
public final class ValueExchange implements Awaitable {
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;
    private static final int BYTES = 3 * Long.BYTES;
    private static final int ROUND_BITS = 8;
    private static final int ROUNDS = 34;
    private static final int PAIRING = 0;
    private static final int TELLING = 1;
    private static final int DOUBLING = 2;

    private final World world;
    private final long id;
    private Team team;
    /** Threads that do the doubling, and how many of them are pairs. */
    private int doublers;
    private int pairs;

    /** What has arrived in each round of this exchange and of the next; then the number of the exchange it is for. */
    private final long[] words = new long[2 * ROUNDS];
    private final AtomicLongArray exchanges = new AtomicLongArray(2 * ROUNDS);
    private long exchange;
    private int awaited;

    ValueExchange(World world, long id) {
        this.world = world;
        this.id = id;
    }

    void bind(Team known) {
        team = known;
        doublers = Integer.highestOneBit(known.size());
        pairs = known.size() - doublers;
    }

    /** All threads' words together, at all. */
    public long reduce(long mine, LongBinaryOperator how) {
        return run(mine, how, false);
    }

    /** The words of the threads up to this one, together. */
    public long prefix(long mine, LongBinaryOperator how) {
        return run(mine, how, true);
    }

    private long run(long mine, LongBinaryOperator how, boolean prefix) {
        exchange++;
        int me = team.me();
        boolean paired = me < 2 * pairs;
        if (paired && me % 2 == 0) {
            send(me + 1, PAIRING, mine);
            return receive(me + 1, TELLING);
        }
        long partner = paired ? receive(me - 1, PAIRING) : 0;
        long all = paired ? how.applyAsLong(partner, mine) : mine;
        long own = all;
        long before = 0;
        boolean hasBefore = false;
        int doubler = paired ? me / 2 : me - pairs;
        int round = DOUBLING;
        for (int bit = 1; bit < doublers; bit <<= 1, round++) {
            int peer = doubler ^ bit;
            int thread = peer < pairs ? 2 * peer + 1 : peer + pairs;
            send(thread, round, all);
            long other = receive(thread, round);
            if (peer < doubler) {
                before = hasBefore ? how.applyAsLong(other, before) : other;
                hasBefore = true;
                all = how.applyAsLong(other, all);
            } else {
                all = how.applyAsLong(all, other);
            }
        }
        if (paired) {
            send(me - 1, TELLING, !prefix ? all : hasBefore ? how.applyAsLong(before, partner) : partner);
        }
        return !prefix ? all : hasBefore ? how.applyAsLong(before, own) : own;
    }

    private void send(int thread, int round, long word) {
        world.link(team.rankOf(thread)).post(Kind.COLLECTIVE.ordinal(), id, exchange << ROUND_BITS | round, word);
    }

    private long receive(int thread, int round) {
        awaited = place(exchange, round);
        world.rank().await(this, team.rankOf(thread));
        return words[awaited];
    }

    private static int place(long number, int round) {
        return (int) (number & 1) * ROUNDS + round;
    }

    @Override
    public boolean isDone() {
        // Acquire: the word after its number. Pairs with the release of the handler.
        return exchanges.getAcquire(awaited) == exchange;
    }

    /** Another thread's word has come. */
    void onWord(int source, MemorySegment memory, long offset, int length) {
        long which = length == BYTES ? memory.get(LONG, offset + 8) : -1;
        int round = (int) (which & (1 << ROUND_BITS) - 1);
        if (which < 0 || round >= ROUNDS) {
            throw new FabricException(FabricException.Severity.FATAL, "a message of a collective is wrong: source="
                + source + " length=" + length + " which=" + which);
        }
        int place = place(which >>> ROUND_BITS, round);
        words[place] = memory.get(LONG, offset + 16);
        // Release: the word before its number. Pairs with the acquire in isDone.
        exchanges.setRelease(place, which >>> ROUND_BITS);
    }
}
