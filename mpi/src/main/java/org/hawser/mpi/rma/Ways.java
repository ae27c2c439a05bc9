package org.hawser.mpi.rma;

import java.lang.foreign.MemorySegment;
import org.hawser.fabric.Capability;
import org.hawser.fabric.MappedRegion;
import org.hawser.fabric.RemoteRegion;
import org.hawser.mpi.comm.Communicator;
import org.hawser.mpi.p2p.ScratchMemory;
import org.hawser.platform.memory.RawWords;

/**
 * Chooses the {@link Path} to memory of one target: direct where the memory can be mapped, or the fabric reaches it by
 * itself; by messages elsewhere, and where the window's hints ask for it.
 *
 * <p><b>Threads:</b> any. <b>Allocates:</b> a path per call.
 */
final class Ways {
    private final Communicator communicator;
    private final WindowMemory mine;
    private final int member;
    private final RemoteRegion control;

    Ways(Communicator communicator, WindowMemory mine, int member, RemoteRegion control) {
        this.communicator = communicator;
        this.mine = mine;
        this.member = member;
        this.control = control;
    }

    /** The target's {@link Control} block. */
    RemoteRegion control() {
        return control;
    }

    /** True when the target is this member itself. */
    boolean isSelf() {
        return member == communicator.rank();
    }

    /** The window's communicator. */
    Communicator communicator() {
        return communicator;
    }

    /** The target. */
    int member() {
        return member;
    }

    /** The way by messages to all of the target's memory. */
    Path byMessages() {
        return mine.messages().path(member, 0);
    }

    /** The way to memory that is in this process: its own, or another's that is mapped. */
    Path here(MemorySegment memory) {
        return at(RawWords.addressOf(memory), memory);
    }

    /**
     * The way to memory in another's region, from an offset on.
     *
     * @param named what the target calls its first byte: 0 or, in a dynamic window, its address
     */
    Path through(RemoteRegion region, long offset, long named) {
        boolean mapped = control instanceof MappedRegion && region instanceof MappedRegion;
        boolean reached = region.has(Capability.REMOTE_WRITE) && region.has(Capability.REMOTE_READ);
        if (mine.messages().areWanted() || !mapped && !reached) {
            return mine.messages().path(member, named);
        }
        return mapped ? mapped((MappedRegion) region, offset)
            : new FabricPath(communicator.point(), communicator.local().get(member), region, offset,
                new AgentPath(mine.messages(), member, named));
    }

    /** The way to memory that is mapped, from an offset on. */
    private Path mapped(MappedRegion region, long offset) {
        return at(RawWords.addressOf(region.map()) + offset, region);
    }

    /** The way to memory at an address of this process, which {@code keep} holds. */
    Path at(long address, Object keep) {
        ScratchMemory scratch = communicator.point().scratch();
        return new MappedPath(address, keep, scratch, isSelf() ? mine.updates()
            : new MappedUpdates(communicator.point().rank(), control, scratch));
    }
}
