package org.hawser.mpi.rma;

import java.lang.foreign.MemorySegment;
import org.hawser.fabric.MappedRegion;
import org.hawser.fabric.RemoteRegion;
import org.hawser.mpi.comm.Communicator;
import org.hawser.mpi.p2p.ScratchMemory;
import org.hawser.platform.memory.RawWords;

/**
 * Chooses the {@link Path} to memory of one target, by the window's hints and by how the memory can be reached.
 *
 * <p><b>Threads:</b> any. <b>Allocates:</b> a path per call.
 */
final class Ways {
    private final Communicator communicator;
    private final Hints hints;
    private final int member;
    private final RemoteRegion control;

    Ways(Communicator communicator, Hints hints, int member, RemoteRegion control) {
        this.communicator = communicator;
        this.hints = hints;
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

    /** The way to memory in another's region, from an offset on. */
    Path through(RemoteRegion region, long offset) {
        if (region instanceof MappedRegion mapped) {
            return at(RawWords.addressOf(mapped.map()) + offset, mapped);
        }
        return new FabricPath(communicator.point(), communicator.local().get(member), region, offset);
    }

    private Path at(long address, Object keep) {
        ScratchMemory scratch = communicator.point().scratch();
        return new MappedPath(address, keep, scratch,
            new MappedUpdates(communicator.point().rank(), control, scratch));
    }
}
