package org.hawser.mpi.rma;

import org.hawser.fabric.Pieces;
import org.hawser.mpi.datatype.Layout;
import org.hawser.mpi.datatype.Runs;

/**
 * Walks over the blocks of an origin and of a target at once, in the order of the packed form: one by one, or as many
 * as the kernel takes in one call.
 *
 * <p><b>Threads:</b> one at a time. <b>Allocates:</b> at construction.
 */
final class FabricWalk {
    private static final Layout ROW = Layout.contiguous(1);

    private final Runs origin = new Runs();
    private final Runs target = new Runs();
    private final Pieces here = new Pieces();
    private final Pieces there = new Pieces();

    /** Starts with given packed bytes of both sides; layouts that are null are those of items in a row. */
    void start(Layout originItems, long originPosition, Layout targetItems, long targetPosition, long bytes) {
        origin.start(originItems == null ? ROW : originItems, originPosition, originPosition + bytes);
        target.start(targetItems == null ? ROW : targetItems, targetPosition, targetPosition + bytes);
    }

    boolean isDone() {
        return origin.isDone();
    }

    /** How many bytes lie together on both sides. */
    long length() {
        return Math.min(Math.min(origin.length(), target.length()), Pieces.MOST_BYTES);
    }

    /** Where they lie at the origin, from its first item's place. */
    long originOffset() {
        return origin.offset();
    }

    /** Where they lie at the target, from its first item's place. */
    long targetOffset() {
        return target.offset();
    }

    void skip(long bytes) {
        origin.skip(bytes);
        target.skip(bytes);
    }

    /** Lists as many blocks as one call takes, and goes on behind them. */
    void list(long originAt, long targetAt) {
        here.clear();
        there.clear();
        while (!isDone()) {
            long length = length();
            long from = originAt + originOffset();
            long to = targetAt + targetOffset();
            if (!here.takes(from, length) || !there.takes(to, length)) {
                return;
            }
            here.add(from, length);
            there.add(to, length);
            skip(length);
        }
    }

    /** What {@link #list} listed of the origin, by address. */
    Pieces here() {
        return here;
    }

    /** What {@link #list} listed of the target, by offset. */
    Pieces there() {
        return there;
    }
}
