package org.hawser.platform.memory;

import org.hawser.platform.settings.Settings;

/**
 * Copies into memory that another process reads next and that this one fills again then, such as staging memory. It
 * chooses between plain stores and {@linkplain StreamingCopy those past the caches}, by what they take here.
 *
 * <p>Which is right depends on how far the reader's core is, which may change: virtual cores move. So it times a plain
 * copy now and then, where those are slow a few copies of each kind, and keeps to the streaming ones where the plain
 * ones take twice as long. Not less, since the reader's half is not seen here: it fetches the bytes from main memory
 * then, which between cores that share a cache costs more than the writer saves. Streaming copies have to be prepared,
 * which is begun when slow copies have cost as much as that does.
 *
 * <pre>{@code
 * handover.copy(array, offset, slot, bytes);
 * RawWords.setRelease(flag, turn);
 * }</pre>
 *
 * <p><b>Threads:</b> one at a time. <b>Allocates:</b> at construction.
 */
public final class Handover {
    /** Shorter copies are plain. */
    static final long LEAST = 4 << 10;
    /** Copies before the first that is timed: the first ones have other reasons to be slow. */
    private static final int FIRST = 64;
    /** Plain copies that take so many nanoseconds per byte are slow; near ones take 0.03. */
    private static final double SLOW = 0.1;
    /** Whatever takes longer was interrupted. */
    private static final double SLOWEST = 1;
    /** Nanoseconds that it takes to prepare streaming copies. */
    private static final double PREPARATION = 60e6;
    /** Plain copies from one that is timed to the next, if that was fast; a slow one is the first of a look. */
    private static final int GLANCE = 16;
    /** Streaming copies from one look to the next. */
    private static final int PERIOD = 1024;
    /** Copies of each kind in a look; the first ones find the caches as the other kind left them and do not count. */
    private static final int TRIES = 4;
    private static final int UNCOUNTED = 2;
    /** So much longer must plain copies take. */
    private static final double FACTOR = 2;
    private static final int WEIGHT = 4;

    private final double slow;
    private final double preparation;
    /** Copies until the next that is timed. */
    private int left = FIRST;
    /** As {@link #GLANCE}; longer after each look that changed nothing. */
    private int glance = GLANCE;
    private boolean streaming;
    private boolean settled;
    /** Nanoseconds that slow copies have taken, about. */
    private double lost;
    /** Copies of this look so far. */
    private int tries;
    /** Nanoseconds per byte; 0 before the first look. */
    private double plainCost;
    private double streamingCost;
    /** The least of those of this look that count. */
    private double least;

    /** One that copies plainly until it knows better. */
    public Handover() {
        this(SLOW, PREPARATION);
    }

    /** As the other; for tests, with what is slow, and what preparing costs. */
    Handover(double slow, double preparation) {
        this.slow = slow;
        this.preparation = preparation;
        String wanted = Settings.word("hawser.streaming", "auto", "auto", "on", "off");
        if (!wanted.equals("auto")) {
            settle(wanted.equals("on") && StreamingCopy.prepare().join());
        }
    }

    /** Copies from an array, or from an address when that is null; what is stored later is seen later. */
    public void copy(Object array, long offset, long to, long bytes) {
        if (bytes < LEAST || array instanceof boolean[]) {
            RawBytes.copy(array, offset, null, to, bytes);
        } else if (left == 0) {
            copyAndLook(array, offset, to, bytes);
        } else {
            left--;
            copy(streaming, array, offset, to, bytes);
        }
    }

    /** True when it has chosen to store past the caches. */
    boolean isStreaming() {
        return streaming;
    }

    private static void copy(boolean streaming, Object array, long offset, long to, long bytes) {
        if (streaming) {
            StreamingCopy.copy(array, offset, to, bytes);
        } else {
            RawBytes.copy(array, offset, null, to, bytes);
        }
    }

    /** A copy that is timed: a plain one by itself or, if that was slow, some plain ones and some that stream. */
    private void copyAndLook(Object array, long offset, long to, long bytes) {
        if (settled) {
            settle(streaming);
            copy(streaming, array, offset, to, bytes);
            return;
        }
        boolean second = tries >= TRIES;
        long begun = System.nanoTime();
        copy(second, array, offset, to, bytes);
        double cost = Math.min(SLOWEST, (double) (System.nanoTime() - begun) / bytes);
        if (tries == 0 && !streaming && !isWorthALook(cost, bytes)) {
            left = settled ? left : glance;
            return;
        }
        int number = tries++ % TRIES;
        if (number >= UNCOUNTED) {
            least = number == UNCOUNTED ? cost : Math.min(least, cost);
        }
        if (tries == TRIES) {
            plainCost = learn(plainCost, least);
        } else if (tries == 2 * TRIES) {
            streamingCost = learn(streamingCost, least);
            choose();
        }
    }

    /** True when a plain copy that has taken so long may be slower than one that streams, and there are such. */
    private boolean isWorthALook(double cost, long bytes) {
        if (streamingCost != 0) {
            return cost >= FACTOR * streamingCost;
        }
        if (cost < slow) {
            return false;
        }
        lost += cost * bytes * glance;
        if (lost < preparation || !StreamingCopy.prepare().isDone()) {
            return false;
        }
        if (!StreamingCopy.prepare().join()) {
            settle(false);
        }
        return !settled;
    }

    /** What was seen before counts most: some copies are lucky, and others are interrupted. */
    private static double learn(double known, double seen) {
        return known == 0 ? seen : known + (seen - known) / WEIGHT;
    }

    private void choose() {
        tries = 0;
        streaming = plainCost > FACTOR * streamingCost;
        glance = streaming ? GLANCE : Math.min(2 * glance, PERIOD);
        left = streaming ? PERIOD : glance;
    }

    /** Chooses for good. */
    private void settle(boolean forStreaming) {
        settled = true;
        streaming = forStreaming;
        left = Integer.MAX_VALUE;
    }
}
