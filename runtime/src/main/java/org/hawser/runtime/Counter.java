package org.hawser.runtime;

import java.util.concurrent.atomic.AtomicLong;

/**
 * A word that operations bump when they complete: the source may be used again (origin), the message has been
 * delivered (target), the target's handler has run (completion).
 *
 * <pre>{@code
 * Counter sent = new Counter();
 * rank.messages().deliver(peer, DATA, header, payload, sent, null);
 * rank.await(sent, 1);
 * }</pre>
 *
 * <p><b>Threads:</b> any. <b>Allocates:</b> at construction.
 */
public final class Counter {
    private final AtomicLong value = new AtomicLong();

    /** A counter at zero. */
    public Counter() {
    }

    /** How often it was bumped since it was made or set; what happened before the bumps is visible then. */
    public long value() {
        return value.get();
    }

    /** Sets it. */
    public void set(long to) {
        value.set(to);
    }

    void take(long amount) {
        value.addAndGet(-amount);
    }

    void bump() {
        value.incrementAndGet();
    }
}
