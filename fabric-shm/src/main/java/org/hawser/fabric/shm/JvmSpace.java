package org.hawser.fabric.shm;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.ConcurrentMap;
import org.hawser.fabric.FabricException;

/**
 * Shared memory as plain off-heap memory, for ranks that are threads of one process. The collector frees a piece when
 * its name is gone and no rank holds it any more, whatever arena is given.
 *
 * <p><b>Threads:</b> any.
 */
final class JvmSpace implements ShmSpace {
    /** What the VM allows outside the heap when nothing else was said. */
    private static final long VM_LIMIT = Runtime.getRuntime().maxMemory();

    private record Name(String text) {
    }

    private final ConcurrentMap<Object, Object> pieces;

    JvmSpace(ConcurrentMap<Object, Object> pieces) {
        this.pieces = pieces;
    }

    @Override
    public MemorySegment create(String name, long bytes, Arena arena) {
        MemorySegment memory;
        try {
            memory = Arena.ofAuto().allocate(bytes, 4096);
        } catch (OutOfMemoryError | IllegalArgumentException e) {
            throw new FabricException(FabricException.Severity.REFUSED, "not enough memory outside the heap: asked="
                + bytes + " available=" + VM_LIMIT + " for=" + name + " cause=" + e.getMessage()
                + "; -J-XX:MaxDirectMemorySize=… (or -J-Xmx…) allows more", e);
        }
        share(name, memory);
        return memory;
    }

    /** Puts a piece of any origin under a name. */
    void share(String name, MemorySegment memory) {
        if (pieces.putIfAbsent(new Name(name), memory) != null) {
            throw FileSpace.taken(name);
        }
    }

    @Override
    public boolean livesWithArena() {
        return false;
    }

    @Override
    public MemorySegment open(String name, Arena arena) {
        return (MemorySegment) pieces.get(new Name(name));
    }

    @Override
    public void remove(String name) {
        pieces.remove(new Name(name));
    }

    @Override
    public void removeName(String name) {
        remove(name);
    }
}
