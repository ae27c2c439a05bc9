package org.hawser.mpi.io;

import org.hawser.mpi.MpiFailure;

/**
 * An access that all ranks of a file make together. They tell each other which part of the file each one wants; when
 * the parts interleave in short runs, aggregators do the reading and writing ({@link CollectiveWrite},
 * {@link CollectiveRead}), else each rank does its own. In atomic mode each rank does its own too, because then its
 * part is locked.
 *
 * <p>Also a rank whose arguments are wrong comes here: so the others hear of it, and the call fails for all.
 *
 * <p><b>Threads:</b> one per access.
 */
final class CollectiveAccess {
    /**
     * With two ranks, runs of 16 bytes are written about a hundred times as fast through aggregators, runs of 128
     * bytes twenty times; from 2 KiB on each rank by itself is as fast or faster. The pages of the file are in memory,
     * so that what is saved are calls of the system.
     */
    private static final long SHORT_RUN = 2048;

    /** In external32 up to this much goes through aggregators, because all of it is turned at once. */
    private static final long MOST_TURNED = 1 << 30;

    private final Conversation conversation;
    private final DiskFile file;
    private final Slab.Pool slabs;
    private final Hints hints;
    private final IndependentAccess alone;
    private final boolean atomic;
    private final boolean readable;

    CollectiveAccess(Conversation conversation, DiskFile file, Slab.Pool slabs, Hints hints, boolean atomic,
                     boolean readable) {
        this.conversation = conversation;
        this.file = file;
        this.slabs = slabs;
        this.hints = hints;
        this.atomic = atomic;
        this.readable = readable;
        alone = new IndependentAccess(file, slabs, hints.room(), hints.sieves());
    }

    /**
     * Reads or writes.
     *
     * @param items this rank's memory; null when {@code failure} is not
     * @param failure what is wrong with this rank's arguments, or null
     * @return the bytes that this rank has read or written
     */
    long run(boolean writes, View view, long position, Items items, MpiFailure failure) {
        long[] mine = new long[Domains.LONGS];
        if (failure != null) {
            mine[Domains.ERROR] = failure.errorClass();
        } else if (items.bytes() > 0) {
            mine[Domains.FROM] = view.offsetOf(position);
            mine[Domains.TO] = view.endOf(position + items.bytes());
            mine[Domains.BYTES] = items.bytes();
            mine[Domains.RUNS] = view.runsIn(items.bytes());
            mine[Domains.UNORDERED] = view.isMonotonic() ? 0 : 1;
        }
        long[] told = conversation.gather(mine);
        Conversation.judge(failure, told, Domains.ERROR, Domains.LONGS);
        Domains domains = new Domains(told, hints.aggregators(), hints.window());
        boolean tooLarge = view.isConverted() && domains.largest() > MOST_TURNED;
        if (tooLarge || !buffers(writes ? hints.write() : hints.read(), domains)) {
            return writes ? alone.write(view, position, items, atomic, readable)
                : alone.read(view, position, items, atomic);
        }
        return view.isConverted() ? exchangeTurned(writes, view, position, items, domains)
            : exchange(writes, view, position, items, domains);
    }

    private boolean buffers(Hints.Buffering wish, Domains domains) {
        if (atomic || wish == Hints.Buffering.DISABLE || conversation.size() == 1 || !domains.isOrdered()) {
            return false;
        }
        return wish == Hints.Buffering.ENABLE || domains.isInterleaved() && domains.hasShortRuns(SHORT_RUN);
    }

    private long exchange(boolean writes, View view, long position, Items items, Domains domains) {
        if (writes) {
            new CollectiveWrite(conversation, file, slabs, domains).run(view, position, items);
            return items.bytes();
        }
        return new CollectiveRead(conversation, file, slabs, domains).run(view, position, items);
    }

    /** In external32: windows may cut numbers, so that all of them are turned before, or after. */
    private long exchangeTurned(boolean writes, View view, long position, Items items, Domains domains) {
        try (Slab packed = slabs.take(items.bytes())) {
            if (writes) {
                items.pack(0, items.bytes(), packed);
                External32.turn(items.layout(), packed.address(), items.bytes());
            }
            long moved = exchange(writes, view, position, Items.in(packed, items.bytes()), domains);
            if (!writes) {
                External32.turn(items.layout(), packed.address(), items.bytes());
                items.unpack(packed, 0, 0, moved);
            }
            return moved;
        }
    }
}
