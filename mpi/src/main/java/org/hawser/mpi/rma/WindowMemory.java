package org.hawser.mpi.rma;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.hawser.fabric.Region;
import org.hawser.fabric.RegionKey;
import org.hawser.fabric.RemoteRegion;
import org.hawser.mpi.ErrorClass;
import org.hawser.mpi.MpiFailure;
import org.hawser.mpi.comm.Communicator;
import org.hawser.platform.memory.RawWords;
import org.hawser.runtime.Rank;

/**
 * What one member brings into a window: its memory, its {@link Control} block, and how others reach both.
 *
 * <p>What a member brings is asked for in the course of {@link WindowCreation}, so that what is wrong with it is told
 * to all, and none has a window then.
 *
 * <pre>{@code
 * Window window = WindowMemory.allocate(communicator, 4096, Long.BYTES, Hints.NONE);
 * MemorySegment mine = window.memory().segment();
 * }</pre>
 *
 * <p><b>Threads:</b> any; made and closed by one. <b>Allocates:</b> at construction.
 */
public final class WindowMemory implements AutoCloseable {
    /** How a window gets its memory. */
    enum Kind { CREATED, ALLOCATED, SHARED, DYNAMIC }

    private final Kind kind;
    private final Rank rank;
    private final int unit;
    private final Region control;
    private LockKeeper keeper;
    /** How many bytes this member's part of the window has. */
    private long bytes;
    private MemorySegment memory = MemorySegment.NULL;
    /** The region of this member that holds the memory; null when others need none to reach it. */
    private Region region;
    /** True when the region was made for the window, and ends with it. */
    private boolean owned;
    /** The memory of all members of a shared window; else null. */
    private MemorySegment[] parts;
    /** What is attached to a dynamic window; else null. */
    private Pieces pieces;
    /** What comes and goes by messages. */
    private WindowMessages messages;
    /** Updates of this member's memory by itself, for itself and for those who ask by messages. */
    private MappedUpdates updates;
    /** What was opened of other members. */
    private final List<RemoteRegion> opened = new ArrayList<>();

    WindowMemory(Kind kind, Rank rank, int size, int unit) {
        this.kind = kind;
        this.rank = rank;
        this.unit = unit;
        control = rank.allocate(Control.bytes(size, kind == Kind.DYNAMIC));
    }

    /** Collective: a window onto memory that the program has. */
    public static Window create(Communicator parent, Supplier<MemorySegment> memory, long unit, Hints hints) {
        return WindowCreation.make(parent, hints, Kind.CREATED, unit, mine -> mine.use(memory.get()));
    }

    /** The same, where nothing can be wrong with the memory. */
    public static Window create(Communicator parent, MemorySegment memory, long unit, Hints hints) {
        return create(parent, () -> memory, unit, hints);
    }

    /** Collective: a window onto new memory of the runtime. */
    public static Window allocate(Communicator parent, long bytes, long unit, Hints hints) {
        return allocate(parent, () -> bytes, unit, hints);
    }

    /** Collective: a window onto new memory of the runtime. */
    public static Window allocate(Communicator parent, LongSupplier bytes, long unit, Hints hints) {
        return WindowCreation.make(parent, hints, Kind.ALLOCATED, unit, mine -> {
            mine.want(bytes.getAsLong());
            mine.allocate(mine.bytes);
        });
    }

    /** Collective: a window onto new memory that all members load from and store to. */
    public static Window shared(Communicator parent, LongSupplier bytes, long unit, Hints hints) {
        return WindowCreation.make(parent, hints, Kind.SHARED, unit, mine -> {
            mine.want(bytes.getAsLong());
            if (hints.isTrue("alloc_shared_noncontig")) {
                mine.allocate(mine.bytes);
            }
        });
    }

    /** Collective: a window to which members attach memory later. */
    public static Window dynamic(Communicator parent, Runnable check, Hints hints) {
        return WindowCreation.make(parent, hints, Kind.DYNAMIC, 1, mine -> {
            check.run();
            mine.pieces = new Pieces(mine.rank, parent.local(), mine.control.memory());
        });
    }

    private void want(long length) {
        if (length < 0) {
            throw new MpiFailure(ErrorClass.SIZE, "the size is negative: size=" + length);
        }
        bytes = length;
    }

    private void use(MemorySegment brought) {
        memory = brought;
        bytes = brought.byteSize();
        if (bytes > 0) {
            region = rank.regionOf(RawWords.addressOf(brought), bytes);
            owned = region == null;
            region = owned ? rank.register(brought) : region;
        }
    }

    /** Whether peers on the node can map all memory that this member brings, now and later. */
    boolean isMappable() {
        return kind != Kind.DYNAMIC
            && (bytes == 0 || kind == Kind.SHARED || rank.regionOf(memory.address(), bytes) != null);
    }

    /** Opens the window to messages, before others know of it: what they send finds it. */
    void open(Communicator communicator, Hints hints) {
        // Before others know of the window, and may ask for its lock.
        keeper = LockKeeper.open(communicator, control, hints);
        updates = new MappedUpdates(communicator, control.memory());
        // Loads and stores need locks that are taken when they are asked for, and what is shared is mapped anyway.
        String path = kind == Kind.SHARED ? "direct" : hints.choice("path", "direct");
        messages = new WindowMessages(communicator, path, hints, pieces == null ? this::base : pieces, updates,
            control.memory());
    }

    private long base(long first, long end) {
        return first >= 0 && end <= bytes && first <= end ? RawWords.addressOf(memory) : Exposure.REFUSED;
    }

    /** What comes and goes by messages. */
    WindowMessages messages() {
        return messages;
    }

    /** Updates of this member's own memory. */
    MappedUpdates updates() {
        return updates;
    }

    /** Makes memory for this member or, where {@code length} says so, for all of a shared window. */
    void allocate(long length) {
        region = rank.allocate(length);
        owned = true;
        memory = region.memory().asSlice(0, bytes);
    }

    /** The members of a shared window have their memory here. */
    void share(MemorySegment[] all, int member) {
        parts = all;
        memory = all[member];
    }

    /** Remembers what is to be let go at the end. */
    RemoteRegion opened(RemoteRegion other) {
        opened.add(other);
        return other;
    }

    Kind kind() {
        return kind;
    }

    long bytes() {
        return bytes;
    }

    Region region() {
        return region;
    }

    /** What others reach the control block by. */
    RegionKey controlKey() {
        return control.key();
    }

    /** Where the memory lies in its region. */
    long offset() {
        return region == null ? 0 : memory.address() - region.memory().address();
    }

    /** The memory, for load and store; of no bytes in a dynamic window. */
    public MemorySegment segment() {
        return memory;
    }

    /** This member's own {@link Control} block. */
    MemorySegment control() {
        return control.memory();
    }

    /** What displacements at this member are counted in. */
    public int unit() {
        return unit;
    }

    /** The memory of a member of a shared window; of the first that has any, for -1. */
    MemorySegment part(int member) {
        if (parts == null) {
            throw new MpiFailure(ErrorClass.WIN, "the window is not a shared one: kind=" + kind);
        }
        if (member >= 0) {
            return parts[member];
        }
        for (MemorySegment part : parts) {
            if (part.byteSize() > 0) {
                return part;
            }
        }
        return MemorySegment.NULL;
    }

    /** What is attached. */
    Pieces pieces() {
        if (pieces == null) {
            throw new MpiFailure(ErrorClass.WIN, "the window is not a dynamic one: kind=" + kind);
        }
        return pieces;
    }

    /** Who keeps the lock of this member's window. */
    LockKeeper keeper() {
        return keeper;
    }

    @Override
    public void close() {
        if (keeper != null) {
            keeper.close();
        }
        if (messages != null) {
            messages.close();
        }
        opened.forEach(RemoteRegion::close);
        control.close();
        if (pieces != null) {
            pieces.close();
        }
        if (owned && region != null) {
            region.close();
        }
    }
}
