package org.hawser.mpi.rma;

import org.hawser.fabric.Capability;
import org.hawser.fabric.Completion;
import org.hawser.fabric.FabricException;
import org.hawser.fabric.Post;
import org.hawser.fabric.RemoteRegion;
import org.hawser.mpi.coll.op.Operator;
import org.hawser.runtime.Awaitable;
import org.hawser.runtime.Handle;
import org.hawser.runtime.Rank;

/**
 * Read-modify-write of single longs at a target on another node by the fabric's atomics: the target's program may
 * compute meanwhile. What these cannot do (other types, rows, other operations) is done by the target's process, with
 * the processor's atomics where longs are concerned, so both are atomic to each other.
 *
 * <p>An operation is started and over at the next flush.
 *
 * <p><b>Threads:</b> any. <b>Allocates:</b> an object per operation.
 */
final class FarWords {
    /** In place of where to put what a word held. */
    private static final long NOWHERE = -1;

    private final Rank rank;
    private final RemoteRegion region;
    /** Where the window begins in the region. */
    private final long start;

    private FarWords(Rank rank, RemoteRegion region, long start) {
        this.rank = rank;
        this.region = region;
        this.start = start;
    }

    /** Such updates of a target's window; null where its {@link UpdateMode}, its memory or the fabric has none. */
    static FarWords of(Rank rank, RemoteRegion region, long start, RemoteRegion control) {
        long first = start + Long.BYTES - 1 & -Long.BYTES;
        if (!region.has(Capability.REMOTE_ATOMICS) || first < 0 || first > region.length() - Long.BYTES
                || UpdateMode.limit(rank.get(control, Control.UPDATES)) > UpdateMode.OF_LONGS) {
            return null;
        }
        try {
            // Adds nothing, and finds out whether words of this memory are aligned where the target has it.
            rank.fetchAdd(region, first, 0);
        } catch (FabricException e) {
            if (e.severity() != FabricException.Severity.REFUSED) {
                throw e;
            }
            return null;
        }
        return new FarWords(rank, region, start);
    }

    /** Whether an update of the item at {@code offset} is for this. */
    boolean takes(long offset, Update update) {
        return update.level == UpdateMode.OF_LONGS && isAligned(offset)
            && (update.operator == Operator.SUM || update.operator == Operator.NO_OP);
    }

    /** Whether a swap of {@code bytes} at {@code offset} is for this. */
    boolean takes(long offset, int bytes) {
        return bytes == Long.BYTES && isAligned(offset);
    }

    private boolean isAligned(long offset) {
        return (start + offset & Long.BYTES - 1) == 0;
    }

    /** Adds to a word. */
    void add(long offset, long delta, Handle handle) {
        new Atomic(start + offset, false, delta, 0, null, NOWHERE, handle).start();
    }

    /** Adds to a word; what it held goes to {@code result}. */
    void fetchAdd(long offset, long delta, Object result, long resultAt, Handle handle) {
        new Atomic(start + offset, false, delta, 0, result, resultAt, handle).start();
    }

    /** Replaces a word that holds {@code expected}; what it held goes to {@code result}. */
    void compareSwap(long offset, long expected, long value, Object result, long resultAt, Handle handle) {
        new Atomic(start + offset, true, expected, value, result, resultAt, handle).start();
    }

    /** One operation on its way. */
    private final class Atomic extends Completion implements Awaitable {
        private final long offset;
        private final boolean swaps;
        private final long first;
        private final long second;
        private final Object result;
        private final long resultAt;
        private final Handle handle;
        private int post = Post.BUSY;

        Atomic(long offset, boolean swaps, long first, long second, Object result, long resultAt, Handle handle) {
            this.offset = offset;
            this.swaps = swaps;
            this.first = first;
            this.second = second;
            this.result = result;
            this.resultAt = resultAt;
            this.handle = handle;
        }

        /** Posts it; {@code handle} has begun. Waits where there is no room for it. */
        void start() {
            try {
                if (!isDone()) {
                    rank.await(this, region.owner());
                }
            } catch (RuntimeException e) {
                // Refused: told here, by the exception, and nobody need wait.
                handle.end();
                throw Failures.of(e);
            }
        }

        /** Tries to post; true when that is done. */
        @Override
        public boolean isDone() {
            if (post == Post.BUSY) {
                post = swaps ? region.compareSwap(offset, first, second, this) : region.fetchAdd(offset, first, this);
            }
            return post != Post.BUSY;
        }

        @Override
        public void completed(long held) {
            if (resultAt != NOWHERE) {
                MappedUpdates.store(held, result, resultAt, Long.BYTES);
            }
            handle.end();
        }

        @Override
        public void failed(RuntimeException cause) {
            handle.failed(cause);
        }
    }
}
