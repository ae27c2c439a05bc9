package org.hawser.pgas.team;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.function.LongBinaryOperator;
import org.hawser.pgas.PgasException;

/**
 * As {@link ValueExchange}, for arrays of words: makes one array of those of all threads of a team, word by word in the
 * threads' order.
 *
 * <p>Cost: lg p · (α + nβ), two steps more where p is no power of two.
 *
 * <p><b>Threads:</b> one thread of a rank at a time. <b>Allocates:</b> per exchange.
 */
public final class ArrayExchange {
    private final TeamExchange parcels;
    private final LongBinaryOperator how;
    private final Team team;
    private final int number;
    private final int pairs;
    /** What follows the words in every message: the length of the arrays that this is about. */
    private final int length;
    private long[] all;
    private long[] before;

    /** One exchange, in which this thread gives {@code mine}. */
    public ArrayExchange(Team team, long[] mine, LongBinaryOperator how) {
        this(team, mine, mine.length, how);
    }

    private ArrayExchange(Team team, long[] mine, int length, LongBinaryOperator how) {
        this.team = team;
        this.length = length;
        this.how = how;
        parcels = team.exchange();
        all = mine;
        number = parcels.next();
        pairs = team.size() - Integer.highestOneBit(team.size());
    }

    /** Only finds out that all threads have arrays of one length; throws where they have not. */
    public static void agree(Team team, int length) {
        new ArrayExchange(team, new long[0], length, (first, second) -> first).run();
    }

    /** All threads' words together; known when {@link #run} has returned. */
    public long[] all() {
        return all;
    }

    /** The words of the threads before this one together; null at the first. */
    public long[] before() {
        return before;
    }

    /** Does it. */
    public ArrayExchange run() {
        int me = team.me();
        if (me < 2 * pairs && me % 2 == 0) {
            send(me + 1, all);
            all = receive(me + 1);
            if (me > 0) {
                before = receive(me + 1);
            }
            return this;
        }
        long[] partner = me < 2 * pairs ? receive(me - 1) : null;
        long[] mine = all;
        if (partner != null) {
            all = together(partner, mine);
        }
        long[] beforeBoth = doubling(partner == null ? me - pairs : me / 2);
        before = partner == null ? beforeBoth : beforeBoth == null ? partner : together(beforeBoth, partner);
        if (partner != null) {
            send(me - 1, all);
            if (beforeBoth != null) {
                send(me - 1, beforeBoth);
            }
        }
        return this;
    }

    /** Among those that are a power of two; returns what is before this one. */
    private long[] doubling(int doubler) {
        long[] lower = null;
        for (int bit = 1; bit < team.size() - pairs; bit <<= 1) {
            int peer = doubler ^ bit;
            int thread = peer < pairs ? 2 * peer + 1 : peer + pairs;
            send(thread, all);
            long[] other = receive(thread);
            if (peer < doubler) {
                lower = lower == null ? other : together(other, lower);
                all = together(other, all);
            } else {
                all = together(all, other);
            }
        }
        return lower;
    }

    private long[] together(long[] first, long[] second) {
        long[] both = new long[first.length];
        for (int i = 0; i < both.length; i++) {
            both[i] = how.applyAsLong(first[i], second[i]);
        }
        return both;
    }

    private void send(int thread, long[] words) {
        long[] message = Arrays.copyOf(words, words.length + 1);
        message[words.length] = length;
        parcels.send(thread, number, MemorySegment.ofArray(message));
    }

    private long[] receive(int thread) {
        MemorySegment message = MemorySegment.ofArray(parcels.receive(thread, number));
        long[] words = new long[all.length];
        long bytes = MemorySegment.ofArray(words).byteSize();
        long theirs = message.get(ValueLayout.JAVA_LONG_UNALIGNED, message.byteSize() - Long.BYTES);
        if (theirs != length || message.byteSize() != bytes + Long.BYTES) {
            throw new PgasException("threads reduce arrays of different lengths: thread=" + team.me() + " length="
                + length + ", thread " + thread + " length=" + theirs);
        }
        MemorySegment.copy(message, 0, MemorySegment.ofArray(words), 0, bytes);
        return words;
    }
}
