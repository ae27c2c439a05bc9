package org.hawser.mpi.rma;

import java.lang.foreign.MemorySegment;
import org.hawser.fabric.Capability;
import org.hawser.fabric.MappedRegion;
import org.hawser.fabric.RemoteRegion;
import org.hawser.mpi.comm.Communicator;
import org.hawser.mpi.p2p.PointToPoint;
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

    /** The way to memory that is in this process: its own, or another's that is mapped. */
    Path here(MemorySegment memory) {
        return at(RawWords.addressOf(memory), memory);
    }

    /** The way to memory of this process that it has told of before. */
    Path at(long address) {
        return at(address, null);
    }

    /** The way to the target's memory by messages. */
    Path byMessages() {
        return mine.messages().path(member);
    }

    /**
     * The way to memory in another's region, from an offset on. It takes offsets as the target counts them, whatever
     * way it is: all members must find the same stripe for the same item.
     *
     * @param named what the target calls the first byte: 0 or, in a dynamic window, its address
     */
    Path through(RemoteRegion region, long offset, long named) {
        boolean mapped = control instanceof MappedRegion && region instanceof MappedRegion;
        boolean reached = region.has(Capability.REMOTE_WRITE) && region.has(Capability.REMOTE_READ);
        if (mine.messages().areWanted() || !mapped && !reached) {
            return byMessages();
        }
        if (mapped) {
            return at(RawWords.addressOf(((MappedRegion) region).map()) + offset - named, region);
        }
        PointToPoint point = communicator.point();
        boolean near = control instanceof MappedRegion;
        FabricUpdates updates = near
            ? new FabricUpdates(communicator, region, offset - named, control) : null;
        FarWords words = near ? null : FarWords.of(point.rank(), region, offset - named, control);
        return new FabricPath(point, communicator.local().get(member), region, offset - named, updates, words,
            new AgentPath(mine.messages(), member));
    }

    private Path at(long address, Object keep) {
        return new MappedPath(address, keep, communicator.point(), isSelf() ? mine.updates()
            : new MappedUpdates(communicator, control));
    }
}
