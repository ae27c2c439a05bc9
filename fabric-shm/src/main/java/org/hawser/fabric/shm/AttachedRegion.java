package org.hawser.fabric.shm;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.hawser.fabric.Capability;
import org.hawser.fabric.Completion;
import org.hawser.fabric.FabricException;
import org.hawser.fabric.Pieces;
import org.hawser.fabric.Post;
import org.hawser.fabric.RegionKey;
import org.hawser.fabric.RemoteRegion;
import org.hawser.platform.libc.Errno;
import org.hawser.platform.libc.Libc;
import org.hawser.platform.libc.Notices;

/**
 * A peer's native memory that is not the runtime's, reached by cross-memory attach: the kernel copies between the two
 * address spaces, and the target's processor runs nothing. Atomics are beyond it.
 *
 * <p><b>Threads:</b> any.
 */
final class AttachedRegion extends RemoteRegion {
    private final MemorySegment page;
    private final long pid;
    private final long address;
    private volatile boolean closed;

    private AttachedRegion(RegionKey key, MemorySegment page) {
        super(key);
        this.page = page;
        pid = RegionHeader.pid(page);
        address = RegionHeader.address(page);
    }

    /** The region, or null when the kernel does not let this process at the peer's memory. */
    static AttachedRegion probe(RegionKey key, MemorySegment page) {
        if (!Libc.available()) {
            Notices.once("memory of peers is copied through messages: " + Libc.unavailableReason());
            return null;
        }
        AttachedRegion region = new AttachedRegion(key, page);
        try (Arena scratch = Arena.ofConfined()) {
            int bytes = (int) Math.min(1, key.length());
            Libc.readProcess(region.pid, region.address, scratch.allocate(8), 0, bytes);
            return region;
        } catch (Errno e) {
            Notices.once("memory of peers is copied through messages: cross-memory attach is refused ("
                + e.getMessage() + "); see kernel.yama.ptrace_scope");
            return null;
        }
    }

    @Override
    public boolean has(Capability capability) {
        return capability == Capability.REMOTE_READ || capability == Capability.REMOTE_WRITE;
    }

    @Override
    public int write(long offset, MemorySegment source, long sourceOffset, long length, Completion completion) {
        checkOpen(offset, length);
        try (Arena staging = Arena.ofConfined()) {
            MemorySegment from = source;
            long at = sourceOffset;
            if (!source.isNative()) {
                from = staging.allocate(length, 64).copyFrom(source.asSlice(sourceOffset, length));
                at = 0;
            }
            Libc.writeProcess(pid, address + offset, from, at, length);
        } catch (Errno e) {
            throw broken(e);
        }
        return Post.DONE;
    }

    @Override
    public int read(long offset, MemorySegment target, long targetOffset, long length, Completion completion) {
        checkOpen(offset, length);
        try (Arena staging = Arena.ofConfined()) {
            if (target.isNative()) {
                Libc.readProcess(pid, address + offset, target, targetOffset, length);
            } else {
                MemorySegment to = staging.allocate(length, 64);
                Libc.readProcess(pid, address + offset, to, 0, length);
                MemorySegment.copy(to, 0, target, targetOffset, length);
            }
        } catch (Errno e) {
            throw broken(e);
        }
        return Post.DONE;
    }

    @Override
    public boolean writePieces(Pieces to, Pieces from) {
        checkOpen(to);
        to.shift(address);
        try {
            Libc.writeProcess(pid, to.list(), to.count(), from.list(), from.count(), to.bytes());
        } catch (Errno e) {
            throw broken(e);
        }
        return true;
    }

    @Override
    public boolean readPieces(Pieces from, Pieces to) {
        checkOpen(from);
        from.shift(address);
        try {
            Libc.readProcess(pid, from.list(), from.count(), to.list(), to.count(), from.bytes());
        } catch (Errno e) {
            throw broken(e);
        }
        return true;
    }

    @Override
    public int fetchAdd(long offset, long delta, Completion completion) {
        throw notAtomic();
    }

    @Override
    public int compareSwap(long offset, long expected, long value, Completion completion) {
        throw notAtomic();
    }

    @Override
    public void close() {
        closed = true;
    }

    private void checkOpen(long offset, long length) {
        check(offset, length);
        if (closed || !RegionHeader.opens(page, key())) {
            throw FabricException.refused("the region has been closed: " + key());
        }
    }

    private void checkOpen(Pieces pieces) {
        for (int i = 0; i < pieces.count(); i++) {
            check(pieces.place(i), pieces.length(i));
        }
        checkOpen(0, 0);
    }

    private FabricException broken(Errno e) {
        return new FabricException(e.number() == Errno.ESRCH ? FabricException.Severity.PEER_LOST
            : FabricException.Severity.REFUSED, e.number() == Errno.ESRCH
            ? "rank " + owner() + " has ended: " + e.getMessage()
            : "the kernel refuses the access to memory of rank " + owner() + ": " + e.getMessage() + " in "
            + key(), e);
    }

    private FabricException notAtomic() {
        return FabricException.refused("cross-memory attach has no atomics; ask has(REMOTE_ATOMICS) first: " + key());
    }
}
