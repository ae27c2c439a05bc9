package org.hawser.mpi.p2p;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * The collectives that this process has called in one communicator: their number, the tag of their messages, and what
 * the latest ones were. A call's <em>signature</em> stands for all that its ranks must give alike for their messages to
 * fit together: collective, algorithm, root and, as a rule, bytes. It is said once, when the algorithm is chosen, and
 * never changes. Whether that of another rank differs is asked by {@link Doubts}.
 *
 * <p>Of calls in a row with one signature only the first is noted, so loops are remembered however long they are.
 *
 * <p><b>Threads:</b> calls begin one at a time; anybody may ask. <b>Allocates:</b> at construction.
 */
public final class CollectiveCalls {
    /** In place of a signature: it is not known. */
    public static final int UNKNOWN = 0;
    /** In place of a number: no call. */
    private static final long NONE = -2;
    /** Tags fit the shortest form of a message, and come round. */
    private static final int TAGS = 1 << 14;
    /** How many runs of calls of one signature are remembered. */
    private static final int RUNS = 256;
    /** A run is noted anew after so many calls, so that the 32 bits of a number that are noted tell it from others. */
    private static final int LONGEST_RUN = 1 << 30;

    private final AtomicLong begun = new AtomicLong();
    /** All calls that are not later have said what they are, if they ever do. */
    private final AtomicLong said = new AtomicLong(-1);
    /** The number of a run's first call, plus 1, and the signature; 32 bits each. */
    private final AtomicLongArray runs = new AtomicLongArray(RUNS);
    private final AtomicLong noted = new AtomicLong();
    private int last = UNKNOWN;
    private volatile long refuted = NONE;

    /** Begins a call; returns its number, which is the same at all ranks. */
    public long begin() {
        return begun.getAndIncrement();
    }

    /** The tag of a call's messages. */
    public static int tag(long number) {
        return (int) number & TAGS - 1;
    }

    /** What the latest call is, before it sends or waits; only the first word about a call counts. */
    public void is(long number, int signature) {
        if (number <= said.getPlain()) {
            return;
        }
        long before = said.getPlain();
        if (number != before + 1 && last != UNKNOWN) {
            // Those in between had nothing to say, or failed: they are not what came before them.
            note(before + 1, UNKNOWN);
        }
        if (signature != last || (number & LONGEST_RUN - 1) == 0) {
            note(number, signature);
        }
        // Release: the run first. Pairs with the acquire in signature().
        said.setRelease(number);
    }

    private void note(long first, int signature) {
        last = signature;
        long run = noted.getPlain();
        // Release: runs are overwritten in their order. Pairs with the acquire in signature().
        runs.setRelease((int) run & RUNS - 1, first + 1 << Integer.SIZE | signature & 0xffff_ffffL);
        noted.setPlain(run + 1);
    }

    /** What a call was; {@link #UNKNOWN} when it has not said so yet, or that was too long ago. */
    int signature(long number) {
        if (number < 0 || number > said.getAcquire()) {
            return UNKNOWN;
        }
        // The latest run that does not begin later. Whoever finds it overwritten finds all before it overwritten.
        long from = noted.getOpaque();
        for (long run = from - 1; run >= Math.max(from - RUNS, 0); run--) {
            long note = runs.getAcquire((int) run & RUNS - 1);
            if ((int) (number + 1) - (int) (note >>> Integer.SIZE) >= 0) {
                return (int) note;
            }
        }
        return UNKNOWN;
    }

    /** The number of the latest call: of the one that waits, if one does. */
    long latest() {
        return begun.get() - 1;
    }

    /** The number of the latest call whose messages may have this tag; those beyond all tags are the latest call's. */
    long numberOf(int tag) {
        long latest = latest();
        return tag < TAGS ? latest - (latest - tag & TAGS - 1) : latest;
    }

    /** Another rank is known to have called otherwise. */
    void refute(long number) {
        refuted = number;
    }

    /** True when another rank is known to have called the latest call otherwise. */
    public boolean isRefuted() {
        return refuted == latest();
    }
}
