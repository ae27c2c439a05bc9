package org.hawser.runtime;

import java.lang.foreign.MemorySegment;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.hawser.fabric.Capability;
import org.hawser.fabric.Domain;
import org.hawser.fabric.FabricException;
import org.hawser.fabric.Receiver;
import org.hawser.fabric.Region;
import org.hawser.fabric.RegionKey;
import org.hawser.fabric.RemoteRegion;
import org.hawser.fabric.emulation.RemoteAccessAgent;
import org.hawser.platform.secret.Secrets;

/**
 * The regions of this rank, and the way to those of others: as direct as the provider can, by messages for the rest.
 *
 * <p><b>Threads:</b> any.
 */
final class Regions {
    /** Set in the numbers of regions that all ranks make together, so that they never meet a rank's own. */
    static final long SYMMETRIC = 1L << 62;
    /** Set in those that some ranks make together. */
    static final long AGREED = 1L << 60;

    private final Domain domain;
    private final RemoteAccessAgent agent;
    private final AtomicLong lastId = new AtomicLong();
    /** Those that peers can map, to find the one that holds a payload. */
    private final RegionsByAddress mapped = new RegionsByAddress();
    /** Peers on this rank's own node map what it allocates. */
    private final boolean mappable;
    private final Map<Long, Region> open = new ConcurrentHashMap<>();

    Regions(Domain domain, int self, Peers peers, ProgressEngine engine, Receiver dispatcher) {
        this.domain = domain;
        mappable = domain.has(Capability.DIRECT_MAPPING, self);
        agent = new RemoteAccessAgent(rank -> peers.get(rank).endpoint, Forms.word(Forms.REMOTE_ACCESS, 0),
            dispatcher);
        engine.addChore(() -> {
            int work = agent.progress();
            if (agent.isWaiting()) {
                engine.wantChores();
            }
            return work;
        });
        agent.whenWaiting(engine::wantChores);
    }

    RemoteAccessAgent agent() {
        return agent;
    }

    static long newSecret() {
        return Secrets.next();
    }

    Region allocate(long bytes) {
        return allocate(bytes, lastId.incrementAndGet(), newSecret());
    }

    Region allocate(long bytes, long id, long secret) {
        if (bytes < 0) {
            throw FabricException.refused("a region cannot have a negative size: bytes=" + bytes);
        }
        Region region = track(domain.allocate(bytes, id, secret));
        if (mappable) {
            mapped.add(region);
        }
        return region;
    }

    Region register(MemorySegment memory) {
        return track(domain.register(memory, lastId.incrementAndGet(), newSecret()));
    }

    Region lend(MemorySegment memory, int peer) {
        return track(domain.lend(memory, lastId.incrementAndGet(), newSecret(), peer));
    }

    private Region track(Region region) {
        open.put(region.key().id(), region);
        agent.open(region);
        return new Tracked(region);
    }

    RemoteRegion attach(RegionKey key) {
        RemoteRegion region = domain.attach(key);
        if (region == null) {
            return agent.attach(key);
        }
        return region.has(Capability.REMOTE_ATOMICS) ? region : agent.complete(region);
    }

    /** An open region of this rank; null when there is none of that number. */
    Region own(long id) {
        return open.get(id);
    }

    /** The region of the runtime's own memory that holds all of {@code memory} and that peers can map; else null. */
    Region mappedRegionOf(MemorySegment memory) {
        return memory.isNative() ? mappedRegionOf(memory.address(), memory.byteSize()) : null;
    }

    /** The same for native memory that is known by its address. */
    Region mappedRegionOf(long address, long bytes) {
        return mapped.find(address, bytes);
    }

    void close() {
        open.values().forEach(Region::close);
        open.clear();
        mapped.clear();
    }

    /** Peers reach none of them any more; threads of this process still may. */
    void withdraw() {
        open.values().forEach(Region::withdraw);
    }

    /** A region that this table forgets when it is closed. */
    private final class Tracked implements Region {
        private final Region region;

        Tracked(Region region) {
            this.region = region;
        }

        @Override
        public MemorySegment memory() {
            return region.memory();
        }

        @Override
        public RegionKey key() {
            return region.key();
        }

        @Override
        public void close() {
            agent.close(region);
            open.remove(region.key().id(), region);
            mapped.remove(this);
            region.close();
        }

        @Override
        public void withdraw() {
            region.withdraw();
        }
    }
}
