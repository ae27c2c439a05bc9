package org.hawser.mpi.rma;

/**
 * Where the words are by which the members of a window come to terms. Each member has such a block in memory that
 * others on its node map, and that those of other nodes reach through the fabric.
 *
 * <pre>
 *     0  the lock word of processors                 LOCK
 *     8  turns of near members                       NEAR_TURNS
 *   128  how often the lock has moved                LOCK_MODE
 *   136  the counts of turns where they began        NEAR_MARK, FAR_MARK
 *   152  turns that the keeper was asked for         KEPT_TURNS
 *   256  the lock word of the network                NETWORK_LOCK
 *   384  the fence's count of notices                NOTICES
 *   512  the last fence this member has come to      ARRIVED
 *   640  version and count of attached pieces        ATTACHED    (two lines)
 *   896  bits of members asleep; the first's counts  SLEEPERS
 *   960  how items are updated; written once         UPDATES
 *  1024  the stripes of locks for read-modify-write  STRIPES     (one line each)
 *  9216  what each member tells this one, half a line each         TOLD
 *          0: posted so often   8: completed so often   16: has come to this fence
 *        words of the members, one each: holds the lock shared   sharers(size)
 *        pieces attached to a dynamic window         pieces(size)
 *        words of the members, one each: which piece it accesses   users(size)
 * </pre>
 *
 * <p><b>Threads:</b> constants.
 */
final class Control {
    /** The bytes between words that different members write often. */
    static final int LINE = 128;
    static final long LOCK = 0;
    static final long NEAR_TURNS = 8;
    static final long LOCK_MODE = 128;
    static final long NEAR_MARK = 136;
    static final long FAR_MARK = 144;
    static final long KEPT_TURNS = 152;
    static final long NETWORK_LOCK = 256;
    static final long NOTICES = 384;
    static final long ARRIVED = 512;
    static final long ATTACHED = 640;
    static final long SLEEPERS = 896;
    static final long UPDATES = 960;
    static final long STRIPES = 1024;
    static final int STRIPE_COUNT = 64;
    static final long TOLD = STRIPES + (long) STRIPE_COUNT * LINE;
    private static final int TOLD_BYTES = 64;
    /** How many pieces of memory a dynamic window can have attached at a member. */
    static final int MOST_PIECES = 256;
    /** The bytes that describe an attached piece; see {@link Pieces}. */
    static final int PIECE = 64;

    private Control() {
    }

    /** How often {@code member} has opened its window to the one whose block this is. */
    static long posted(int member) {
        return TOLD + (long) member * TOLD_BYTES;
    }

    /** How often {@code member} has completed an access epoch to the one whose block this is. */
    static long completed(int member) {
        return posted(member) + 8;
    }

    /** The last fence of which {@code member} has told the one whose block this is. */
    static long finished(int member) {
        return posted(member) + 16;
    }

    /** The words that say who holds the lock shared. */
    static long sharers(int size) {
        return TOLD + (long) size * TOLD_BYTES;
    }

    /** The {@link LockRecord} of a member. */
    static long sharer(int size, int member) {
        return sharers(size) + (long) member * Long.BYTES;
    }

    /** The descriptions of attached pieces. */
    static long pieces(int size) {
        return (sharers(size) + (long) size * Long.BYTES + LINE - 1) / LINE * LINE;
    }

    /** The words that say which piece each member accesses. */
    static long users(int size) {
        return pieces(size) + (long) MOST_PIECES * PIECE;
    }

    /** The bytes of the block in a window of {@code size} members. */
    static long bytes(int size, boolean dynamic) {
        return dynamic ? users(size) + (long) size * Long.BYTES : pieces(size);
    }
}
