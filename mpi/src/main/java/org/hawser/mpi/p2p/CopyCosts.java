package org.hawser.mpi.p2p;

import java.util.function.LongSupplier;

/**
 * What copies between this rank and one peer have cost, by the kernel and through staging memory, and which of the two
 * to take. No fixed rule serves all machines: between near cores staging memory is three times as fast, between far
 * ones the kernel is, unless the message was just written; a call of the kernel costs three times as much on one
 * processor as on another; and cores of virtual machines move.
 *
 * <p>So it is tried. The first messages of a length take both ways in turns; then the cheaper one is taken, some of
 * those copies are timed, and the other is tried again now and then, the more rarely the oftener it has lost. A trial
 * is some messages in a row, of which the first are not counted: they find the memory in the caches where the other
 * way has left it. Lengths are told apart by powers of two.
 *
 * <p>Through staging memory one rank copies in while the other copies out, so a message takes about as long as the
 * slower of the two. Copying in is timed here, copying out at the receiver, which tells what it takes when it announces
 * a receive; where it has told nothing, what copying out takes here stands for it. Between far cores the two differ by
 * a factor of five.
 *
 * <p><b>Threads:</b> whoever holds the rank. <b>Allocates:</b> for the first message of each length.
 */
final class CopyCosts {
    /** Lengths below 8 KiB count as that, and those from 4 MiB on as one. */
    private static final int SHORTEST = 13;
    private static final int LENGTHS = 10;

    /** Messages of a trial, and those of them that are counted, at its end. */
    private static final int TRIAL = 4;
    private static final int COUNTED = 2;
    /** So many messages of a length are trials of both ways in turns. */
    private static final int TRIALS = 4 * TRIAL;
    /** Beyond the trials one copy in so many is timed: looking at the clock is a twentieth of the shortest. */
    private static final int TIMED_MASK = 15;
    private static final int TIMED_OUT_MASK = 7;
    /** The way that lost is tried again after so many messages, and after twice as many each time it loses again. */
    private static final int FIRST_RETRY = 64;
    private static final int LAST_RETRY = 4_096;
    /** A time counts for a quarter, and no more than four times what was known: somebody else had the core. */
    private static final float SHARE = 0.25f;
    private static final float MOST = 4;
    /** What two ranks that share a copy take of the time of one: the second begins a little later. */
    private static final float JOINT = 0.6f;

    private final LongSupplier clock;
    private final Length[] lengths = new Length[LENGTHS];
    /** The copy that was chosen last is to be timed. */
    private boolean timed;
    /** Parts of messages that were copied out. */
    private int parts;

    CopyCosts() {
        this(System::nanoTime);
    }

    /** With a clock of its own, in nanoseconds. */
    CopyCosts(LongSupplier clock) {
        this.clock = clock;
    }

    /** Of one length of messages: nanoseconds per KiB, 0 while unknown, and how often one of the two was chosen. */
    private static final class Length {
        private float kernel;
        private float in;
        private float out;
        private float outThere;
        private long chosen;
        private int retry = FIRST_RETRY;
        private long nextRetry = TRIALS + FIRST_RETRY;
        private boolean tookKernel;

        private float staged() {
            return Math.max(in, outThere != 0 ? outThere : out);
        }
    }

    /** Chooses for a message that is about to be copied; true for the kernel. Once for each message. */
    boolean chooseKernel(long bytes) {
        Length length = of(bytes);
        long number = length.chosen++;
        if (number < TRIALS) {
            timed = number % TRIAL >= TRIAL - COUNTED;
            return (number / TRIAL & 1) != 0;
        }
        // Without staging memory its time stays unknown.
        float staged = length.staged();
        boolean kernel = staged == 0 || length.kernel < staged;
        if (kernel != length.tookKernel) {
            length.tookKernel = kernel;
            length.retry = FIRST_RETRY;
            length.nextRetry = number + FIRST_RETRY;
        }
        long tried = number - length.nextRetry;
        if (tried >= 0) {
            timed = tried >= TRIAL - COUNTED;
            if (tried == TRIAL - 1) {
                length.retry = Math.min(2 * length.retry, LAST_RETRY);
                length.nextRetry = number + length.retry;
            }
            return !kernel;
        }
        timed = (number & TIMED_MASK) == 0;
        return kernel;
    }

    /** The time when the copy that was chosen begins, if it is to be timed; else 0. */
    long begin() {
        return timed ? clock.getAsLong() : 0;
    }

    /** As {@link #begin}, where other messages go to staging memory as well: those of which nothing was chosen. */
    long beginIn(Operation send) {
        return timed && send.isNative() ? clock.getAsLong() : 0;
    }

    /** The kernel has copied a message. */
    void endKernel(long begun, long bytes) {
        if (begun != 0) {
            Length length = of(bytes);
            length.kernel = mixed(length.kernel, clock.getAsLong() - begun, bytes);
        }
    }

    /** The kernel has copied a part of a message of {@code bytes}; the other rank copies others ({@link JointCopy}). */
    void endKernelPart(long begun, long part, long bytes) {
        if (begun != 0) {
            Length length = of(bytes);
            length.kernel = mixed(length.kernel, (long) (JOINT * (clock.getAsLong() - begun)), part);
        }
    }

    /** This rank has copied a part of a message of {@code bytes} to staging memory. */
    void endIn(long begun, long part, long bytes) {
        if (begun != 0) {
            Length length = of(bytes);
            length.in = mixed(length.in, clock.getAsLong() - begun, part);
        }
    }

    /** The time when a part of a message is copied out of staging memory, if that is to be timed; else 0. */
    long beginOut(Operation receive) {
        return receive.isNative() && (parts++ & TIMED_OUT_MASK) == 0 ? clock.getAsLong() : 0;
    }

    /** That part has been copied, of a message of {@code bytes}. */
    void endOut(long begun, long part, long bytes) {
        if (begun != 0) {
            Length length = of(bytes);
            length.out = mixed(length.out, clock.getAsLong() - begun, part);
        }
    }

    /** What copying out takes here, for the peer to know: nanoseconds per KiB, 0 while unknown. */
    long out(long bytes) {
        return (long) of(bytes).out;
    }

    /** What copying out takes at the peer, as it says; whatever it says, only time can be lost. */
    void learnOut(long bytes, long nanosPerKiB) {
        of(bytes).outThere = nanosPerKiB;
    }

    /** What is known now, in nanoseconds per KiB, that another copy has been timed. */
    static float mixed(float known, long nanos, long bytes) {
        float fresh = nanos * 1024f / bytes;
        return known == 0 ? fresh : known + SHARE * (Math.min(fresh, MOST * known) - known);
    }

    private Length of(long bytes) {
        int power = Long.SIZE - 1 - Long.numberOfLeadingZeros(bytes);
        int index = Math.clamp(power - SHORTEST, 0, LENGTHS - 1);
        if (lengths[index] == null) {
            lengths[index] = new Length();
        }
        return lengths[index];
    }
}
