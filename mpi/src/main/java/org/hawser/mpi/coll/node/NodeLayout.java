package org.hawser.mpi.coll.node;

/**
 * Memory that the members of a communicator share for their collectives, in two regions of member 0's.
 *
 * <pre>
 * control region
 *     0: sleepers, one bit a member          128: broken, not 0 once a collective cannot end
 *   256: left, members that have let go
 *   384: one pair of lines a member:           0: entered    8: what it entered
 *   then, for each member, SLOTS slots:        0: number     8: what it is    16: payload
 *
 * bulk region
 *     0: one pair of lines a member:           0: stage
 *   then, for each member, a ring of chunks
 * </pre>
 *
 * <p><b>Threads:</b> immutable.
 *
 * @param size the members
 * @param depth the chunks in a member's ring
 * @param chunk the bytes of a chunk
 */
record NodeLayout(int size, int depth, int chunk) {
    static final long SLEEPERS = 0;
    static final long BROKEN = 128;
    static final long LEFT = 256;
    static final long MEMBERS = 384;
    static final int PAIR = 128;
    /** From a member's or a slot's first word to the one that says what it is about. */
    static final int WHAT = 8;

    /** A root may be this many collectives ahead of the slowest member. */
    static final int SLOTS = 8;
    static final int SLOT = 2048;
    static final int PAYLOAD = 16;
    /** The longest payload that goes through a slot. */
    static final int SMALL = SLOT - PAYLOAD;

    /** As many as the sleepers' word has bits. */
    static final int MOST_MEMBERS = 64;

    private static final int BULK_BYTES = 8 << 20;
    private static final int LEAST_CHUNK = 32 << 10;
    private static final int MOST_CHUNK = 256 << 10;

    /**
     * For {@code size} members. Members that share cores get through more of a ring each time they run, so for them the
     * chunks are as long as they can be; the others want to begin to read early.
     */
    static NodeLayout of(int size, boolean sharesCores) {
        int depth = sharesCores ? 2 : 4;
        int chunk = Integer.highestOneBit(Math.clamp(BULK_BYTES / (size * depth), LEAST_CHUNK, MOST_CHUNK));
        return new NodeLayout(size, depth, chunk);
    }

    long entered(int member) {
        return MEMBERS + (long) member * PAIR;
    }

    long slot(int member, long number) {
        return MEMBERS + (long) size * PAIR + ((long) member * SLOTS + (number & SLOTS - 1)) * SLOT;
    }

    long controlBytes() {
        return slot(size, 0);
    }

    long stage(int member) {
        return (long) member * PAIR;
    }

    long chunk(int member, long turn) {
        return (long) size * PAIR + ((long) member * depth + turn % depth) * chunk;
    }

    long bulkBytes() {
        return chunk(size, 0);
    }
}
