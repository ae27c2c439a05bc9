package org.hawser.mpi.p2p;

import org.hawser.fabric.RegionKey;

/**
 * A place in memory that peers can map: a region and an offset, in four words on the wire.
 *
 * @param key    the region
 * @param offset where in it
 */
record Place(RegionKey key, long offset) {
    static final int WORDS = 4;

    /** Reads a place of {@code owner}'s; null when the words say there is none. */
    static Place read(int owner, long address) {
        long id = Wire.word(address, 0);
        return id == 0 ? null
            : new Place(new RegionKey(owner, id, Wire.word(address, 1), Wire.word(address, 2)), Wire.word(address, 3));
    }

    /** True when the words say that it is this place again. */
    boolean isAt(long address) {
        return key.id() == Wire.word(address, 0) && key.secret() == Wire.word(address, 1)
            && key.length() == Wire.word(address, 2) && offset == Wire.word(address, 3);
    }
}
