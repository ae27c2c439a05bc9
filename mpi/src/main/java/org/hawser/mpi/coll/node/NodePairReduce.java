package org.hawser.mpi.coll.node;

import org.hawser.mpi.MpiFailure;
import org.hawser.mpi.coll.op.Reduction;

/**
 * A reduction of a long vector to one of two members. The other writes its vector chunk by chunk, and the root combines
 * each where it was written while the next is written. Of two members the root alone combines: to share that with the
 * other costs a copy of half the vector there and another one back.
 *
 * <p>Cost: α + (n + c)β + nγ in chunks of c.
 *
 * <p><b>Threads:</b> as {@link NodeArea}. <b>Allocates:</b> nothing.
 */
final class NodePairReduce {
    private static final int LEAST_STEP = 16 << 10;
    private static final int STEPS = 8;

    private final NodeArea area;
    private final NodeChunks chunks;

    NodePairReduce(NodeArea area, NodeChunks chunks) {
        this.area = area;
        this.chunks = chunks;
    }

    /** The area of two members; the two buffers are apart, or the same. */
    void run(Object in, long inAt, Object out, long outAt, long bytes, Reduction reduction, int root) {
        int item = reduction.item();
        int most = area.layout.chunk();
        long step = Math.max(1, Math.clamp(bytes / STEPS, Math.min(LEAST_STEP, most), most) / item) * item;
        if (area.me == root) {
            combine(in, inAt, out, outAt, bytes, step, reduction);
        } else {
            write(in, inAt, bytes, step);
        }
    }

    private void write(Object in, long inAt, long bytes, long step) {
        for (long done = 0; done < bytes; done += step) {
            long length = Math.min(step, bytes - done);
            chunks.nextTurn(length);
            chunks.write(in, inAt + done, chunks.mine(), length);
            chunks.publishStage(NodeChunks.WRITTEN);
        }
        area.meetAll();
    }

    /** A program's operation may throw: then the rest is let pass, as the other member goes on writing. */
    private void combine(Object in, long inAt, Object out, long outAt, long bytes, long step, Reduction reduction) {
        int other = 1 - area.me;
        MpiFailure failure = null;
        area.meetAll();
        for (long done = 0; done < bytes; done += step) {
            long length = Math.min(step, bytes - done);
            chunks.nextTurn(length);
            long theirs = chunks.of(other, NodeChunks.WRITTEN);
            try {
                if (failure == null && other == 0) {
                    reduction.combine(null, theirs, in, inAt + done, out, outAt + done, length);
                } else if (failure == null) {
                    reduction.combine(in, inAt + done, null, theirs, out, outAt + done, length);
                }
            } catch (MpiFailure e) {
                failure = e;
            }
            chunks.publishStage(NodeChunks.READ);
        }
        if (failure != null) {
            throw failure;
        }
    }
}
