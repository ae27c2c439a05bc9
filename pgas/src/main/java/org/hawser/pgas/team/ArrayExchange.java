package org.hawser.pgas.team;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.function.LongBinaryOperator;
import org.hawser.pgas.PgasException;

/**
 * As {@link ValueExchange}, for arrays of words: makes one array of those of all threads of a team, word by word in the
 * threads' order. Where two threads have arrays of different lengths the exchange goes on to its end, so that all
 * threads hear of it and nobody waits for one that has given up.
 *
 * <pre>
 *   a message: the words   their number
 *   once two lengths are known: a thread   its length   another thread   its length   -1
 * </pre>
 *
 * <p>Cost: lg p · (α + nβ), two steps more where p is no power of two.
 *
 * <p><b>Threads:</b> one thread of a rank at a time. <b>Allocates:</b> per exchange.
 */
public final class ArrayExchange {
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;
    /** In place of a length. */
    private static final long UNLIKE = -1;

    private final TeamExchange parcels;
    private final LongBinaryOperator how;
    private final Team team;
    private final int number;
    private final int pairs;
    /** What follows the words in every message: the length of the arrays that this is about. */
    private final int length;
    /** Two threads and the lengths of their arrays; null while all that are known are the same. */
    private long[] unlike;
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

    /** Only finds out that all threads have arrays of one length; throws at all where they have not. */
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

    /**
     * Does it.
     *
     * @throws PgasException at all threads, when two have arrays of different lengths
     */
    public ArrayExchange run() {
        exchange();
        if (unlike != null) {
            throw new PgasException("threads reduce arrays of different lengths: " + team.here() + " length=" + length
                + ", thread " + unlike[0] + " length=" + unlike[1] + ", thread " + unlike[2] + " length=" + unlike[3]);
        }
        return this;
    }

    private void exchange() {
        int me = team.me();
        if (me < 2 * pairs && me % 2 == 0) {
            send(me + 1, all);
            all = receive(me + 1);
            if (me > 0) {
                before = receive(me + 1);
            }
            return;
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
        long[] message = Arrays.copyOf(unlike == null ? words : unlike, (unlike == null ? words : unlike).length + 1);
        message[message.length - 1] = unlike == null ? length : UNLIKE;
        parcels.send(thread, number, MemorySegment.ofArray(message));
    }

    /** Words of another thread's; when they are not to be had, words that do not matter. */
    private long[] receive(int thread) {
        MemorySegment message = MemorySegment.ofArray(parcels.receive(thread, number));
        long[] words = new long[all.length];
        long bytes = MemorySegment.ofArray(words).byteSize();
        long theirs = message.get(LONG, message.byteSize() - Long.BYTES);
        if (theirs == length && message.byteSize() == bytes + Long.BYTES) {
            MemorySegment.copy(message, 0, MemorySegment.ofArray(words), 0, bytes);
        } else if (unlike == null && theirs == UNLIKE) {
            unlike = new long[4];
            for (int i = 0; i < unlike.length; i++) {
                unlike[i] = message.getAtIndex(LONG, i);
            }
        } else if (unlike == null) {
            unlike = new long[] {team.me(), length, thread, theirs};
        }
        return words;
    }
}
