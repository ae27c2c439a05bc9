package org.hawser.mpi.coll.node;

/**
 * Memory that the members of a communicator share for their collectives, in two regions of member 0's.
 *
 * <pre>
 * control region
 *     0: sleepers, one bit a member          128: broken, not 0 once a collective cannot end
 *   256: left, members that have let go
 *   384: one pair of lines a member:           0: entered   64: what it entered, of the last SLOTS collectives
 *   then, for each member, SLOTS slots:        0: number     8: what it is    16: payload
 *
 * bulk region
 *     0: one pair of lines a member:           0: stage     8: the last turn in which it could not combine
 *   then, for each member, a ring of cells, of which a turn's chunk takes as many as it needs, one after the other
 * </pre>
 *
 * <p>Rings are gone through from end to end, also by short chunks, and together they are longer than a core's own
 * cache: what is written again has left it for the cache that cores share, from where a copy is four times as fast.
 *
 * <p><b>Threads:</b> immutable.
 *
 * @param size the members
 * @param cells the cells in a member's ring
 * @param chunk the most bytes of a chunk
 */
record NodeLayout(int size, int cells, int chunk) {
    static final long SLEEPERS = 0;
    static final long BROKEN = 128;
    static final long LEFT = 256;
    static final long MEMBERS = 384;
    static final int PAIR = 128;
    /** From a slot's first word to the one that says what it is about. */
    static final int WHAT = 8;
    private static final int LINE = 64;

    /** A member may be this many collectives ahead of the slowest. */
    static final int SLOTS = 8;
    static final int SLOT = 2048;
    static final int PAYLOAD = 16;
    /** The longest payload that goes through a slot. */
    static final int SMALL = SLOT - PAYLOAD;

    /** As many as the sleepers' word has bits. */
    static final int MOST_MEMBERS = 64;

    static final int CELL = 4 << 10;

    private static final int ALL_RINGS = 8 << 20;
    private static final int LEAST_RING = 256 << 10;
    private static final int MOST_RING = 2 << 20;
    private static final int MOST_CHUNK = 256 << 10;

    /**
     * For {@code size} members. A chunk is at most a quarter of a ring: then its cells are never those of the turn
     * before it, which members may still be reading when they write theirs.
     */
    static NodeLayout of(int size) {
        int ring = Integer.highestOneBit(Math.clamp(ALL_RINGS / size, LEAST_RING, MOST_RING));
        return new NodeLayout(size, ring / CELL, Math.min(MOST_CHUNK, ring / 4));
    }

    long entered(int member) {
        return MEMBERS + (long) member * PAIR;
    }

    /** What a member entered with this number. */
    long what(int member, long number) {
        return entered(member) + LINE + (number & SLOTS - 1) * Long.BYTES;
    }

    long slot(int member, long number) {
        return MEMBERS + (long) size * PAIR + ((long) member * SLOTS + (number & SLOTS - 1)) * SLOT;
    }

    long controlBytes() {
        return slot(size, 0);
    }

    /** From a member's stage to the last turn in which it failed. */
    static final int FAILED = 8;

    long stage(int member) {
        return (long) member * PAIR;
    }

    long cell(int member, int number) {
        return (long) size * PAIR + ((long) member * cells + number) * CELL;
    }

    long bulkBytes() {
        return cell(size, 0);
    }
}
