package org.hawser.pgas.memory;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.hawser.fabric.FabricException;
import org.hawser.fabric.MappedRegion;
import org.hawser.fabric.Region;
import org.hawser.fabric.RemoteRegion;
import org.hawser.pgas.PgasException;
import org.hawser.pgas.team.Team;
import org.hawser.platform.memory.RawWords;
import org.hawser.runtime.Rank;

/**
 * Shared memory with a piece of the same length at each thread of a team, or a {@link Block} of one thread's heap. All
 * pieces have one number and one secret, so a thread makes the others' keys itself, and opens a piece when it is first
 * used.
 *
 * <p>Where a piece is mapped, {@link #base} is its address here and an access is a load or a store; the address is good
 * until the memory is given back, after which {@link #base} throws. Elsewhere it is 0, and {@link #at} is the way. Ask
 * for the address with every access, or have {@link #whenClosed} tell: so it is found out that memory was freed.
 *
 * <p><b>Threads:</b> any. <b>Allocates:</b> when a piece is first used.
 */
public final class Area {
    private static final int PAGE_BITS = 6;
    private static final int PAGE = 1 << PAGE_BITS;

    private final Team team;
    private final long number;
    private final long secret;
    private final long bytes;
    private final Region mine;
    /** Null for a block. Empty after the end, so that whoever asks for an address comes to {@link #open}. */
    private final AtomicReferenceArray<Page> pages;
    private final Block block;
    private final List<Runnable> atEnd = new ArrayList<>();
    private volatile boolean closed;
    /** What was mapped stays so for a thread that lost the race with the end, while it holds this. */
    private Object kept;

    /**
     * Memory whose pieces are there, or will be before anybody uses them.
     *
     * @param mine this thread's piece
     */
    public Area(Team team, long number, long secret, long bytes, Region mine) {
        this.team = team;
        this.number = number;
        this.secret = secret;
        this.bytes = bytes;
        this.mine = mine;
        block = null;
        pages = new AtomicReferenceArray<>((team.size() + PAGE - 1) >>> PAGE_BITS);
    }

    /** Memory of one thread, as a team knows it. */
    Area(Team team, Block block) {
        this.team = team;
        this.block = block;
        number = block.extent().number();
        secret = block.extent().secret();
        bytes = block.bytes();
        mine = null;
        pages = null;
    }

    /** What a piece takes: whole words, so that every int is in one. */
    public static long pieceBytes(long bytes) {
        return Math.max(Long.BYTES, bytes + Long.BYTES - 1 & -Long.BYTES);
    }

    /** The threads that have a piece, or that know the one which has. */
    public Team team() {
        return team;
    }

    /** What it is known by, everywhere. */
    public long number() {
        return number;
    }

    /** The length of each piece. */
    public long bytes() {
        return bytes;
    }

    /** The block that this is; null when every thread has a piece. */
    public Block block() {
        return block;
    }

    /** True for the same memory, as this or another team knows it. */
    public boolean isSameAs(Area other) {
        return this == other || number == other.number && team.id() == other.team.id()
            && (block == null ? other.block == null
                : other.block != null && block.start() == other.block.start() && block.stamp() == other.block.stamp());
    }

    /** This thread's piece, for load and store. */
    public MemorySegment local() {
        return segment(team.me());
    }

    /** True once this thread has given it back, or was told that another did. */
    public boolean isClosed() {
        return closed;
    }

    /** Where bytes of a thread's piece are in this process; 0 where they cannot be mapped. Refuses what is outside. */
    public long address(int thread, long offset, long length) {
        checkBounds(thread, offset, length);
        long base = base(thread);
        return base == 0 ? 0 : base + offset;
    }

    /** Refuses an access that leaves a thread's piece. */
    public void checkBounds(int thread, long offset, long length) {
        if ((offset | length) < 0 || offset > bytes - length) {
            throw new PgasException("access outside shared memory: thread=" + thread + " offset=" + offset + " length="
                + length + " in " + this + "; asked for by " + team.here());
        }
    }

    /** The address of a thread's piece in this process; 0 where it cannot be mapped. */
    public long base(int thread) {
        if (pages == null) {
            return block.base(team.rankOf(thread));
        }
        Page page = pages.getAcquire(thread >>> PAGE_BITS);
        long base = page == null ? Page.UNKNOWN : page.bases[thread & PAGE - 1];
        return base == Page.UNKNOWN ? open(thread).bases[thread & PAGE - 1] : base;
    }

    /** The way to a thread's piece, which begins at {@link #start} of it; what is not mapped is reached by it. */
    public RemoteRegion at(int thread) {
        if (pages == null) {
            return block.region(team.rank(), team.rankOf(thread));
        }
        Page page = pages.getAcquire(thread >>> PAGE_BITS);
        RemoteRegion region = page == null ? null : page.regions[thread & PAGE - 1];
        return region == null ? open(thread).regions[thread & PAGE - 1] : region;
    }

    /** Where a piece begins in what {@link #at} returns. */
    public long start() {
        return block == null ? 0 : block.start();
    }

    /** A thread's piece as memory of this process; null where it cannot be mapped. */
    public MemorySegment segment(int thread) {
        if (base(thread) == 0) {
            return null;
        }
        return block == null ? pages.getAcquire(thread >>> PAGE_BITS).memories[thread & PAGE - 1].asSlice(0, bytes)
            : block.memory();
    }

    private synchronized Page open(int thread) {
        if (closed) {
            throw new PgasException("shared memory was freed: " + this + " " + team.here()
                + "; free it after its last use");
        }
        int index = thread >>> PAGE_BITS;
        Page known = pages.get(index);
        if (known != null && known.regions[thread & PAGE - 1] != null) {
            return known;
        }
        Page next = new Page(known, thread & PAGE - 1, attach(thread), thread == team.me() ? mine : null);
        // A page that others can see is never changed: it is whole for whoever finds it.
        pages.setRelease(index, next);
        return next;
    }

    private RemoteRegion attach(int thread) {
        try {
            return team.rank().attach(Rank.keyOf(team.rankOf(thread), number, secret, pieceBytes(bytes)));
        } catch (FabricException e) {
            throw Refusal.of(e, this);
        }
    }

    /** Has {@code forget} run when this memory ends, before it is unmapped: for who keeps addresses. */
    public synchronized void whenClosed(Runnable forget) {
        atEnd.add(forget);
    }

    /** Gives this thread's piece back, and lets go of the others'; false when that was done before. */
    public synchronized boolean close() {
        if (closed) {
            return false;
        }
        closed = true;
        atEnd.forEach(Runnable::run);
        Page[] last = new Page[pages.length()];
        kept = last;
        for (int i = 0; i < last.length; i++) {
            last[i] = pages.get(i);
            pages.setRelease(i, null);
            for (int j = 0; last[i] != null && j < PAGE; j++) {
                if (last[i].regions[j] != null) {
                    last[i].regions[j].close();
                }
            }
        }
        mine.close();
        return true;
    }

    @Override
    public String toString() {
        return block != null ? block.toString() : "shared memory " + Long.toHexString(number) + " of " + bytes
            + " bytes at each of " + team.size() + " threads";
    }

    /** The pieces of 64 threads. */
    private static final class Page {
        static final long UNKNOWN = -1;

        final long[] bases = new long[PAGE];
        final RemoteRegion[] regions = new RemoteRegion[PAGE];
        final MemorySegment[] memories = new MemorySegment[PAGE];

        /** With one piece more; this thread's own is used as it was made, for the fabric may not map it. */
        Page(Page before, int at, RemoteRegion region, Region own) {
            for (int i = 0; i < PAGE; i++) {
                bases[i] = before == null ? UNKNOWN : before.bases[i];
                regions[i] = before == null ? null : before.regions[i];
                memories[i] = before == null ? null : before.memories[i];
            }
            regions[at] = region;
            memories[at] = own != null ? own.memory() : region instanceof MappedRegion mapped ? mapped.map() : null;
            bases[at] = memories[at] == null ? 0 : RawWords.addressOf(memories[at]);
        }
    }
}
