package org.hawser.pgas.memory;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.hawser.fabric.MappedRegion;
import org.hawser.fabric.Region;
import org.hawser.fabric.RemoteRegion;
import org.hawser.pgas.team.Team;
import org.hawser.platform.memory.RawWords;
import org.hawser.runtime.Rank;

/**
 * Shared memory with a piece of the same length at each thread of a team. All pieces have one number and one secret, so
 * a thread makes the others' keys itself, and opens a piece when it is first used.
 *
 * <p>Where a piece is mapped, {@link #base} is its address here and an access is a load or a store; the address stays
 * good for as long as this object is reachable. Elsewhere it is 0, and {@link #at} is the way.
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
    private final AtomicReferenceArray<Page> pages;
    private volatile boolean closed;

    /**
     * Memory whose pieces are there, or will be before anybody uses them.
     *
     * @param mine this thread's piece; null when it has none
     */
    public Area(Team team, long number, long secret, long bytes, Region mine) {
        this.team = team;
        this.number = number;
        this.secret = secret;
        this.bytes = bytes;
        this.mine = mine;
        pages = new AtomicReferenceArray<>((team.size() + PAGE - 1) >>> PAGE_BITS);
    }

    /** What a piece takes: whole words, so that every int is in one. */
    public static long pieceBytes(long bytes) {
        return Math.max(Long.BYTES, bytes + Long.BYTES - 1 & -Long.BYTES);
    }

    /** The threads that have a piece. */
    public Team team() {
        return team;
    }

    /** What it is known by, everywhere. */
    public long number() {
        return number;
    }

    /** What opens it, beside its number. */
    public long secret() {
        return secret;
    }

    /** The length of each piece. */
    public long bytes() {
        return bytes;
    }

    /** This thread's piece, for load and store. */
    public MemorySegment local() {
        return mine.memory().asSlice(0, bytes);
    }

    /** True once this thread has given it back. */
    public boolean isClosed() {
        return closed;
    }

    /** The address of a thread's piece in this process; 0 where it cannot be mapped. */
    public long base(int thread) {
        Page page = pages.getAcquire(thread >>> PAGE_BITS);
        long base = page == null ? Page.UNKNOWN : page.bases[thread & PAGE - 1];
        return base == Page.UNKNOWN ? open(thread).bases[thread & PAGE - 1] : base;
    }

    /** The way to a thread's piece; what is not mapped is reached by it. */
    public RemoteRegion at(int thread) {
        Page page = pages.getAcquire(thread >>> PAGE_BITS);
        RemoteRegion region = page == null ? null : page.regions[thread & PAGE - 1];
        return region == null ? open(thread).regions[thread & PAGE - 1] : region;
    }

    private synchronized Page open(int thread) {
        int index = thread >>> PAGE_BITS;
        Page known = pages.get(index);
        if (known != null && known.regions[thread & PAGE - 1] != null) {
            return known;
        }
        RemoteRegion region = team.rank().attach(Rank.keyOf(team.rankOf(thread), number, secret, pieceBytes(bytes)));
        long base = region instanceof MappedRegion mapped ? RawWords.addressOf(mapped.map()) : 0;
        // A page that others can see is never changed: it is whole for whoever finds it.
        Page next = new Page(known, thread & PAGE - 1, region, base);
        pages.setRelease(index, next);
        return next;
    }

    /** Gives this thread's piece back, and lets go of the others'. Nobody may use it after that. */
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        for (int i = 0; i < pages.length(); i++) {
            Page page = pages.get(i);
            for (int j = 0; page != null && j < PAGE; j++) {
                if (page.regions[j] != null) {
                    page.regions[j].close();
                }
            }
        }
        if (mine != null) {
            mine.close();
        }
    }

    @Override
    public String toString() {
        return "area " + Long.toHexString(number) + " of " + bytes + " bytes at each of " + team.size() + " threads";
    }

    /** The pieces of 64 threads. */
    private static final class Page {
        static final long UNKNOWN = -1;

        final long[] bases = new long[PAGE];
        final RemoteRegion[] regions = new RemoteRegion[PAGE];

        Page(Page before, int at, RemoteRegion region, long base) {
            for (int i = 0; i < PAGE; i++) {
                bases[i] = before == null ? UNKNOWN : before.bases[i];
                regions[i] = before == null ? null : before.regions[i];
            }
            bases[at] = base;
            regions[at] = region;
        }
    }
}
