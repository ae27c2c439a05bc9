package org.hawser.fabric.tcp;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.hawser.fabric.MappedRegion;
import org.hawser.fabric.Region;
import org.hawser.fabric.RegionKey;
import org.hawser.platform.memory.Words;

/**
 * A region of this rank.
 *
 * <p><b>Threads:</b> any. What peers do to it is done by one thread at a time, the one that receives.
 */
final class TcpRegion implements Region {
    private final TcpRegions regions;
    private final RegionKey key;
    private final MemorySegment memory;
    /** The same memory for any thread. */
    private final MemorySegment shared;
    /** For this rank's own view of the region. */
    private final MemorySegment open = Arena.ofAuto().allocate(Long.BYTES, Long.BYTES);

    TcpRegion(TcpRegions regions, RegionKey key, MemorySegment memory, MemorySegment shared) {
        this.regions = regions;
        this.key = key;
        this.memory = memory;
        this.shared = shared;
        Words.setLong(open, 0, MappedRegion.OPEN);
    }

    @Override
    public MemorySegment memory() {
        return memory;
    }

    /** The memory, for whichever thread receives. */
    MemorySegment shared() {
        return shared;
    }

    @Override
    public RegionKey key() {
        return key;
    }

    /** This rank's own way to it. */
    MappedRegion mapped() {
        return new MappedRegion(key, shared, open);
    }

    @Override
    public void close() {
        withdraw();
    }

    @Override
    public void withdraw() {
        Words.setRelease(open, 0, 0);
        regions.remove(this);
    }
}
