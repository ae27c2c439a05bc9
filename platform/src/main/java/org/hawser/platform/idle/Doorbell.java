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
 * <p>In a process of its own the native calls are not even bound for the first {@link #FIRST_NAPS} naps: a short job
 * never pays for them. A futex word may be shared by processes or by the threads of one.
 *
 * <p><b>Threads:</b> any. <b>Allocates:</b> at construction; on the first real sleep.
 */
public final class Doorbell {
    /** How long a nap is where nobody can ring. */
    static final long NAP_NANOS = 400_000;
    /** Naps before the futex is bound, in a process of its own: some tenths of a second of waiting. */
    static final int FIRST_NAPS = 800;
    /** How long to look for a message between the word "asleep" and the sleep. */
    static final long SETTLE_NANOS = 5_000;

    /** The lowest bit of the word: somebody sleeps. The rest counts rings, so that no ring looks like none. */
    private static final int ASLEEP = 1;

    private final MemorySegment memory;
    private final long offset;
    private final long address;
    private final AtomicInteger sleepers = new AtomicInteger();
    private int napsLeft;

    private Doorbell(MemorySegment memory, long offset, int naps) {
        this.memory = memory;
        this.offset = offset;
        address = RawWords.addressOf(memory) + offset;
        napsLeft = naps;
    }

    /** A doorbell on the (zeroed) int at {@code offset}, for a rank that is a process. */
    public static Doorbell ofProcess(MemorySegment memory, long offset) {
        return new Doorbell(memory, offset, FIRST_NAPS);
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
        if (napsLeft > 0 || !Sleep.FUTEX) {
            napsLeft--;
            LockSupport.parkNanos(Math.min(nanos, NAP_NANOS));
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
