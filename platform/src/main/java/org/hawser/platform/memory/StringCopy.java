package org.hawser.platform.memory;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.invoke.MethodHandle;
import java.util.concurrent.CompletableFuture;
import org.hawser.platform.libc.MachineCode;
import org.hawser.platform.settings.Settings;

/**
 * Copies of {@value #LEAST} bytes and more between addresses, where it is faster by the processor's instruction for
 * strings.
 *
 * <p>Why: the loop of vectors that Java copies by owns each line of the target before it stores to it. A line that
 * another core has read must first be taken away there. An instruction that knows how much is to come need not wait for
 * that: between near cores of an AMD Zen 5 it fills what the other core has just read in a third of the time, and what
 * lies in this core's second cache in four fifths. Shorter copies are faster by the loop while the lines are here.
 *
 * <p>Java has no such instruction, so {@link MachineCode} has it. It is slow on some processors, and on some at some
 * distances between source and target: so it copies only between places that lie alike in their lines, and only after a
 * trial beside the loop. The call is slow until it is compiled. A thread of its own does both, beside the program, when
 * that has copied a GiB.
 *
 * <p><b>Order.</b> Stores of one such instruction may be seen in any order, but after all that was stored before it and
 * before all that is stored after it.
 *
 * <p><b>Threads:</b> any. <b>Allocates:</b> when it is prepared.
 */
public final class StringCopy {
    /** Shorter copies are not for this class. */
    public static final long LEAST = 32 << 10;

    private static final long LINE = 64;
    /** A thread inside holds off safepoints, so it is let out after some microseconds. */
    private static final long MOST = 256 << 10;
    /** Bytes that are copied before it is worth a trial. */
    private static final long BYTES_BEFORE_TRIAL = 1L << 30;
    /** Calls after which the compiler has taken notice. */
    private static final int REHEARSALS = 20_000;
    private static final long TRIAL_NANOS = 20_000_000;
    private static final int COPIES_AT_ONCE = 4;
    /** Bytes from the place of the source in its page to that of the target in its own. */
    private static final int[] DISTANCES = {0, 64, 2048, 4032};
    private static final long[] LENGTHS = {LEAST, 2 * LEAST};
    /** It must take so much less time in all, and may take so much more for one distance and length. */
    private static final double GAIN = 0.95;
    private static final double TOLERANCE = 1.1;

    private static final String WANTED = Settings.word("hawser.string-copy", "auto", "auto", "on", "off");

    /** Threads do not care for each other: roughly is good enough. */
    private static long left = WANTED.equals("auto") ? BYTES_BEFORE_TRIAL : WANTED.equals("on") ? 0 : Long.MAX_VALUE;
    private static volatile boolean faster;

    /** Whether a thread has its lock is a question to the virtual machine. */
    private static final Object ENTRY = new Object();

    private StringCopy() {
    }

    /** Copies; the two may overlap. */
    public static void copy(long from, long to, long bytes) {
        if (faster && isFit(from, to, bytes)) {
            move(from, to, bytes);
            return;
        }
        RawBytes.copy(from, to, bytes);
        if (left <= bytes) {
            prepare();
        } else {
            left -= bytes;
        }
    }

    /** True when the two lie alike in their lines, and neither is a part of the other. */
    static boolean isFit(long from, long to, long bytes) {
        return (from - to & LINE - 1) == 0 && Math.abs(from - to) >= bytes;
    }

    /** Begins to make it fast, if nobody has; when that is over, says whether there is such a way. */
    static CompletableFuture<Boolean> prepare() {
        return Preparation.AVAILABLE;
    }

    /**
     * Copies by the instruction what {@link #isFit}. Memory in a file that its owner has cut off meanwhile, as that of
     * a window which survivors of a lost rank have freed, must be met by Java's copy, which makes an
     * {@link InternalError} of that, and not by the instruction, which would end the process: so each piece begins
     * with a line by the former. The virtual machine throws that error when the thread next enters it.
     */
    static void move(long from, long to, long bytes) {
        long head = LINE + (-to & LINE - 1);
        for (long done = 0; done < bytes; done += MOST) {
            long first = Math.min(head, bytes - done);
            RawBytes.copy(from + done, to + done, first);
            long rest = Math.min(MOST, bytes - done) - first;
            if (rest > 0 && !Thread.holdsLock(ENTRY)) {
                instruct(from + done + first, to + done + first, rest);
            }
        }
    }

    private static void instruct(long from, long to, long bytes) {
        try {
            Code.MOVE.invokeExact(to, from, bytes);
        } catch (Error e) {
            // Of Java's copy before this: the virtual machine tells a little later.
            throw e;
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    private static final class Preparation {
        static final CompletableFuture<Boolean> AVAILABLE = start();

        private static CompletableFuture<Boolean> start() {
            try {
                return CompletableFuture.supplyAsync(StringCopy::rehearse,
                    task -> Thread.ofPlatform().name("hawser-string-copy").daemon().start(task));
            } catch (OutOfMemoryError e) {
                // No thread is to be had: copies go on as they are.
                left = Long.MAX_VALUE;
                return CompletableFuture.completedFuture(false);
            }
        }
    }

    private static boolean rehearse() {
        if (!MachineCode.isForX86() || !RawWords.DIRECT || Code.MOVE == null) {
            left = Long.MAX_VALUE;
            return false;
        }
        try (Arena arena = Arena.ofConfined()) {
            long pages = 4 * LEAST;
            long from = RawWords.addressOf(arena.allocate(pages, 4096).fill((byte) 1));
            long to = RawWords.addressOf(arena.allocate(pages, 4096).fill((byte) 2));
            for (int i = 0; i < REHEARSALS; i++) {
                move(from, to, LINE);
                RawBytes.copy(from, to, LINE);
            }
            faster = WANTED.equals("on") || isFaster(from, to);
        }
        left = Long.MAX_VALUE;
        return true;
    }

    /** A trial at several distances and lengths; of each the shortest time counts, as there are others who run. */
    private static boolean isFaster(long from, long to) {
        int cases = DISTANCES.length * LENGTHS.length;
        long[] plain = new long[cases];
        long[] moved = new long[cases];
        long end = System.nanoTime() + TRIAL_NANOS;
        for (int round = 0; round == 0 || System.nanoTime() - end < 0; round++) {
            for (int i = 0; i < cases; i++) {
                long target = to + DISTANCES[i % DISTANCES.length];
                long bytes = LENGTHS[i / DISTANCES.length];
                plain[i] = least(plain[i], plainNanos(from, target, bytes));
                moved[i] = least(moved[i], movedNanos(from, target, bytes));
            }
        }
        double plainSum = 0;
        double movedSum = 0;
        for (int i = 0; i < cases; i++) {
            if (moved[i] > TOLERANCE * plain[i]) {
                return false;
            }
            plainSum += plain[i];
            movedSum += moved[i];
        }
        return movedSum < GAIN * plainSum;
    }

    private static long least(long known, long nanos) {
        return known == 0 ? nanos : Math.min(known, nanos);
    }

    private static long plainNanos(long from, long to, long bytes) {
        RawBytes.copy(from, to, bytes);
        long begun = System.nanoTime();
        for (int i = 0; i < COPIES_AT_ONCE; i++) {
            RawBytes.copy(from, to, bytes);
        }
        return System.nanoTime() - begun;
    }

    private static long movedNanos(long from, long to, long bytes) {
        move(from, to, bytes);
        long begun = System.nanoTime();
        for (int i = 0; i < COPIES_AT_ONCE; i++) {
            move(from, to, bytes);
        }
        return System.nanoTime() - begun;
    }

    /** The function {@code move(to, from, bytes)}: {@code mov rcx, rdx; rep movsb; ret}. */
    private static final class Code {
        static final MethodHandle MOVE;

        static {
            MachineCode code = MachineCode.of(new byte[] {
                0x48, (byte) 0x89, (byte) 0xd1,
                (byte) 0xf3, (byte) 0xa4,
                (byte) 0xc3});
            MOVE = code == null ? null : code.function(FunctionDescriptor.ofVoid(JAVA_LONG, JAVA_LONG, JAVA_LONG),
                Linker.Option.critical(false));
        }
    }
}
