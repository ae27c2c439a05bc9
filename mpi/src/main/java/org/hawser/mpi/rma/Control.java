package org.hawser.mpi.rma;

/**
 * Where the words are by which the members of a window come to terms. Each member has such a block in memory that
 * others on its node map, and that those of other nodes reach through the fabric.
 *
 * <pre>
 *     0  the lock word                               LOCK
 *   128  how the lock is kept, and its history       LOCK_MODE   (two lines)
 *   384  the fence's count of notices                NOTICES
 *   512  the last fence this member has come to      ARRIVED
 *   640  version and count of attached pieces        ATTACHED    (two lines)
 *   896  bits of members asleep; the first's counts  SLEEPERS
 *  1024  how items are updated                        UPDATES
 *  1152  the stripes of locks for read-modify-write  STRIPES     (one line each)
 *  9344  what each member tells this one, half a line each         TOLD
 *          0: posted so often   8: completed so often   16: has come to this fence
 *        words of the members, one each: holds the lock shared   sharers(size)
 *        pieces attached to a dynamic window         pieces(size)
 * </pre>
 *
 * <p><b>Threads:</b> constants.
 */
final class Control {
    /** The bytes between words that different members write often. */
    static final int LINE = 128;
    static final long LOCK = 0;
    static final long LOCK_MODE = 128;
    static final long NOTICES = 384;
    static final long ARRIVED = 512;
    static final long ATTACHED = 640;
    static final long SLEEPERS = 896;
    static final long UPDATES = 1024;
    static final long STRIPES = 1152;
    static final int STRIPE_COUNT = 64;
    static final long TOLD = STRIPES + (long) STRIPE_COUNT * LINE;
    private static final int TOLD_BYTES = 64;
    /** How many pieces of memory a dynamic window can have attached at a member. */
    static final int MOST_PIECES = 256;
    /** The bytes that describe an attached piece: address, length, region key, offset in the region. */
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

    /** The descriptions of attached pieces. */
    static long pieces(int size) {
        return (sharers(size) + (long) size * Long.BYTES + LINE - 1) / LINE * LINE;
    }

    /** The bytes of the block in a window of {@code size} members. */
    static long bytes(int size, boolean dynamic) {
        return pieces(size) + (dynamic ? (long) MOST_PIECES * PIECE : 0);
    }
}
