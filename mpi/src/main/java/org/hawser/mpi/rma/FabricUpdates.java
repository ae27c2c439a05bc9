package org.hawser.mpi.rma;

import org.hawser.fabric.FabricException;
import org.hawser.fabric.RemoteRegion;
import org.hawser.mpi.ErrorClass;
import org.hawser.mpi.MpiFailure;
import org.hawser.mpi.coll.op.Operator;
import org.hawser.mpi.comm.Communicator;
import org.hawser.mpi.datatype.Layout;
import org.hawser.mpi.datatype.Runs;
import org.hawser.mpi.p2p.Scratch;
import org.hawser.mpi.p2p.ScratchMemory;
import org.hawser.platform.memory.RawBytes;
import org.hawser.runtime.Rank;

/**
 * Read-modify-write on window memory that this process cannot map. Which way an item goes is decided as on
 * {@link MappedUpdates}, so that both meet on the same items: longs by the fabric's atomics, where the target's
 * {@link UpdateMode} says so; all else is fetched, combined here and written back, under the lock of its
 * {@link Stripes}. Memory that the kernel copies from and to has no atomics at all, and goes the second way altogether;
 * its locks are mapped, and the target's processor runs nothing.
 *
 * <p>All is over when a call returns.
 *
 * <p><b>Threads:</b> any. <b>Allocates:</b> what the fabric does.
 */
final class FabricUpdates {
    private final Rank rank;
    private final RemoteRegion region;
    /** Where the window begins in the region. */
    private final long start;
    private final Stripes stripes;
    /** The level from which types are to be updated item by item. */
    private final int asked;
    /** The level from which they can be: the fabric has atomics for longs only. */
    private final int limit;
    private final ScratchMemory scratch;

    /** Updates of a target's window, by what its control block says. */
    FabricUpdates(Communicator communicator, RemoteRegion region, long start, RemoteRegion control) {
        rank = communicator.point().rank();
        this.region = region;
        this.start = start;
        scratch = communicator.point().scratch();
        stripes = new Stripes(communicator, control);
        asked = UpdateMode.limit(rank.get(control, Control.UPDATES));
        limit = Math.max(UpdateMode.OF_LONGS, asked);
    }

    void accumulate(Object array, long at, Layout from, long offset, Layout to, long bytes, Update update) {
        if (update.takes) {
            update(array, at, from, null, 0, null, false, offset, to, bytes, update);
        }
    }

    void getAccumulate(Object array, long at, Layout from, Object result, long resultAt, Layout into, long offset,
                       Layout to, long bytes, Update update) {
        update(array, at, from, result, resultAt, into, true, offset, to, bytes, update);
    }

    void fetchAndOp(Object array, long at, Object result, long resultAt, long offset, Update update) {
        update(array, at, null, result, resultAt, null, true, offset, null, update.item, update);
    }

    private void update(Object array, long at, Layout from, Object result, long resultAt, Layout into, boolean fetches,
                        long offset, Layout to, long bytes, Update update) {
        if (update.level >= asked && update.level < limit) {
            throw new MpiFailure(ErrorClass.UNSUPPORTED_OPERATION, "the target's memory must be mapped to update this "
                + "type: update=" + update + " rank of the job=" + region.owner());
        }
        Scratch mine = scratch.borrow(bytes);
        Scratch theirs = scratch.borrow(bytes);
        Scratch next = scratch.borrow(Stripes.PIECE + update.item);
        UpdateBuffers own = UpdateBuffers.take();
        try {
            if (update.takes) {
                pack(array, at, from, mine.address(), bytes);
            }
            walk(own.target, offset, to, bytes, update, mine, theirs, next);
            if (fetches) {
                unpack(theirs.address(), result, resultAt, into, bytes);
            }
        } catch (FabricException e) {
            throw Failures.of(e);
        } finally {
            own.giveBack();
            scratch.giveBack(next);
            scratch.giveBack(theirs);
            scratch.giveBack(mine);
        }
    }

    private static void pack(Object array, long at, Layout layout, long packed, long bytes) {
        if (layout == null) {
            RawBytes.copy(array, at, null, packed, bytes);
        } else {
            layout.pack(array, at, 0, bytes, null, packed);
        }
    }

    private static void unpack(long packed, Object array, long at, Layout layout, long bytes) {
        if (layout == null) {
            RawBytes.copy(null, packed, array, at, bytes);
        } else {
            layout.unpack(null, packed, array, at, 0, bytes);
        }
    }

    /** Updates what lies together and belongs to one stripe, or the next item. */
    private void walk(Runs runs, long offset, Layout to, long bytes, Update update, Scratch mine, Scratch theirs,
                      Scratch next) {
        long done = 0;
        while (done < bytes) {
            seek(runs, to, done, bytes);
            long place = offset + runs.offset();
            long part = update.item;
            if (update.level >= limit && (start + place & Long.BYTES - 1) == 0) {
                long value = update.takes ? RawBytes.getLong(mine.address() + done) : 0;
                RawBytes.setLong(theirs.address() + done, word(start + place, value, update));
            } else {
                if (!update.gapped && update.level < limit) {
                    part = Math.min(runs.length(), RowUpdates.whole(Stripes.room(place), update.item));
                }
                row(runs, offset, to, done, part, update, mine, theirs, next);
            }
            done += part;
        }
    }

    private static void seek(Runs runs, Layout to, long position, long end) {
        if (to == null) {
            runs.start(end).skip(position);
        } else {
            runs.start(to, position, end);
        }
    }

    /** Updates an aligned long by the fabric's atomics; returns what was there. */
    private long word(long offset, long value, Update update) {
        if (update.operator == Operator.SUM) {
            return rank.fetchAdd(region, offset, value);
        }
        long held = rank.get(region, offset);
        while (true) {
            long wanted = WordUpdates.combine(update, value, held);
            long seen = wanted == held ? held : rank.compareSwap(region, offset, held, wanted);
            if (seen == held) {
                return held;
            }
            held = seen;
        }
    }

    private void row(Runs runs, long offset, Layout to, long done, long part, Update update, Scratch mine,
                     Scratch theirs, Scratch next) {
        int stripe = Stripes.of(offset + runs.offset());
        stripes.lock(stripe);
        try {
            move(runs, offset, part, theirs, done, false);
            if (update.takes) {
                RawBytes.copy(theirs.address() + done, next.address(), part);
                update.reduction.combine(null, mine.address() + done, null, next.address(), part);
                seek(runs, to, done, done + part);
                move(runs, offset, part, next, 0, true);
                rank.fence(region.owner());
            }
        } finally {
            stripes.unlock(stripe);
        }
    }

    /** Moves the next packed bytes out of the window, or into it. */
    private void move(Runs runs, long offset, long bytes, Scratch packed, long at, boolean write) {
        long moved = 0;
        while (moved < bytes) {
            long length = Math.min(runs.length(), bytes - moved);
            long place = start + offset + runs.offset();
            if (write) {
                rank.put(region, place, packed.memory(), at + moved, length);
            } else {
                rank.get(region, place, packed.memory(), at + moved, length);
            }
            runs.skip(length);
            moved += length;
        }
    }

    void compareAndSwap(Object array, long at, Object compare, long compareAt, Object result, long resultAt,
                        long offset, int bytes) {
        long value = MappedUpdates.bits(array, at, bytes);
        long expected = MappedUpdates.bits(compare, compareAt, bytes);
        long place = start + offset;
        long held;
        try {
            if (bytes == Long.BYTES && limit <= UpdateMode.OF_LONGS && (place & Long.BYTES - 1) == 0) {
                held = rank.compareSwap(region, place, expected, value);
            } else {
                held = lockedSwap(offset, bytes, expected, value);
            }
        } catch (FabricException e) {
            throw Failures.of(e);
        }
        MappedUpdates.store(held, result, resultAt, bytes);
    }

    private long lockedSwap(long offset, int bytes, long expected, long value) {
        Scratch item = scratch.borrow(bytes);
        int stripe = Stripes.of(offset);
        stripes.lock(stripe);
        try {
            rank.get(region, start + offset, item.memory(), 0, bytes);
            long held = RawBytes.load(item.address(), bytes);
            if (held == expected) {
                RawBytes.store(value, item.address(), bytes);
                rank.put(region, start + offset, item.memory(), 0, bytes);
                rank.fence(region.owner());
            }
            return held;
        } finally {
            stripes.unlock(stripe);
            scratch.giveBack(item);
        }
    }
}
