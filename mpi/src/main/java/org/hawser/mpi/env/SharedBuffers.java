package org.hawser.mpi.env;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.ref.WeakReference;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import org.hawser.fabric.FabricException;
import org.hawser.fabric.Region;
import org.hawser.runtime.Rank;

/**
 * Makes direct buffers in the runtime's memory, which peers on the node reach without a copy in between. A large buffer
 * has a region of its own; small ones share chunks:
 *
 * <pre>
 * chunk  | buffer | pad to 64 | buffer | pad to 64 | … free … |     one region; closed when all its buffers are garbage
 * </pre>
 *
 * <p>Before Init, after Finalize, without native access and when shared memory has run out a buffer is an ordinary
 * direct one: it does the same, with one copy more.
 *
 * <p><b>Threads:</b> any. <b>Allocates:</b> by nature.
 */
public final class SharedBuffers {
    /** Buffers of this length and more have a region of their own. */
    static final int LARGE = 256 << 10;
    /** The length of a chunk. */
    static final int CHUNK = 1 << 20;
    private static final int ALIGNMENT = 64;
    /** So many buffers more than were alive, and those that are not are looked for. */
    private static final int PRUNE = 256;
    private static final boolean NATIVE_ACCESS = SharedBuffers.class.getModule().isNativeAccessEnabled();

    /** Buffers outside the runtime's memory that somebody still has. */
    private static final List<WeakReference<ByteBuffer>> ORDINARY = new ArrayList<>();

    /** Where buffers of the runtime's memory lie that somebody still has, and their bytes. */
    private static final ConcurrentSkipListMap<Long, Long> PIECES = new ConcurrentSkipListMap<>();

    private static int pruneAt = PRUNE;

    private static Chunk current;
    private static int live;
    private static boolean ended;

    private SharedBuffers() {
    }

    /** A direct buffer of zeroes in native byte order. */
    public static ByteBuffer allocate(int capacity) {
        MemorySegment memory = NATIVE_ACCESS && capacity > 0 ? shared(capacity) : null;
        ByteBuffer buffer = memory == null ? ordinary(capacity) : memory.asByteBuffer();
        return buffer.order(ByteOrder.nativeOrder());
    }

    private static ByteBuffer ordinary(int capacity) {
        ByteBuffer buffer = ByteBuffer.allocateDirect(capacity);
        synchronized (ORDINARY) {
            if (ORDINARY.size() >= pruneAt) {
                ORDINARY.removeIf(known -> known.get() == null);
                pruneAt = 2 * ORDINARY.size() + PRUNE;
            }
            ORDINARY.add(new WeakReference<>(buffer));
        }
        return buffer;
    }

    /** True when these bytes belong to a buffer made here, or to the runtime's memory: {@code part} may be a slice. */
    public static boolean holds(Object part, long address, long bytes) {
        if (!(part instanceof Buffer nio) || !nio.isDirect()) {
            return false;
        }
        // Not every medium's regions are found by their addresses, so the buffers are asked first.
        Map.Entry<Long, Long> piece = PIECES.floorEntry(address);
        Rank rank = Environment.rank();
        if (piece != null && address + bytes <= piece.getKey() + piece.getValue()
                || rank != null && rank.regionOf(address, bytes) != null) {
            return true;
        }
        synchronized (ORDINARY) {
            for (WeakReference<ByteBuffer> known : ORDINARY) {
                ByteBuffer whole = known.get();
                if (whole != null && contains(MemorySegment.ofBuffer(whole.duplicate().clear()), address, bytes)) {
                    return true;
                }
            }
        }
        return false;
    }

    private static boolean contains(MemorySegment whole, long address, long bytes) {
        return address >= whole.address() && address + bytes <= whole.address() + whole.byteSize();
    }

    /** No more buffers of the runtime's memory; true when none is in use, so that the memory can go. */
    static synchronized boolean end() {
        ended = true;
        return live == 0;
    }

    /** How many buffers of the runtime's memory are in use; for tests. */
    static synchronized int live() {
        return live;
    }

    private static synchronized MemorySegment shared(int capacity) {
        Rank rank = Environment.rank();
        if (rank == null || ended) {
            return null;
        }
        try {
            if (capacity >= LARGE) {
                return new Chunk(rank.allocate(capacity)).carve(capacity);
            }
            if (current == null || current.room() < capacity) {
                Chunk full = current;
                current = new Chunk(rank.allocate(CHUNK));
                current.buffers++;
                if (full != null) {
                    full.leave();
                }
            }
            return current.carve(capacity);
        } catch (FabricException notEnough) {
            return null;
        }
    }

    private static synchronized void collected(Chunk chunk, long address) {
        PIECES.remove(address);
        live--;
        chunk.leave();
    }

    /** A region and those who hold it: its buffers and, while more are carved from it, this class. */
    private static final class Chunk {
        private final Region region;
        private long used;
        private int buffers;

        Chunk(Region region) {
            this.region = region;
        }

        long room() {
            return region.memory().byteSize() - used;
        }

        /**
         * The next bytes as memory that belongs to the collector: it is held by every buffer and segment that is made
         * from it, and its end lets the chunk go.
         */
        @SuppressWarnings("restricted")
        MemorySegment carve(int bytes) {
            MemorySegment whole = region.memory().asSlice(used, bytes);
            long address = whole.address();
            MemorySegment piece = whole.reinterpret(bytes, Arena.ofAuto(), gone -> collected(this, address));
            PIECES.put(address, (long) bytes);
            used += (bytes + ALIGNMENT - 1L) & -ALIGNMENT;
            buffers++;
            live++;
            return piece;
        }

        void leave() {
            if (--buffers == 0) {
                region.close();
            }
        }
    }
}
