package org.hawser.runtime;

import java.lang.foreign.MemorySegment;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.hawser.fabric.Region;
import org.hawser.fabric.RegionKey;
import org.hawser.fabric.RemoteRegion;

/**
 * Memory that every rank has a piece of, all of the same size. A piece of another rank is opened when it is first asked
 * for, with a key that this rank can make itself: nothing is exchanged and nothing is kept per rank of the job.
 *
 * <pre>{@code
 * Symmetric grid = rank.symmetric(bytes);
 * rank.put(grid.at(neighbour), 0, grid.memory(), 0, rowBytes);
 * rank.barrier();
 * }</pre>
 *
 * <p><b>Threads:</b> any.
 */
public final class Symmetric implements AutoCloseable {
    private final Rank rank;
    private final Region mine;
    private final Map<Integer, RemoteRegion> others = new ConcurrentHashMap<>();

    Symmetric(Rank rank, Region mine) {
        this.rank = rank;
        this.mine = mine;
    }

    /** This rank's piece, for load and store. */
    public MemorySegment memory() {
        return mine.memory();
    }

    /** The region of this rank's piece. */
    public Region region() {
        return mine;
    }

    /** The piece of {@code owner}, which may be this rank. */
    public RemoteRegion at(int owner) {
        RemoteRegion known = others.get(owner);
        return known != null ? known : others.computeIfAbsent(owner, this::open);
    }

    private RemoteRegion open(int owner) {
        rank.checkRank(owner);
        RegionKey key = mine.key();
        return rank.attach(new RegionKey(owner, key.id(), key.secret(), key.length()));
    }

    /** Gives this rank's piece back; collective by custom, so that nobody puts into it any more. */
    @Override
    public void close() {
        others.values().forEach(RemoteRegion::close);
        others.clear();
        mine.close();
    }
}
