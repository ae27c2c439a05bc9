package org.hawser.pgas;

import org.hawser.platform.memory.RawWords;

/**
 * A semaphore's words at one thread. Who posts and who takes write different lines: a thread that waits only reads what
 * others write, and its taking is its own line's business.
 *
 * <pre>
 *   0: posted in all   8: posts that were refused   16: which of the thread's semaphores it is
 *   128: taken in all   136: end
 * </pre>
 *
 * <p><b>Threads:</b> any, any process. <b>Allocates:</b> nothing.
 */
final class Tally {
    static final long BYTES = 192;
    static final long PLACE = 16;

    private static final long REFUSED = 8;
    private static final long TAKEN = 128;

    private Tally() {
    }

    /** What a thread that posts thinks is there, so that it need not look at a line that another core has. */
    static final class Guess {
        private long posted;
        /** Never more than were taken. */
        private long taken;
    }

    /** Adds if that does not count too far; ordered after all that this thread wrote before. */
    static boolean add(long at, int count, Guess guess) {
        long posted = guess.posted;
        while (true) {
            if (posted + count - guess.taken > Semaphore.MAX) {
                long taken = RawWords.getAcquire(at + TAKEN);
                guess.taken = taken;
                if (posted + count - taken > Semaphore.MAX) {
                    long now = RawWords.getAcquire(at);
                    if (now == posted) {
                        guess.posted = posted;
                        return false;
                    }
                    posted = now;
                    continue;
                }
            }
            long found = RawWords.compareAndExchange(at, posted, posted + count);
            if (found == posted) {
                guess.posted = posted + count;
                return true;
            }
            posted = found;
        }
    }

    /**
     * False when {@link #add} would be refused now, as far as this thread knows. Where it knows of room it does not
     * look: that is a way of the line more, and half of a put with signal. Others may have posted since.
     */
    static boolean hasRoom(long at, int count, Guess guess) {
        if (guess.posted + count - guess.taken <= Semaphore.MAX) {
            return true;
        }
        long posted = RawWords.getOpaque(at);
        if (posted + count - guess.taken > Semaphore.MAX) {
            guess.taken = RawWords.getAcquire(at + TAKEN);
        }
        return posted + count - guess.taken <= Semaphore.MAX;
    }

    /** Takes if there are so many; what came before the posts is visible then. */
    static boolean take(long at, int count) {
        while (true) {
            long taken = RawWords.getAcquire(at + TAKEN);
            // Acquire: the posts, then the data they speak of. Pairs with the exchange in add().
            if (RawWords.getAcquire(at) - taken < count) {
                return false;
            }
            // Only Java threads of one rank are in each other's way here.
            if (RawWords.compareAndSet(at + TAKEN, taken, taken + count)) {
                return true;
            }
        }
    }

    /** How many there are to take. */
    static long count(long at) {
        long taken = RawWords.getAcquire(at + TAKEN);
        return RawWords.getAcquire(at) - taken;
    }

    static void refuse(long at) {
        RawWords.getAndAdd(at + REFUSED, 1);
    }

    static boolean hasRefused(long at) {
        return RawWords.getOpaque(at + REFUSED) != 0;
    }

    static long takeRefused(long at) {
        return RawWords.getAndSet(at + REFUSED, 0);
    }
}
