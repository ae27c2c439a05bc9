package org.hawser.platform.lock;

import java.lang.foreign.Arena;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;

/**
 * A spin lock that belongs to the first thread that takes it, for which it costs two plain stores and no atomic, until
 * a second thread comes; from then on it is an ordinary compare-and-swap lock.
 *
 * <p>Why: a message is a few ordered stores. An atomic in front of each would drain the store buffer and so wait for
 * the receiver's cache line, message after message, though nearly every rank sends from one thread.
 *
 * <p>How the bias ends. The owner writes {@code inside = 1}, then reads {@code biased}; the newcomer clears
 * {@code biased}, then reads {@code inside}. With no fence at the owner each could miss the other's store. The newcomer
 * therefore makes every thread of the process pass a handshake in between (closing a shared arena does exactly that, by
 * its contract with threads that use its memory). There is no safepoint between the owner's two accesses, so at its
 * handshake the owner is before both, and will read {@code biased} as false, or past both, and its {@code inside} is
 * visible to the newcomer, who waits for the release that clears it.
 *
 * <p>Not reentrant. The thread that acquired releases.
 *
 * <p><b>Threads:</b> any. <b>Allocates:</b> at construction, and when the bias ends.
 */
public final class BiasedLock {
    private static final int SPINS = 200;
    /** How long a virtual thread leaves its carrier to others. */
    private static final long NAP_NANOS = 20_000;

    private static final VarHandle OWNER;
    private static final VarHandle BIASED;
    private static final VarHandle INSIDE;
    private static final VarHandle HOLDER;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            OWNER = lookup.findVarHandle(BiasedLock.class, "owner", Thread.class);
            BIASED = lookup.findVarHandle(BiasedLock.class, "biased", boolean.class);
            INSIDE = lookup.findVarHandle(BiasedLock.class, "inside", boolean.class);
            HOLDER = lookup.findVarHandle(BiasedLock.class, "holder", Thread.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** The thread that the lock is biased to; set once. */
    private Thread owner;
    private boolean biased = true;
    /** The bias has ended and its owner is out: from here on the holder alone counts. */
    private volatile boolean unbiased;
    /** The biased owner holds the lock. */
    private boolean inside;
    /** Who holds the lock once the bias is over. */
    private Thread holder;

    /** A free lock. */
    public BiasedLock() {
    }

    /** Takes the lock, spinning while another thread has it. */
    public void acquire() {
        for (int tries = 0; !tryAcquire(); tries++) {
            pause(tries);
        }
    }

    /**
     * Takes the lock if it is free; false when it is held, also by the calling thread. A first call by a second thread
     * may wait for the owner to release.
     */
    public boolean tryAcquire() {
        Thread self = Thread.currentThread();
        if (owner == self) {
            if (inside) {
                return false;
            }
            // Opaque: in program order for the compiler; see above for the processor.
            INSIDE.setOpaque(this, true);
            if ((boolean) BIASED.getOpaque(this)) {
                return true;
            }
            INSIDE.setRelease(this, false);
        }
        return tryAcquireUnbiased(self);
    }

    /** Gives the lock back. */
    public void release() {
        if (inside && owner == Thread.currentThread()) {
            // Release: the critical section first. Pairs with the acquire in endBias().
            INSIDE.setRelease(this, false);
        } else {
            // Release: the critical section first. Pairs with the acquire of the compare-and-swap.
            HOLDER.setRelease(this, (Thread) null);
        }
    }

    /** True when the calling thread holds the lock. */
    public boolean isHeldByCurrentThread() {
        Thread self = Thread.currentThread();
        return owner == self && inside || HOLDER.getOpaque(this) == self;
    }

    private boolean tryAcquireUnbiased(Thread self) {
        // Not `biased`: between its end and the owner's release the lock is still the owner's.
        if (!unbiased) {
            if (OWNER.compareAndSet(this, (Thread) null, self)) {
                return tryAcquire();
            }
            endBias();
        }
        return HOLDER.compareAndSet(this, (Thread) null, self);
    }

    private synchronized void endBias() {
        if (unbiased) {
            return;
        }
        BIASED.setVolatile(this, false);
        handshakeWithAllThreads();
        // Acquire: what the owner did inside is visible to whoever gets the lock next.
        for (int looks = 0; (boolean) INSIDE.getAcquire(this); looks++) {
            pause(looks);
        }
        unbiased = true;
    }

    /** The holder may have lost its core: spin a little, then let it run. */
    private static void pause(int tries) {
        if (tries < SPINS) {
            Thread.onSpinWait();
        } else if (Thread.currentThread().isVirtual()) {
            // Virtual threads that yield to each other keep their carriers from a holder that waits for one.
            LockSupport.parkNanos(NAP_NANOS);
        } else {
            Thread.yield();
        }
    }

    private static void handshakeWithAllThreads() {
        Arena.ofShared().close();
    }
}
