package org.hawser.fabric.shm;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.hawser.fabric.FabricException;
import org.hawser.fabric.MappedRegion;
import org.hawser.fabric.Region;
import org.hawser.fabric.RegionKey;
import org.hawser.fabric.RemoteRegion;

/**
 * Makes, opens and closes regions: own memory behind a header page in the node's space, or a header page that tells
 * where foreign memory lies.
 *
 * <p><b>Threads:</b> any.
 */
final class ShmRegions {
    private final ShmSpace space;
    private final int rank;
    private final ShmForeigners foreigners;
    private final long pid = ProcessHandle.current().pid();

    ShmRegions(ShmSpace space, int rank, ShmForeigners foreigners) {
        this.space = space;
        this.rank = rank;
        this.foreigners = foreigners;
    }

    Region allocate(long bytes, long id, long secret) {
        RegionKey key = new RegionKey(rank, id, secret, bytes);
        Arena arena = begin();
        MemorySegment whole;
        try {
            // What would overflow is refused like everything else that is too much.
            whole = space.create(ShmLayout.regionFile(rank, id),
                RegionHeader.BYTES + Math.min(bytes, Long.MAX_VALUE - RegionHeader.BYTES), arena);
        } catch (RuntimeException e) {
            end(arena);
            throw e;
        }
        MemorySegment page = whole.asSlice(0, RegionHeader.BYTES);
        RegionHeader.write(page, key, 0, 0);
        return new ShmRegion(key, whole.asSlice(RegionHeader.BYTES, bytes), page, arena);
    }

    Region register(MemorySegment memory, long id, long secret) {
        if (!memory.isNative()) {
            throw FabricException.refused("only native memory can be registered: length=" + memory.byteSize()
                + "; copy the array into memory of the runtime");
        }
        RegionKey key = new RegionKey(rank, id, secret, memory.byteSize());
        Arena arena = begin();
        MemorySegment page = space.create(ShmLayout.regionFile(rank, id), RegionHeader.BYTES, arena);
        if (space instanceof JvmSpace jvm) {
            jvm.share(ShmLayout.regionFile(rank, id) + ".memory", memory);
        }
        RegionHeader.write(page, key, pid, memory.address());
        return new ShmRegion(key, memory, page, arena);
    }

    /** An arena for a region; one that need not be closed where it means nothing. */
    private Arena begin() {
        return space.livesWithArena() ? Arena.ofShared() : Arena.ofAuto();
    }

    /** To close a shared arena takes a handshake with every thread of the JVM, which may have a thousand ranks. */
    private void end(Arena arena) {
        if (space.livesWithArena()) {
            arena.close();
        }
    }

    /** A peer's region, or null when its memory is out of this process's reach. */
    RemoteRegion attach(RegionKey key) {
        // Unmapped when nobody holds the region any more, and never under a thread that still uses it.
        Arena arena = Arena.ofAuto();
        ShmPeer owner = foreigners.peer(key.owner());
        String name = ShmLayout.regionFile(owner.rank(), key.id());
        MemorySegment whole = owner.space().open(name, arena);
        MemorySegment page = whole == null ? null : whole.asSlice(0, RegionHeader.BYTES);
        if (page == null || !RegionHeader.opens(page, key)) {
            throw FabricException.refused((whole == null ? "no such region (closed, or never there): "
                : "wrong key, or the region is being closed: ") + key);
        }
        if (RegionHeader.pid(page) == 0) {
            return new MappedRegion(key, whole.asSlice(RegionHeader.BYTES, key.length()), RegionHeader.state(page));
        }
        MemorySegment foreign = owner.space().open(name + ".memory", arena);
        if (foreign != null) {
            return new MappedRegion(key, foreign, RegionHeader.state(page));
        }
        return AttachedRegion.probe(key, page);
    }

    /** A region of this rank. */
    private final class ShmRegion implements Region {
        private final RegionKey key;
        private final MemorySegment memory;
        private final MemorySegment page;
        private final Arena arena;
        private boolean closed;

        ShmRegion(RegionKey key, MemorySegment memory, MemorySegment page, Arena arena) {
            this.key = key;
            this.memory = memory;
            this.page = page;
            this.arena = arena;
        }

        @Override
        public MemorySegment memory() {
            return memory;
        }

        @Override
        public RegionKey key() {
            return key;
        }

        @Override
        public synchronized void close() {
            if (closed) {
                return;
            }
            closed = true;
            RegionHeader.close(page);
            String name = ShmLayout.regionFile(rank, key.id());
            space.remove(name);
            space.remove(name + ".memory");
            end(arena);
        }

        @Override
        public synchronized void withdraw() {
            if (closed) {
                return;
            }
            RegionHeader.close(page);
            String name = ShmLayout.regionFile(rank, key.id());
            space.removeName(name);
            space.removeName(name + ".memory");
        }
    }
}
