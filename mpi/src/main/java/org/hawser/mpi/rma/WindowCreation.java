package org.hawser.mpi.rma;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.function.Consumer;
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
import org.hawser.mpi.env.Environment;
import org.hawser.mpi.ft.FaultTolerance;
import org.hawser.runtime.Rank;

/**
 * The making of a window by all processes of a communicator: each tells the others what it brings, opens what they
 * bring, and tells whether it could. When one of them could not, all are told, and none has a window.
 *
 * <p>A member's record:
 *
 * <pre>
 *  0: error class   8: kind   16: unit   24: bytes   32: offset in the region
 * 40: key of the region, with length 0 and no owner where there is none   72: key of the control block
 * 104: the designs that its hints choose   112: after how many turns a lock becomes its own   120: end
 * </pre>
 *
 * <p>Cost: two exchanges among all members, three where memory is shared and lies in a row.
 *
 * <p><b>Threads:</b> one. <b>Allocates:</b> by nature.
 */
final class WindowCreation {
    private static final int KIND = 8;
    private static final int UNIT = 16;
    private static final int BYTES = 24;
    private static final int OFFSET = 32;
    private static final int MEMORY = 40;
    private static final int CONTROL = MEMORY + RegionKey.BYTES;
    private static final int DESIGNS = CONTROL + RegionKey.BYTES;
    private static final int LOCK_TURNS = DESIGNS + Long.BYTES;
    private static final int RECORD = LOCK_TURNS + Long.BYTES;
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;

    private final Communicator communicator;
    private final Collectives collectives;
    private final Hints hints;
    private final WindowMemory.Kind kind;
    private final Rank rank;
    private WindowMemory mine;
    private MemorySegment records;
    /** The first member's region, where it holds the memory of all in a row; else null. */
    private RegionKey row;
    private Window made;

    private WindowCreation(Communicator communicator, Hints hints, WindowMemory.Kind kind) {
        this.communicator = communicator;
        this.hints = hints;
        this.kind = kind;
        collectives = Collectives.of(communicator);
        rank = communicator.point().rank();
    }

    /** Collective: makes a window of members that each bring their own. */
    static Window make(Communicator parent, Hints hints, WindowMemory.Kind kind, long unit,
                       Consumer<WindowMemory> brought) {
        if (parent.isInter()) {
            throw new MpiFailure(ErrorClass.COMM, "a window belongs to a communicator of one group");
        }
        WindowCreation creation = new WindowCreation(Creation.duplicate(parent), hints, kind);
        try {
            creation.tell(creation.bring(unit, brought));
            return creation.window();
        } catch (RuntimeException e) {
            MpiFailure failure = FaultTolerance.giveUp(creation.communicator, parent, Environment.failureOf(e));
            creation.undo();
            throw failure;
        }
    }

    /** Gets what this member brings; what is wrong with it, or null. */
    private MpiFailure bring(long unit, Consumer<WindowMemory> brought) {
        return attempt(() -> {
            if (unit <= 0 || unit > Integer.MAX_VALUE) {
                throw new MpiFailure(ErrorClass.DISP, "the unit of displacements is not positive, or too large: bytes="
                    + unit);
            }
            Window.check(hints);
            ownLockTurns();
            mine = new WindowMemory(kind, rank, communicator.size(), (int) unit);
            brought.accept(mine);
            UpdateMode.announce(mine.control(), hints, mine.isMappable(), rank);
            mine.open(communicator, hints);
        });
    }

    private static MpiFailure attempt(Runnable what) {
        try {
            what.run();
            return null;
        } catch (FabricException e) {
            return e.severity() == FabricException.Severity.PEER_LOST ? Environment.failureOf(e)
                : new MpiFailure(ErrorClass.NO_MEM, e.getMessage(), e);
        } catch (RuntimeException e) {
            return Environment.failureOf(e);
        }
    }

    /** Exchanges the records. */
    private void tell(MpiFailure failure) {
        byte[] own = new byte[RECORD];
        MemorySegment record = MemorySegment.ofArray(own);
        record.set(LONG, 0, failure == null ? 0 : failure.errorClass());
        record.set(LONG, KIND, kind.ordinal());
        record.set(LONG, DESIGNS, hints.designs());
        if (failure == null) {
            record.set(LONG, LOCK_TURNS, ownLockTurns());
            record.set(LONG, UNIT, mine.unit());
            record.set(LONG, BYTES, mine.bytes());
            record.set(LONG, OFFSET, mine.offset());
            keyOf(mine.region()).encode(record, MEMORY);
            mine.controlKey().encode(record, CONTROL);
        }
        records = gather(own);
        check(records, RECORD, failure);
        for (int i = 0; i < communicator.size(); i++) {
            long at = (long) i * RECORD;
            if (records.get(LONG, at + KIND) != kind.ordinal() || records.get(LONG, at + DESIGNS) != hints.designs()) {
                throw new MpiFailure(ErrorClass.NOT_SAME, "processes make different kinds of window, or their hints "
                    + "choose different designs: kind=" + kind + " other rank=" + i);
            }
        }
    }

    /** After how many turns a lock becomes this member's own: never when a member could not take part in it. */
    private int lockTurns() {
        int turns = ownLockTurns();
        for (int i = 0; i < communicator.size(); i++) {
            if (records.get(LONG, (long) i * RECORD + LOCK_TURNS) == 0) {
                turns = 0;
            }
        }
        return turns;
    }

    private int ownLockTurns() {
        return LockBias.turns(hints, StoreOrder.of(communicator.point()));
    }

    private static RegionKey keyOf(Region region) {
        return region == null ? new RegionKey(-1, 0, 0, 0) : region.key();
    }

    private MemorySegment gather(byte[] own) {
        byte[] all = new byte[own.length * communicator.size()];
        Direct direct = collectives.direct();
        collectives.begin(direct);
        collectives.allGather(direct, own, 0, own.length, new Blocks().equal(all, 0, own.length));
        direct.end();
        return MemorySegment.ofArray(all);
    }

    /** Throws this member's failure or, where it has none, another's. */
    private void check(MemorySegment told, int record, MpiFailure failure) {
        if (failure != null) {
            throw failure;
        }
        for (int i = 0; i < communicator.size(); i++) {
            long error = told.get(LONG, (long) i * record);
            if (error != 0) {
                throw new MpiFailure((int) error, "another process could not take part in the window: rank=" + i);
            }
        }
    }

    /** Tells all others whether this member could do its part. */
    private void agree(MpiFailure failure) {
        byte[] own = new byte[Long.BYTES];
        MemorySegment.ofArray(own).set(LONG, 0, failure == null ? 0 : failure.errorClass());
        check(gather(own), Long.BYTES, failure);
    }

    private Window window() {
        if (kind == WindowMemory.Kind.SHARED && !hints.isTrue("alloc_shared_noncontig")) {
            allocateInARow();
        }
        // All that looks into others' blocks comes before the last exchange: a member may end right after it.
        agree(attempt(() -> {
            MemorySegment[] parts = kind == WindowMemory.Kind.SHARED ? parts() : null;
            Target[] targets = new Target[communicator.size()];
            for (int i = 0; i < targets.length; i++) {
                targets[i] = open(i, parts);
            }
            made = new Window(communicator, collectives, mine, targets, hints, lockTurns());
        }));
        return made;
    }

    /** The first member makes memory for all, and they are told where theirs is in it. */
    private void allocateInARow() {
        MpiFailure failure = attempt(() -> {
            long total = 0;
            for (int i = 0; i < communicator.size(); i++) {
                long bytes = records.get(LONG, (long) i * RECORD + BYTES);
                records.set(LONG, (long) i * RECORD + OFFSET, total);
                total += bytes;
                if (total < 0) {
                    throw new MpiFailure(ErrorClass.SIZE, "the sizes are together more than memory can have");
                }
            }
            if (communicator.rank() == 0) {
                mine.allocate(total);
            }
        });
        byte[] own = new byte[Long.BYTES + RegionKey.BYTES];
        MemorySegment record = MemorySegment.ofArray(own);
        record.set(LONG, 0, failure == null ? 0 : failure.errorClass());
        keyOf(mine.region()).encode(record, Long.BYTES);
        MemorySegment told = gather(own);
        check(told, own.length, failure);
        row = RegionKey.decode(told, Long.BYTES);
    }

    /** The memory of all members of a shared window, mapped here. */
    private MemorySegment[] parts() {
        MemorySegment[] parts = new MemorySegment[communicator.size()];
        MemorySegment whole = row == null ? null : map(row, 0);
        for (int i = 0; i < parts.length; i++) {
            long at = (long) i * RECORD;
            MemorySegment memory = whole != null ? whole : map(RegionKey.decode(records, at + MEMORY), i);
            parts[i] = memory.asSlice(records.get(LONG, at + OFFSET), records.get(LONG, at + BYTES));
        }
        mine.share(parts, communicator.rank());
        return parts;
    }

    private MemorySegment map(RegionKey key, int member) {
        if (member == communicator.rank()) {
            return mine.region().memory();
        }
        if (attach(key, member) instanceof MappedRegion mapped) {
            return mapped.map();
        }
        throw new MpiFailure(ErrorClass.COMM, "processes do not share memory: rank=" + member);
    }

    /** A member's region; its owner has another number here when it is of another job. */
    private RemoteRegion attach(RegionKey key, int member) {
        return mine.opened(rank.attach(new RegionKey(communicator.local().get(member), key.id(), key.secret(),
            key.length())));
    }

    private Target open(int member, MemorySegment[] parts) {
        long at = (long) member * RECORD;
        int world = communicator.local().get(member);
        int unit = (int) records.get(LONG, at + UNIT);
        long bytes = records.get(LONG, at + BYTES);
        RemoteRegion control = attach(RegionKey.decode(records, at + CONTROL), member);
        Ways ways = new Ways(communicator, mine, member, control);
        if (kind == WindowMemory.Kind.DYNAMIC) {
            return new Target(member, world, Long.MAX_VALUE, unit, control instanceof MappedRegion
                ? new DynamicPath(ways, rank) : ways.byMessages(), control);
        }
        MemorySegment here = parts != null ? parts[member] : member == communicator.rank() ? mine.segment() : null;
        if (here != null || bytes == 0) {
            return new Target(member, world, bytes, unit, ways.here(here == null ? MemorySegment.NULL : here), control);
        }
        RemoteRegion region = attach(RegionKey.decode(records, at + MEMORY), member);
        return new Target(member, world, bytes, unit, ways.through(region, records.get(LONG, at + OFFSET), 0), control);
    }

    /** Gives back what was made. */
    private void undo() {
        if (mine != null) {
            mine.close();
        }
        collectives.free();
        communicator.end();
    }
}
