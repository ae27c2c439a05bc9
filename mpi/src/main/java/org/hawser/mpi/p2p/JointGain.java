package org.hawser.mpi.p2p;

import java.util.function.LongSupplier;

/**
 * Whether it pays that this rank and one peer copy a message of middle length together ({@link JointCopy}). To meet
 * takes several trips between the cores, whatever the length; what is gained is half of the copy. A message of 64 KiB
 * that lies in this core's cache is copied in less than that, one that the other core has just written takes five times
 * as long; and near cores meet three times as fast as far ones. So copies are timed now and then, and two ranks share
 * what takes one alone longer than twice the time of a meeting. That time comes from shared copies too, of which there
 * is one in {@value #TRIAL} at least: it is some trips of the line with the words that say which pieces are taken.
 *
 * <p><b>Threads:</b> whoever holds the rank. <b>Allocates:</b> at construction.
 */
final class JointGain {
    /** From here on two ranks are faster whatever the caches hold. */
    static final long ALWAYS = 256 << 10;
    /** Shorter ones are never copied by two. */
    static final long LEAST = 32 << 10;
    /** What two ranks take to meet and to part beyond what one takes alone, until that is known. */
    static final long MEETING_NANOS = 800;
    /** One copy of middle length in so many is shared, to know what it takes. A power of two. */
    static final int TRIAL = 128;

    /** Lengths are told apart by powers of two. */
    private static final int SHORTEST = Long.numberOfTrailingZeros(LEAST);
    private static final int LENGTHS = Long.numberOfTrailingZeros(ALWAYS) - SHORTEST;
    /** One copy in so many is timed. */
    private static final int TIMED_MASK = 7;
    /** A meeting is so many trips of a line. */
    private static final int TRIPS = 3;
    /** A time counts for a quarter, and no more than four times what was known: somebody else had the core. */
    private static final float SHARE = 0.25f;
    private static final float MOST = 4;

    private final LongSupplier clock;
    /** Nanoseconds per KiB of writes and of reads, 0 while unknown. */
    private final float[] writes = new float[LENGTHS];
    private final float[] reads = new float[LENGTHS];
    private float meeting = MEETING_NANOS;
    private int copies;
    private int asked;
    /** The next copy is a trial. */
    private boolean tried;

    JointGain() {
        this(System::nanoTime);
    }

    /** With a clock of its own, in nanoseconds. */
    JointGain(LongSupplier clock) {
        this.clock = clock;
    }

    /** True when both are to copy a message of {@code bytes} that this rank would write to, or read from, the peer. */
    boolean pays(boolean out, long bytes) {
        if (bytes < LEAST || bytes >= ALWAYS) {
            return bytes >= ALWAYS;
        }
        tried = (++asked & TRIAL - 1) == 0;
        return tried || known(out)[index(bytes)] * bytes > 2 * 1024 * meeting;
    }

    /** The time when a copy of a message of {@code bytes}, or of a part of it, begins, if it is to be timed; else 0. */
    long begin(long bytes) {
        if (bytes < LEAST || (copies++ & TIMED_MASK) != 0 && !tried) {
            return 0;
        }
        tried = false;
        return clock.getAsLong();
    }

    /** That part has been copied, of a message of {@code bytes}; the time when, if it was timed; else 0. */
    long end(long begun, boolean out, long part, long bytes) {
        if (begun == 0) {
            return 0;
        }
        long now = clock.getAsLong();
        if (bytes < ALWAYS) {
            float[] known = known(out);
            int index = index(bytes);
            known[index] = CopyCosts.mixed(known[index], now - begun, part);
        }
        return now;
    }

    /** After {@link #end} at {@code ended} the line with the words has come from the other rank, which copies too. */
    void lineCame(long ended) {
        if (ended != 0) {
            float fresh = TRIPS * (clock.getAsLong() - ended);
            meeting += SHARE * (Math.min(fresh, MOST * meeting) - meeting);
        }
    }

    private float[] known(boolean out) {
        return out ? writes : reads;
    }

    private static int index(long bytes) {
        return Long.SIZE - 1 - Long.numberOfLeadingZeros(bytes) - SHORTEST;
    }
}
