package org.hawser.fabric.shm;

import java.lang.foreign.Arena;

/**
 * Where a peer's memory is, and how this rank signs what it leaves there.
 *
 * <p><b>Threads:</b> immutable.
 *
 * @param space where the peer's job meets
 * @param rank  the peer's number in its own job
 * @param self  how this rank signs: its number or, at a rank of another job, its stamp
 * @param stamp how the peer signs here
 */
record ShmPeer(ShmSpace space, int rank, long self, long stamp) {

    /** True when it is of another job. */
    boolean isForeign() {
        return stamp != rank;
    }

    /** For how long its memory is mapped: a foreign one comes and goes, and its memory goes with its endpoint. */
    Arena arena() {
        return isForeign() ? Arena.ofAuto() : Arena.global();
    }
}
