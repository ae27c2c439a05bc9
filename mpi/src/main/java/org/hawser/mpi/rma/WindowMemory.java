package org.hawser.mpi.rma;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.hawser.fabric.FabricException;
import org.hawser.fabric.MappedRegion;
import org.hawser.fabric.Region;
import org.hawser.fabric.RegionKey;
import org.hawser.fabric.RemoteRegion;
import org.hawser.mpi.ErrorClass;
import org.hawser.mpi.MpiFailure;
import org.hawser.mpi.coll.Blocks;
import org.hawser.mpi.coll.Collectives;
import org.hawser.mpi.coll.Direct;
import org.hawser.mpi.comm.Communicator;
import org.hawser.mpi.comm.Creation;
import org.hawser.platform.memory.RawWords;
import org.hawser.runtime.Rank;

/**
 * What one member brings into a window: its memory, its {@link Control} block, and how others reach both. Members tell
 * each other when the window is made; when one of them cannot take part, none has a window.
 *
 * <p><b>Threads:</b> any; made and closed by one. <b>Allocates:</b> at construction.
 */
public final class WindowMemory implements AutoCloseable {
    /** A member's record: error class, unit, offset in the region, bytes, and the keys of its memory and control. */
    private static final int RECORD = 32 + 2 * RegionKey.BYTES;
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;

    private final MemorySegment memory;
    private final long unit;
    /** The region that holds the memory; null when it has no bytes. */
    private final Region region;
    /** True when the region was made for the window, and ends with it. */
    private final boolean owned;
    private final Region control;

    private WindowMemory(MemorySegment memory, int unit, Region region, boolean owned, Region control) {
        this.memory = memory;
        this.unit = unit;
        this.region = region;
        this.owned = owned;
        this.control = control;
    }

    /** Collective: a window onto memory that the program has. */
    public static Window create(Communicator parent, MemorySegment memory, int unit, Hints hints) {
        return make(parent, unit, hints, rank -> {
            Region holder = rank.regionOf(memory.address(), memory.byteSize());
            boolean owned = holder == null && memory.byteSize() > 0;
            return new WindowMemory(memory, unit, owned ? rank.register(memory) : holder, owned,
                rank.allocate(Control.bytes(parent.size(), false)));
        });
    }

    /** Collective: a window onto new memory of the runtime. */
    public static Window allocate(Communicator parent, long bytes, int unit, Hints hints) {
        return make(parent, unit, hints, rank -> {
            Region made = rank.allocate(bytes);
            return new WindowMemory(made.memory(), unit, made, true,
                rank.allocate(Control.bytes(parent.size(), false)));
        });
    }

    /** Gets what a member brings. */
    private interface Maker {
        WindowMemory make(Rank rank);
    }

    private static Window make(Communicator parent, int unit, Hints hints, Maker maker) {
        Communicator communicator = Creation.duplicate(parent);
        Collectives collectives = Collectives.of(communicator);
        Rank rank = communicator.point().rank();
        WindowMemory mine = null;
        MpiFailure failure = null;
        try {
            if (unit <= 0) {
                throw new MpiFailure(ErrorClass.DISP, "the unit of displacements is not positive: unit=" + unit);
            }
            mine = maker.make(rank);
            UpdateMode.announce(mine.control.memory(), hints, mine.isMappable(rank), rank);
        } catch (MpiFailure e) {
            failure = e;
        } catch (FabricException e) {
            failure = new MpiFailure(ErrorClass.NO_MEM, e.getMessage(), e);
        }
        byte[] records = new byte[RECORD * communicator.size()];
        exchange(collectives, mine, failure, records);
        try {
            Target[] targets = targets(communicator, mine, failure, MemorySegment.ofArray(records));
            return new Window(communicator, collectives, mine, targets, hints);
        } catch (MpiFailure e) {
            if (mine != null) {
                mine.close();
            }
            collectives.free();
            communicator.end();
            throw e;
        }
    }

    private static void exchange(Collectives collectives, WindowMemory mine, MpiFailure failure, byte[] records) {
        byte[] own = new byte[RECORD];
        MemorySegment record = MemorySegment.ofArray(own);
        record.set(LONG, 0, failure == null ? 0 : failure.errorClass());
        if (mine != null) {
            record.set(LONG, 8, mine.unit);
            record.set(LONG, 16, mine.region == null ? 0 : mine.memory.address() - mine.region.memory().address());
            record.set(LONG, 24, mine.memory.byteSize());
            if (mine.region != null) {
                mine.region.key().encode(record, 32);
            }
            mine.control.key().encode(record, 32 + RegionKey.BYTES);
        }
        Direct direct = collectives.direct();
        collectives.begin(direct);
        collectives.allGather(direct, own, 0, RECORD, new Blocks().equal(records, 0, RECORD));
        direct.end();
    }

    private static Target[] targets(Communicator communicator, WindowMemory mine, MpiFailure failure,
                                    MemorySegment records) {
        if (failure != null) {
            throw failure;
        }
        Target[] targets = new Target[communicator.size()];
        for (int i = 0; i < targets.length; i++) {
            long at = (long) i * RECORD;
            long error = records.get(LONG, at);
            if (error != 0) {
                throw new MpiFailure((int) error, "another process could not take part in the window: rank=" + i);
            }
            targets[i] = open(communicator, i, records, at, mine);
        }
        return targets;
    }

    private static Target open(Communicator communicator, int member, MemorySegment records, long at,
                               WindowMemory mine) {
        Rank rank = communicator.point().rank();
        long offset = records.get(LONG, at + 16);
        long bytes = records.get(LONG, at + 24);
        RemoteRegion control = rank.attach(RegionKey.decode(records, at + 32 + RegionKey.BYTES));
        MappedUpdates updates = new MappedUpdates(rank, control, communicator.point().scratch());
        Path path;
        if (member == communicator.rank()) {
            path = new MappedPath(mine.memory.address(), mine, communicator.point().scratch(), updates);
        } else if (bytes == 0) {
            path = new MappedPath(0, null, communicator.point().scratch(), updates);
        } else {
            RemoteRegion region = rank.attach(RegionKey.decode(records, at + 32));
            if (!(region instanceof MappedRegion mapped)) {
                throw new MpiFailure(ErrorClass.UNSUPPORTED_OPERATION, "the memory of rank " + member
                    + " cannot be mapped");
            }
            path = new MappedPath(RawWords.addressOf(mapped.map()) + offset, mapped, communicator.point().scratch(),
                updates);
        }
        return new Target(member, communicator.local().get(member), bytes, (int) records.get(LONG, at + 8), path,
            control);
    }

    /** Whether peers on the node can map the memory. */
    private boolean isMappable(Rank rank) {
        return memory.byteSize() == 0 || rank.regionOf(memory.address(), memory.byteSize()) != null;
    }

    /** The memory, for load and store. */
    public MemorySegment segment() {
        return memory;
    }

    /** This member's own {@link Control} block. */
    MemorySegment control() {
        return control.memory();
    }

    /** What displacements at this member are counted in. */
    public int unit() {
        return (int) unit;
    }

    @Override
    public void close() {
        control.close();
        if (owned && region != null) {
            region.close();
        }
    }
}
