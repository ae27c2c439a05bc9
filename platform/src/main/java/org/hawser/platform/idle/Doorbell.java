package org.hawser.platform.idle;

import static org.hawser.platform.memory.Words.compareAndSetInt;
import static org.hawser.platform.memory.Words.getIntVolatile;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import org.hawser.platform.libc.Libc;
import org.hawser.platform.libc.Notices;
import org.hawser.platform.memory.RawWords;

/**
 * A word in shared memory on which a rank sleeps and which its peers ring after they have left something for it.
 *
 * <p>A ringer looks at the word after every message, so looking must cost nothing: there is <em>no fence</em>
 * between its message and its look. That opens the store-buffer race: the ringer reads "awake" while its message is
 * still in its store buffer; the sleeper finds no message and sleeps. The sleeper closes it from its side. After it
 * has written "asleep" it goes on looking for messages for {@link #SETTLE_NANOS} and only then sleeps. It does not
 * yield meanwhile: on a core that others want, that would be a wait of milliseconds that no ring ends. A ringer that
 * read "awake" did so before the sleeper's word reached it, so its message, earlier in its program, leaves the store
 * buffer within that time (a store waits for a cache line at most; a thread that is switched out has drained). Should
 * a machine break even that rule, sleep is bounded and the caller looks again.
 *
 * <p>The word counts rings. A thread that has decided to sleep does so only if nobody has rung since it put the sign
 * up, even if another thread of its process has put the sign up again.
 *
 * <p>In a process of its own the native calls are not even bound until that pays. Up to then a sleep is a nap that
 * nobody can end; once naps have lasted too long for {@link #LATE_NANOS} altogether, as far as something had come when
 * they ended, to bind is no dearer than to go on. A rank that only waits for the others to start never binds: it would
 * cost it 30 ms of a core that they need, and megabytes. A futex word may be shared by processes or by
 * the threads of one. Virtual threads nap at all times.
 *
 * <p><b>Threads:</b> any. <b>Allocates:</b> at construction; on the first real sleep.
 */
public final class Doorbell {
    /** How long naps may be that end after something has come: they waste most of it, and binding takes as long. */
    static final long LATE_NANOS = 40_000_000;
    /** What one late nap counts for at most: a long one ends a wait thirty times as long, and is not missed. */
    static final long LATE_NAP_NANOS = LATE_NANOS / 20;
    /** How long a rank naps at most: one that waits for minutes must not keep the machine awake. */
    static final long IDLE_NANOS = 120_000_000_000L;
    /** How long to look for a message between the word "asleep" and the sleep. */
    static final long SETTLE_NANOS = 5_000;

    /** The lowest bit of the word: somebody sleeps. The rest counts rings, so that no ring looks like none. */
    private static final int ASLEEP = 1;

    private final MemorySegment memory;
    private final long offset;
    private final long address;
    private final AtomicInteger sleepers = new AtomicInteger();
    private final Naps naps = new Naps();
    /** What is left of {@link #LATE_NANOS} and {@link #IDLE_NANOS}; hints, so threads may lose each other's count. */
    private long lateLeft;
    private long idleLeft = IDLE_NANOS;

    private Doorbell(MemorySegment memory, long offset, long lateNanos) {
        this.memory = memory;
        this.offset = offset;
        address = RawWords.addressOf(memory) + offset;
        lateLeft = lateNanos;
    }

    /** A doorbell on the (zeroed) int at {@code offset}, for a rank that is a process. */
    public static Doorbell ofProcess(MemorySegment memory, long offset) {
        return new Doorbell(memory, offset, LATE_NANOS);
    }

    /** A doorbell on the (zeroed) int at {@code offset}, for one of many ranks in a process: binding is paid once. */
    public static Doorbell ofThread(MemorySegment memory, long offset) {
        return new Doorbell(memory, offset, 0);
    }

    /** Wakes whoever sleeps here; cheap when nobody does. Called after the message is published. */
    public void ring() {
        // Opaque, unfenced: see above for why that is enough.
        if ((RawWords.getIntOpaque(address) & ASLEEP) != 0) {
            wake();
        }
    }

    /** Wakes the other threads of this process that sleep here, because what they wait for may have come. */
    public void ringOwn() {
        if (sleepers.get() > 0) {
            wake();
        }
    }

    /** Sleeps until rung, for {@code nanos} at most; returns at once when {@code arrived} says there is something. */
    public void sleep(long nanos, BooleanSupplier arrived) {
        sleep(nanos, BooleanSupplier::getAsBoolean, arrived);
    }

    /** The same with what {@code arrived} looks at, so that one object serves every sleep. */
    public <T> void sleep(long nanos, Predicate<T> arrived, T what) {
        if (naps()) {
            nap(nanos, arrived, what);
            return;
        }
        // A virtual thread in the kernel would keep the thread that carries it, which those may need that it waits for.
        if (!Sleep.FUTEX || Thread.currentThread().isVirtual()) {
            LockSupport.parkNanos(Math.min(nanos, Naps.SHORTEST_NANOS));
            return;
        }
        int sign = enter();
        try {
            long settled = System.nanoTime() + SETTLE_NANOS;
            do {
                if (arrived.test(what)) {
                    return;
                }
                Thread.onSpinWait();
            } while (System.nanoTime() - settled < 0);
            if (arrived.test(what)) {
                return;
            }
            Libc.futexWait(memory, offset, sign, nanos);
        } finally {
            leave();
        }
    }

    /** True while sleeps are naps. */
    boolean naps() {
        return lateLeft > 0 && idleLeft > 0;
    }

    private <T> void nap(long nanos, Predicate<T> arrived, T what) {
        long napped = naps.take(nanos);
        idleLeft -= napped;
        if (arrived.test(what)) {
            lateLeft -= Math.min(napped, LATE_NAP_NANOS);
            naps.begin();
        }
    }

    /** Puts the sign up; returns the word to sleep on, which the next ring changes for good. */
    private synchronized int enter() {
        sleepers.incrementAndGet();
        while (true) {
            int word = getIntVolatile(memory, offset);
            if ((word & ASLEEP) != 0 || compareAndSetInt(memory, offset, word, word | ASLEEP)) {
                return word | ASLEEP;
            }
        }
    }

    /**
     * The last one out takes the sign down; while another thread of this process sleeps, it stays. Under the lock, so
     * that nobody goes to sleep between the count and the sign.
     */
    private synchronized void leave() {
        if (sleepers.decrementAndGet() > 0) {
            return;
        }
        int word = getIntVolatile(memory, offset);
        while ((word & ASLEEP) != 0 && !compareAndSetInt(memory, offset, word, word & ~ASLEEP)) {
            word = getIntVolatile(memory, offset);
        }
    }

    /** Takes the sign down and counts the ring, in one step: an odd word and one make the next even one. */
    private void wake() {
        int word = getIntVolatile(memory, offset);
        while ((word & ASLEEP) != 0) {
            if (compareAndSetInt(memory, offset, word, word + 1)) {
                if (Libc.available()) {
                    Libc.futexWake(memory, offset);
                }
                return;
            }
            word = getIntVolatile(memory, offset);
        }
    }

    /** Decided on the first real sleep. */
    private static final class Sleep {
        static final boolean FUTEX = Libc.available();

        static {
            if (!FUTEX) {
                Notices.once("waiting ranks nap instead of sleeping on a doorbell: " + Libc.unavailableReason());
            }
        }
    }
}
