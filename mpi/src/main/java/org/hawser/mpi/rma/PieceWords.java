package org.hawser.mpi.rma;

import java.lang.invoke.VarHandle;
import org.hawser.platform.memory.RawWords;

/**
 * The words by which a member that detaches memory and those that access it keep out of each other's way: a version,
 * which is odd while the member changes what is attached, and a mark of each user, which says what it accesses.
 *
 * <p>The user marks, then looks at the version; the member makes the version odd, then looks at the marks. With a full
 * fence between the two at both sides, one of them sees the other: never does a user go on while the member sees no
 * mark.
 *
 * <p><b>Threads:</b> any, any process. <b>Allocates:</b> nothing.
 */
final class PieceWords {
    /** The mark of a user that accesses several pieces. */
    static final long SEVERAL = -1;

    private PieceWords() {
    }

    /** What is attached is about to change; marks that are made from now on are in vain. */
    static void beginChange(long version) {
        RawWords.setRelease(version, RawWords.getLong(version) + 1);
        // Full: the version first, then the look at the marks, and every part of the change. Pairs with mark().
        VarHandle.fullFence();
    }

    /** What is attached has changed. */
    static void endChange(long version) {
        // Release: the change first, then its version. Pairs with the acquire of whoever reads the description.
        RawWords.setRelease(version, RawWords.getLong(version) + 1);
    }

    /** Says that this user accesses a piece, by its number from 1; false when the version is not {@code known}. */
    static boolean mark(long user, long piece, long version, long known) {
        RawWords.setOpaque(user, piece);
        // Full: the mark first, then the look at the version. Pairs with beginChange().
        VarHandle.fullFence();
        return RawWords.getAcquire(version) == known;
    }

    /** What this user did is over but for what {@code left} stands for; 0 for nothing. */
    static void unmark(long user, long left) {
        // Release: the accesses first, then the end of the mark.
        RawWords.setRelease(user, left);
    }

    /** Whether a user accesses a piece. */
    static boolean isMarked(long user, long piece) {
        // Acquire: when a mark is gone, so are the accesses that it stood for.
        long mark = RawWords.getAcquire(user);
        return mark == piece || mark == SEVERAL;
    }
}
