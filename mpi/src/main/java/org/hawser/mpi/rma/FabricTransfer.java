package org.hawser.mpi.rma;

import java.lang.foreign.MemorySegment;
import org.hawser.fabric.Completion;
import org.hawser.fabric.Post;
import org.hawser.fabric.RemoteRegion;
import org.hawser.runtime.Awaitable;
import org.hawser.runtime.Handle;
import org.hawser.runtime.Rank;

/**
 * One piece of memory on its way to or from a target: posts it, and does what is left when it is over. What was fetched
 * into scratch memory is then brought to its places; scratch memory goes back; those who wait are told.
 *
 * <p><b>Threads:</b> started by one, ended by the one that polls. <b>Allocates:</b> itself.
 */
final class FabricTransfer extends Completion implements Awaitable {
    private final RemoteRegion region;
    private final long offset;
    private final MemorySegment local;
    private final long localAt;
    private final long bytes;
    private final boolean write;
    /** What the flush waits for. */
    private final Handle implicit;
    /** The operation's own; null when it has none. */
    private final Handle explicit;
    /** Run when it is over, with or without success; null when nothing is left to do. */
    private final AfterTransfer after;
    private int post = Post.BUSY;

    /** What is left to do when a transfer is over. */
    interface AfterTransfer {
        void over(boolean moved);
    }

    FabricTransfer(RemoteRegion region, long offset, MemorySegment local, long localAt, long bytes, boolean write,
                   Handle implicit, Handle explicit, AfterTransfer after) {
        this.region = region;
        this.offset = offset;
        this.local = local;
        this.localAt = localAt;
        this.bytes = bytes;
        this.write = write;
        this.implicit = implicit;
        this.explicit = explicit;
        this.after = after;
    }

    /** Posts the transfer; {@code implicit} has begun. Waits where there is no room for it. */
    void start(Rank rank) {
        if (explicit != null) {
            explicit.begin();
        }
        try {
            if (!isDone()) {
                rank.await(this, region.owner());
            }
        } catch (RuntimeException e) {
            // Refused: told here, by the exception, and nobody need wait.
            end(false);
            throw Failures.of(e);
        }
        if (post == Post.DONE) {
            end(true);
        }
    }

    /** Tries to post; true when that is done. */
    @Override
    public boolean isDone() {
        if (post == Post.BUSY) {
            post = write ? region.write(offset, local, localAt, bytes, this)
                : region.read(offset, local, localAt, bytes, this);
        }
        return post != Post.BUSY;
    }

    @Override
    public void completed(long result) {
        end(true);
    }

    private void end(boolean moved) {
        if (after != null) {
            after.over(moved);
        }
        if (explicit != null) {
            explicit.end();
        }
        implicit.end();
    }

    @Override
    public void failed(RuntimeException cause) {
        if (after != null) {
            after.over(false);
        }
        if (explicit != null) {
            explicit.failed(cause);
            implicit.end();
        } else {
            implicit.failed(cause);
        }
    }
}
