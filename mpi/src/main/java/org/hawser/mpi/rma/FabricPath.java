package org.hawser.mpi.rma;

import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.hawser.fabric.FabricException;
import org.hawser.fabric.Pieces;
import org.hawser.fabric.RemoteRegion;
import org.hawser.mpi.datatype.ItemCopy;
import org.hawser.mpi.datatype.Layout;
import org.hawser.mpi.p2p.PointToPoint;
import org.hawser.mpi.p2p.ScratchMemory;
import org.hawser.platform.memory.RawBytes;
import org.hawser.runtime.Handle;

/**
 * Window memory that this process cannot map: transfers go over the fabric, which on one node is the kernel
 * (cross-memory attach), and elsewhere the network or the target's agent. They are started at once; a handle knows when
 * they are over.
 *
 * <p>How items with gaps travel follows what the two ends look like (what the paper calls host-assisted and multiple
 * zero copy):
 * <ul>
 * <li>The origin's blocks are taken from where they are when they are long, and packed into scratch memory when they
 * are short or in an array: what a block costs on the fabric is then paid once for many.
 * <li>The target's blocks are written one by one, since what lies between them is not ours; the kernel takes a thousand
 * in one call.
 * <li>The target's blocks are read with all that lies between them, when that is little, and picked out here.
 * </ul>
 *
 * <p><b>Order.</b> A transfer's end means that its bytes are in the target's memory or here. A flush waits for the ends
 * and then is a full fence.
 *
 * <p><b>Threads:</b> any. <b>Allocates:</b> per transfer.
 */
final class FabricPath extends Path {
    /** Scratch memory is used in portions of this, so that one is on its way while the next is packed. */
    private static final long PORTION = 1 << 20;
    /** Blocks from this length on are worth a piece of their own in a call to the kernel. */
    private static final long LONG_PIECE = 256;
    /** Blocks from this length on are worth a message of their own. */
    private static final long LONG_MESSAGE = 8 << 10;
    /** So many bytes between two blocks are read as fast as another piece is found: the kernel takes 400 ns for one. */
    private static final long SMALL_GAP = 4 << 10;

    private final PointToPoint point;
    private final int world;
    private final RemoteRegion region;
    /** Where the window begins in the region. */
    private final long start;
    /** Read-modify-write without the target's processor; null where that cannot be. */
    private final FabricUpdates updates;
    /** Read-modify-write of longs by the fabric's atomics, beside what the target's process does; null where not. */
    private final FarWords words;
    /** Read-modify-write by the target's process. */
    private final Path asked;
    /** The target's process has been asked for something that may not be over. */
    private final AtomicLong asks = new AtomicLong();
    /** So many of them are known to be over. */
    private volatile long answered;
    /** The region takes many pieces in one go, and is done with them then. */
    private final boolean vectored;
    private final ScratchMemory scratch;
    private final StoreOrder order;
    private final ItemCopy items = new ItemCopy();
    private final AtomicReference<FabricWalk> spare = new AtomicReference<>();
    /** Transfers that use the origin's memory. */
    private final Outstanding local = new Outstanding();
    /** Puts whose bytes have left the origin's memory. */
    private final Outstanding remote = new Outstanding();

    /**
     * A way to a window that begins at {@code start} of a region.
     *
     * @param updates what does read-modify-write; null where the locks for it are not mapped
     * @param words   what does that with longs then, or null
     * @param asked   the way that the rest takes then
     */
    FabricPath(PointToPoint point, int world, RemoteRegion region, long start, FabricUpdates updates, FarWords words,
               Path asked) {
        super(true);
        this.point = point;
        this.world = world;
        this.region = region;
        this.start = start;
        this.updates = updates;
        this.words = words;
        this.asked = asked;
        scratch = point.scratch();
        order = StoreOrder.of(point);
        vectored = region.writePieces(new Pieces(), new Pieces());
    }

    /** As the other, with read-modify-write by the target's process. */
    FabricPath(PointToPoint point, int world, RemoteRegion region, long start, Path asked) {
        this(point, world, region, start, null, null, asked);
    }

    @Override
    void put(Object array, long at, Layout from, long offset, Layout to, long bytes, Handle handle) {
        if (isTakenInPlace(array, from)) {
            move(true, at, from, 0, start + offset, to, 0, bytes, local, handle, null);
            return;
        }
        for (long done = 0; done < bytes; done += PORTION) {
            long portion = Math.min(PORTION, bytes - done);
            Staged staged = new Staged(scratch, portion);
            try {
                items.copy(array, at, from, done, null, staged.address(), null, 0, portion);
                // With no handle: the origin's memory is free already, and the rest is the flush's.
                move(true, staged.address(), null, 0, start + offset, to, done, portion, remote, null, staged);
            } finally {
                staged.over(true);
            }
        }
    }

    @Override
    void get(Object array, long at, Layout into, long offset, Layout of, long bytes, Handle handle) {
        // What was put to mapped memory comes before it, also when the kernel does the loading.
        order.load();
        if (of != null && bytes > 0 && hasSmallGaps(of)) {
            getSpans(array, at, into, offset, of, bytes, handle);
        } else if (isTakenInPlace(array, into)) {
            move(false, at, into, 0, start + offset, of, 0, bytes, local, handle, null);
        } else {
            for (long done = 0; done < bytes; done += PORTION) {
                long portion = Math.min(PORTION, bytes - done);
                Staged staged = new Staged(scratch, portion);
                staged.unpack(items, staged.address(), null, array, at, into, done, portion);
                fetch(staged, staged.address(), start + offset, of, done, portion, handle);
            }
        }
    }

    private void fetch(Staged staged, long to, long offset, Layout of, long position, long bytes, Handle handle) {
        boolean moved = false;
        try {
            move(false, to, null, 0, offset, of, position, bytes, local, handle, staged);
            moved = true;
        } finally {
            staged.over(moved);
        }
    }

    /** Reads items with all that lies between them, and picks them out here. */
    private void getSpans(Object array, long at, Layout into, long offset, Layout of, long bytes, Handle handle) {
        long count = bytes / of.size();
        long each = Math.max(1, PORTION / Math.max(1, Math.abs(of.extent())));
        for (long item = 0; item < count; item += each) {
            long group = Math.min(each, count - item);
            long first = of.firstOf(group);
            long span = of.endOf(group) - first;
            Staged staged = new Staged(scratch, span);
            staged.unpack(items, staged.address() - first, of, array, at, into, item * of.size(), group * of.size());
            fetch(staged, staged.address(), start + offset + item * of.extent() + first, null, 0, span, handle);
        }
    }

    /** Whether the origin's memory itself is what is transferred. */
    private boolean isTakenInPlace(Object array, Layout layout) {
        return array == null
            && (layout == null || layout.size() / layout.blocks() >= (vectored ? LONG_PIECE : LONG_MESSAGE));
    }

    private boolean hasSmallGaps(Layout layout) {
        long gaps = layout.trueExtent() - layout.size();
        return layout.trueExtent() <= PORTION && gaps <= layout.blocks() * (vectored ? SMALL_GAP : LONG_MESSAGE);
    }

    /** Transfers packed bytes between memory at an address and the region, from given positions on. */
    private void move(boolean write, long at, Layout layout, long position, long offset, Layout there,
                      long therePosition, long bytes, Outstanding kind, Handle handle, Staged staged) {
        if (layout == null && there == null) {
            row(write, at + position, offset + therePosition, bytes, kind, handle, staged);
            return;
        }
        FabricWalk walk = spare.getAndSet(null);
        if (walk == null) {
            walk = new FabricWalk();
        }
        walk.start(layout, position, there, therePosition, bytes);
        while (!walk.isDone()) {
            if (vectored) {
                walk.list(at, offset);
                pieces(write, walk);
            } else {
                long length = walk.length();
                row(write, at + walk.originOffset(), offset + walk.targetOffset(), length, kind, handle, staged);
                walk.skip(length);
            }
        }
        spare.set(walk);
    }

    private void pieces(boolean write, FabricWalk walk) {
        try {
            if (write) {
                region.writePieces(walk.there(), walk.here());
            } else {
                region.readPieces(walk.there(), walk.here());
            }
        } catch (FabricException e) {
            throw Failures.of(e);
        }
    }

    private void row(boolean write, long at, long offset, long bytes, Outstanding kind, Handle handle, Staged staged) {
        if (bytes > 0) {
            new FabricTransfer(region, offset, RawBytes.segmentAt(at, bytes), 0, bytes, write, kind.begin(), handle,
                staged == null ? null : staged.share()).start(point.rank());
        }
    }

    @Override
    void accumulate(Object array, long at, Layout from, long offset, Layout to, long bytes, Update update,
                    Handle handle) {
        if (updates != null) {
            updates.accumulate(array, at, from, offset, to, bytes, update);
        } else if (isWord(from, to, offset, bytes, update, handle)) {
            words.add(offset, bitsOf(array, at, update), local.begin());
        } else {
            asked.accumulate(array, at, from, offset, to, bytes, update, handle);
            countAsked();
        }
    }

    @Override
    void getAccumulate(Object array, long at, Layout from, Object result, long resultAt, Layout into, long offset,
                       Layout to, long bytes, Update update, Handle handle) {
        if (updates != null) {
            updates.getAccumulate(array, at, from, result, resultAt, into, offset, to, bytes, update);
        } else if (into == null && isWord(from, to, offset, bytes, update, handle)) {
            words.fetchAdd(offset, bitsOf(array, at, update), result, resultAt, local.begin());
        } else {
            asked.getAccumulate(array, at, from, result, resultAt, into, offset, to, bytes, update, handle);
            countAsked();
        }
    }

    /**
     * True when an update is for the fabric. Not while the target's process may still have others to do before it: it
     * is asked for this one as well then, so that nothing waits.
     */
    private boolean isWord(Layout from, Layout to, long offset, long bytes, Update update, Handle handle) {
        return words != null && !isAsked() && handle == null && bytes == Long.BYTES && from == null && to == null
            && words.takes(offset, update);
    }

    private static long bitsOf(Object array, long at, Update update) {
        return update.takes ? MappedUpdates.bits(array, at, Long.BYTES) : 0;
    }

    @Override
    void fetchAndOp(Object array, long at, Object result, long resultAt, long offset, Update update) {
        if (updates != null) {
            updates.fetchAndOp(array, at, result, resultAt, offset, update);
        } else if (words != null && words.takes(offset, update)) {
            awaitAsked();
            words.fetchAdd(offset, bitsOf(array, at, update), result, resultAt, local.begin());
        } else {
            asked.fetchAndOp(array, at, result, resultAt, offset, update);
            countAsked();
        }
    }

    @Override
    void compareAndSwap(Object array, long at, Object compare, long compareAt, Object result, long resultAt,
                        long offset, int bytes) {
        if (updates != null) {
            updates.compareAndSwap(array, at, compare, compareAt, result, resultAt, offset, bytes);
        } else if (words != null && words.takes(offset, bytes)) {
            awaitAsked();
            words.compareSwap(offset, MappedUpdates.bits(compare, compareAt, bytes),
                MappedUpdates.bits(array, at, bytes), result, resultAt, local.begin());
        } else {
            asked.compareAndSwap(array, at, compare, compareAt, result, resultAt, offset, bytes);
            countAsked();
        }
    }

    /**
     * Updates of one origin to one item are done in the order of the calls. The fabric does its own at once and in
     * order, and a message to the target's process comes behind them; but what the process was asked for before may
     * still wait for it.
     */
    private void awaitAsked() {
        if (isAsked()) {
            asked.start();
            flushAsked();
        }
    }

    private boolean isAsked() {
        return asks.get() != answered;
    }

    /** After the process was asked: a flush of another thread that counts this one has also waited for it. */
    private void countAsked() {
        asks.getAndIncrement();
    }

    private void flushAsked() {
        long before = asks.get();
        asked.flush();
        answered = before;
    }

    @Override
    void hold(Object origin, Handle handle) {
        local.keep(origin);
        asked.keep(origin, handle);
    }

    @Override
    Transfer transfer() {
        return Transfer.with(point, world);
    }

    @Override
    void flush() {
        asked.start();
        await(local);
        await(remote);
        flushAsked();
        // Full: as on mapped memory, nothing that this thread does next comes before what it put.
        VarHandle.fullFence();
    }

    @Override
    void flushLocal() {
        await(local);
        asked.flushLocal();
    }

    private void await(Outstanding transfers) {
        if (!transfers.isDone()) {
            point.await(transfers, world);
        }
        RuntimeException failure = transfers.takeFailure();
        if (failure != null) {
            throw Failures.of(failure);
        }
    }
}
