package org.hawser.mpi.coll.node;

import org.hawser.platform.memory.RawWords;

/**
 * Words that members raise for each other, and the bits of those that sleep until one is raised.
 *
 * <p>A word is raised in full order and the sleepers are looked at after it; a member sets its bit, in full order, and
 * looks at the word after that. So one of the two sees the other, and nobody sleeps through what it waits for.
 *
 * <p><b>Threads:</b> any process; each member sets its own bit. <b>Allocates:</b> nothing.
 */
public final class NodeFlags {
    private final long sleepers;
    private final long mine;

    /** With the sleepers' bits at an address; {@code me} is this member's. */
    public NodeFlags(long sleepers, int me) {
        this.sleepers = sleepers;
        mine = 1L << me;
    }

    /** Raises a word after all that was written before; returns the bits of the others that sleep. */
    public long raise(long word, long to) {
        RawWords.setVolatile(word, to);
        return RawWords.getVolatile(sleepers) & ~mine;
    }

    /** The bits of the others that sleep. */
    public long sleepers() {
        return RawWords.getVolatile(sleepers) & ~mine;
    }

    /** True when a word has been raised so far; what was written before is visible then. */
    public static boolean isRaised(long word, long to) {
        return RawWords.getAcquire(word) >= to;
    }

    /** Sets this member's bit; true when the word has been raised so far in the meantime, and there is no need. */
    public boolean sleepUnlessRaised(long word, long to) {
        RawWords.getAndBitwiseOr(sleepers, mine);
        return RawWords.getVolatile(word) >= to;
    }

    /** Takes this member's bit off. */
    public void awake() {
        RawWords.getAndBitwiseAnd(sleepers, ~mine);
    }
}
