package org.hawser.fabric.tcp;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.hawser.fabric.FabricException;
import org.hawser.fabric.Region;
import org.hawser.fabric.RegionKey;

/**
 * The regions of this rank: native memory of its own, or of whoever registers it.
 *
 * <p><b>Threads:</b> any.
 */
final class TcpRegions {
    private final int rank;

    TcpRegions(int rank) {
        this.rank = rank;
    }

    Region allocate(long bytes, long id, long secret) {
        RegionKey key = new RegionKey(rank, id, secret, bytes);
        return new TcpRegion(key, memory(bytes));
    }

    Region register(MemorySegment memory, long id, long secret) {
        if (!memory.isNative()) {
            throw FabricException.refused("only native memory can be registered: length=" + memory.byteSize()
                + "; copy the array into memory of the runtime");
        }
        return new TcpRegion(new RegionKey(rank, id, secret, memory.byteSize()), memory);
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

    /** A region of this rank. */
    private record TcpRegion(RegionKey key, MemorySegment memory) implements Region {
        @Override
        public void close() {
            withdraw();
        }

        @Override
        public void withdraw() {
            // Nobody reaches it but by messages, which are refused by whoever handles them.
        }
    }
}
