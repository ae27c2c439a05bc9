package org.hawser.runtime;

import org.hawser.platform.memory.RawWords;
import org.hawser.platform.memory.Words;

/**
 * How two ranks share the pieces of a copy without waiting for each other: a word that tells what is left, and one in
 * which a rank that helps counts what it has copied.
 *
 * <pre>
 *   0: turn: number (32 bits) | first (16) | end (16); pieces first to end - 1 are left
 * 128: over (the helper writes): failed (32 bits) | pieces that it has copied (32)
 * </pre>
 *
 * <p>The owner describes a copy elsewhere and begins a turn. It takes pieces from the first on, the helper from the
 * last: where the same memory is copied again and again each finds its own part in its own cache. What is taken must be
 * copied, or its failure told. The owner ends a turn when no piece is left and those that the helper took are over;
 * only then it describes the next copy.
 *
 * <p>The helper reads the description between its look at the turn and its taking of a piece. A turn's number is never
 * that of another one (for 2^32 of them), and what is left only shrinks. So whoever succeeds in taking a piece has read
 * the description of that turn, however long it took.
 *
 * <p><b>Threads:</b> one owner at a time, one helper.
 */
final class JointTurn {
    static final int OVER = Words.PAIR_OF_LINES;
    static final int BYTES = 2 * Words.PAIR_OF_LINES;

    private static final int NUMBER_SHIFT = 32;
    private static final int FIRST_SHIFT = 16;
    private static final int COUNT = (1 << FIRST_SHIFT) - 1;
    static final int MOST_PIECES = COUNT;
    static final int NO_PIECE = -1;
    private static final long FAILED = 1L << 32;

    private JointTurn() {
    }

    /** Owner: all pieces of the copy that was described can be taken. */
    static void begin(long address, int pieces) {
        RawWords.setLong(address + OVER, 0);
        long number = (RawWords.getLong(address) >>> NUMBER_SHIFT) + 1;
        // Release: the description comes first. Pairs with the acquire in look.
        RawWords.setRelease(address, number << NUMBER_SHIFT | pieces);
    }

    /** Owner: takes the first piece that is left; {@link #NO_PIECE} when none is. */
    static int takeFirst(long address) {
        long turn = RawWords.getLong(address);
        while (isLeft(turn)) {
            long seen = RawWords.compareAndExchange(address, turn, turn + (1 << FIRST_SHIFT));
            if (seen == turn) {
                return first(turn);
            }
            turn = seen;
        }
        return NO_PIECE;
    }

    /** Owner: leaves no piece of {@code pieces} to take; returns how many the helper has taken. */
    static int close(long address, int pieces) {
        long turn = RawWords.getLong(address);
        while (isLeft(turn)) {
            long none = turn + ((long) end(turn) - first(turn) << FIRST_SHIFT);
            long seen = RawWords.compareAndExchange(address, turn, none);
            turn = seen == turn ? RawWords.getLong(address) : seen;
        }
        return pieces - end(turn);
    }

    /** Owner: whether so many pieces that the helper took are over. */
    static boolean areOver(long address, int pieces) {
        // Acquire: what the helper has copied is there. Pairs with the release in over.
        return (int) RawWords.getAcquire(address + OVER) == pieces;
    }

    /** Owner: whether all that are over were copied. */
    static boolean isWell(long address) {
        return RawWords.getLong(address + OVER) < FAILED;
    }

    /** Helper: the turn as it is, for {@link #takeLast}. */
    static long look(long address) {
        return RawWords.getAcquire(address);
    }

    /** Whether a piece was left at that look. */
    static boolean isLeft(long turn) {
        return first(turn) < end(turn);
    }

    /** The last piece that was left at that look. */
    static int last(long turn) {
        return end(turn) - 1;
    }

    /** Helper: takes the last piece of that look; false when something has been taken since. */
    static boolean takeLast(long address, long turn) {
        // Full order: all that was read of the description was of this turn, or this fails.
        return RawWords.compareAndSet(address, turn, turn - 1);
    }

    /** Helper: a piece that it took is copied, or could not be. */
    static void over(long address, boolean copied) {
        long counted = RawWords.getLong(address + OVER) + (copied ? 1 : FAILED + 1);
        // Release: the bytes come first. Pairs with the acquire in areOver.
        RawWords.setRelease(address + OVER, counted);
    }

    private static int first(long turn) {
        return (int) (turn >>> FIRST_SHIFT) & COUNT;
    }

    private static int end(long turn) {
        return (int) turn & COUNT;
    }
}
