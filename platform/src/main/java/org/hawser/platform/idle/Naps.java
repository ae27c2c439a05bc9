package org.hawser.platform.idle;

import java.util.concurrent.locks.LockSupport;

/**
 * Naps between looks at something that comes without a ring. They grow with the wait: what has come is found late by
 * a part of the wait in thirty as a rule, and many who wait for long leave the cores to those they wait for.
 *
 * <p><b>Threads:</b> any; threads that nap at once may lose each other's count. <b>Allocates:</b> nothing per nap.
 */
public final class Naps {
    static final long SHORTEST_NANOS = 400_000;
    /** Hundreds of ranks that wake so often leave a core to those that start, and what comes late is found soon. */
    static final long LONGEST_NANOS = 50_000_000;
    private static final int SHARE = 32;

    private long napped;

    /** For a wait that has not begun. */
    public Naps() {
    }

    /** Naps, for {@code most} nanoseconds at most; returns how long the nap was meant to be. */
    public long take(long most) {
        long nanos = Math.min(most, next());
        LockSupport.parkNanos(nanos);
        napped += nanos;
        return nanos;
    }

    /** Another wait has begun: its naps are short again. */
    public void begin() {
        napped = 0;
    }

    long next() {
        return Math.clamp(napped / SHARE, SHORTEST_NANOS, LONGEST_NANOS);
    }
}
