package org.hawser.fabric.tcp;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.hawser.fabric.FabricException;
import org.hawser.fabric.Region;
import org.hawser.fabric.RegionKey;
import org.hawser.fabric.RemoteRegion;

/**
 * The regions of this rank: native memory of its own, or of whoever registers it. Every access of a peer asks here.
 *
 * <p><b>Threads:</b> any.
 */
final class TcpRegions {
    private final TcpDomain domain;
    private final ConcurrentMap<Long, TcpRegion> open = new ConcurrentHashMap<>();

    TcpRegions(TcpDomain domain) {
        this.domain = domain;
    }

    Region allocate(long bytes, long id, long secret) {
        return add(new RegionKey(domain.rank(), id, secret, bytes), memory(bytes));
    }

    Region register(MemorySegment memory, long id, long secret) {
        if (!memory.isNative()) {
            throw FabricException.refused("only native memory can be registered: length=" + memory.byteSize()
                + "; copy the array into memory of the runtime");
        }
        return add(new RegionKey(domain.rank(), id, secret, memory.byteSize()), memory);
    }

    private Region add(RegionKey key, MemorySegment memory) {
        MemorySegment shared = SocketMemory.shared(memory);
        if (shared == null) {
            throw FabricException.refused("memory that belongs to one thread needs native access to be registered: "
                + "length=" + memory.byteSize() + "; start with --enable-native-access, or take a shared arena");
        }
        TcpRegion region = new TcpRegion(this, key, memory, shared);
        open.put(key.id(), region);
        return region;
    }

    /** The region that a request may touch at this place; null when it may not. */
    TcpRegion find(long id, long secret, long offset, long length) {
        TcpRegion region = open.get(id);
        if (region == null || region.key().secret() != secret || (offset | length) < 0
                || offset > region.key().length() - length) {
            return null;
        }
        return region;
    }

    /** A region of this rank as its peers see it. */
    RemoteRegion attachOwn(RegionKey key) {
        TcpRegion region = open.get(key.id());
        if (region == null || !region.key().equals(key)) {
            throw FabricException.refused("wrong key, or the region has been closed: " + key);
        }
        return region.mapped();
    }

    /** Takes a region back: nothing touches its memory when this returns. */
    void remove(TcpRegion region) {
        if (open.remove(region.key().id(), region)) {
            domain.reception().forget(region);
        }
    }

    /** Freed by the collector, when no thread can use it any more. */
    private static MemorySegment memory(long bytes) {
        // The JVM's limit on native memory is the one of its heap, unless another is set.
        long available = Runtime.getRuntime().maxMemory();
        if (bytes > available) {
            throw tooMuch(bytes, available, null);
        }
        try {
            return Arena.ofAuto().allocate(bytes, 64);
        } catch (OutOfMemoryError e) {
            throw tooMuch(bytes, available, e);
        }
    }

    private static FabricException tooMuch(long bytes, long available, OutOfMemoryError cause) {
        return new FabricException(FabricException.Severity.REFUSED, "not enough native memory for a region: asked="
            + bytes + " available=" + available + "; give the JVM more with -XX:MaxDirectMemorySize", cause);
    }
}
