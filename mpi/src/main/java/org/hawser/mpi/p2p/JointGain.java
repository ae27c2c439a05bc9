package org.hawser.mpi.p2p;

import java.util.function.LongSupplier;

/**
 * Whether it pays that this rank and one peer copy a message of middle length together ({@link JointCopy}). To meet
 * takes several trips between the cores, whatever the length; what is gained is half of the copy. A message of 64 KiB
 * that lies in this core's cache is copied in less than that, one that the other core has just written takes five times
 * as long. So copies are timed now and then, and two ranks share what takes one alone long.
 *
 * <p><b>Threads:</b> whoever holds the rank. <b>Allocates:</b> at construction.
 */
final class JointGain {
    /** From here on two ranks are faster whatever the caches hold. */
    static final long ALWAYS = 256 << 10;
    /** Shorter ones are never copied by two. */
    static final long LEAST = 32 << 10;
    /** What two ranks take to meet and to part beyond what one takes alone; of near cores a third. */
    static final long MEETING_NANOS = 800;

    /** Lengths are told apart by powers of two. */
    private static final int SHORTEST = Long.numberOfTrailingZeros(LEAST);
    private static final int LENGTHS = Long.numberOfTrailingZeros(ALWAYS) - SHORTEST;
    /** One copy in so many is timed. */
    private static final int TIMED_MASK = 7;

    private final LongSupplier clock;
    /** Nanoseconds per KiB of writes and of reads, 0 while unknown. */
    private final float[] writes = new float[LENGTHS];
    private final float[] reads = new float[LENGTHS];
    private int copies;

    JointGain() {
        this(System::nanoTime);
    }

    /** With a clock of its own, in nanoseconds. */
    JointGain(LongSupplier clock) {
        this.clock = clock;
    }

    /** True when both are to copy a message of {@code bytes} that this rank would write to, or read from, the peer. */
    boolean pays(boolean out, long bytes) {
        return bytes >= ALWAYS
            || bytes >= LEAST && known(out)[index(bytes)] * bytes > 2 * 1024 * MEETING_NANOS;
    }

    /** The time when a copy of a message of {@code bytes}, or of a part of it, begins, if it is to be timed; else 0. */
    long begin(long bytes) {
        return bytes >= LEAST && bytes < ALWAYS && (copies++ & TIMED_MASK) == 0 ? clock.getAsLong() : 0;
    }

    /** That part has been copied, of a message of {@code bytes}. */
    void end(long begun, boolean out, long part, long bytes) {
        if (begun != 0) {
            float[] known = known(out);
            int index = index(bytes);
            known[index] = CopyCosts.mixed(known[index], clock.getAsLong() - begun, part);
        }
    }

    private float[] known(boolean out) {
        return out ? writes : reads;
    }

    private static int index(long bytes) {
        return Long.SIZE - 1 - Long.numberOfLeadingZeros(bytes) - SHORTEST;
    }
}
