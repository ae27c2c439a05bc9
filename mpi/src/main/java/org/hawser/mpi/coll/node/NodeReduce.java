package org.hawser.mpi.coll.node;

import org.hawser.mpi.coll.op.Reduction;
import org.hawser.platform.memory.RawBytes;

/**
 * A reduction to a root. Short vectors: all others write theirs, the root combines them. Long ones: each combines one
 * slice, and the root reads the results; {@linkplain NodePairReduce two members} do otherwise. Those in memory of the
 * runtime each combines where they lie, straight into the root's memory.
 *
 * <p>Cost: α + p(nβ + nγ) for a short vector; 2α + 3nβ + nγ for a long one; 2α + (1 + 1/p)nβ + nγ where vectors are
 * read where they lie.
 *
 * <p><b>Threads:</b> as {@link NodeArea}. <b>Allocates:</b> nothing.
 */
final class NodeReduce {
    private final NodeArea area;
    private final NodeChunks chunks;
    private final Slices slices;
    private final ShownMemory shown;
    private final NodePairReduce pair;

    NodeReduce(NodeArea area, NodeChunks chunks, Slices slices, ShownMemory shown) {
        this.area = area;
        this.chunks = chunks;
        this.slices = slices;
        this.shown = shown;
        pair = new NodePairReduce(area, chunks);
    }

    /** The two buffers are apart, or the same; {@code out} matters at the root alone. */
    void run(Object in, long inAt, Object out, long outAt, long bytes, Reduction reduction, int root) {
        area.enter(NodeCollectives.REDUCE, root, bytes);
        if (bytes >= ShownMemory.LEAST) {
            shown.show(ShownMemory.VECTOR, in, inAt, bytes);
            if (area.me == root) {
                shown.show(ShownMemory.RESULT, out, outAt, bytes);
            }
            area.publishSlot();
            if (shown.areAllShown(bytes, root)) {
                slices.combineShown(shown, shown.at(ShownMemory.RESULT, root), bytes, reduction);
                slices.awaitCombined(area.me == root);
                slices.raise();
            } else {
                runLong(in, inAt, out, outAt, bytes, reduction, root);
            }
            return;
        }
        if (bytes > NodeLayout.SMALL) {
            runLong(in, inAt, out, outAt, bytes, reduction, root);
            return;
        }
        long mine = area.slot();
        RawBytes.copy(in, inAt, null, mine, bytes);
        if (area.me != root) {
            area.publishSlot();
        } else {
            NodeAllreduce.combineSlots(area, mine, out, outAt, bytes, reduction);
            // Nobody reads the root's: but the slot must not look older than it is.
            area.publishSlot();
        }
    }

    private void runLong(Object in, long inAt, Object out, long outAt, long bytes, Reduction reduction, int root) {
        if (area.size == 2) {
            pair.run(in, inAt, out, outAt, bytes, reduction, root);
            return;
        }
        long segment = slices.prepare(reduction.item());
        for (long done = 0; done < bytes; done += segment) {
            long length = Math.min(segment, bytes - done);
            chunks.nextTurn(length);
            long mine = slices.contribute(in, inAt + done, length);
            if (done == 0) {
                area.meetAll();
            }
            slices.combine(in, inAt + done, mine, length, reduction);
            if (area.me == root) {
                slices.collect(mine, out, outAt + done, length);
            }
        }
        slices.raise();
    }
}
