package org.hawser.mpi.coll.node;

import org.hawser.mpi.coll.op.Reduction;
import org.hawser.platform.memory.RawBytes;

/**
 * A reduction to all. Short vectors: each writes its own, and each combines all of them. Long ones: each combines one
 * slice, of its own vector where that lies and of the others' where they wrote it, and all read the results. Vectors in
 * memory of the runtime are read where they lie, and so are the results.
 *
 * <p>Items are combined in the order of ranks, the same at all: the results are the same bits everywhere.
 *
 * <p>Cost: α + p(nβ + nγ) for a short vector; 2α + 4nβ + nγ for a long one, 3α + 2nβ + nγ where it
 * lies.
 *
 * <p><b>Threads:</b> as {@link NodeArea}. <b>Allocates:</b> nothing.
 */
final class NodeAllreduce {
    private final NodeArea area;
    private final NodeChunks chunks;
    private final Slices slices;
    private final ShownMemory shown;

    NodeAllreduce(NodeArea area, NodeChunks chunks, Slices slices, ShownMemory shown) {
        this.area = area;
        this.chunks = chunks;
        this.slices = slices;
        this.shown = shown;
    }

    /** The two buffers are apart, or the same. */
    void run(Object in, long inAt, Object out, long outAt, long bytes, Reduction reduction) {
        area.enter(NodeCollectives.ALLREDUCE, 0, bytes);
        if (bytes >= ShownMemory.LEAST) {
            shown.show(ShownMemory.VECTOR, in, inAt, bytes);
            shown.show(ShownMemory.RESULT, out, outAt, bytes);
            area.publishSlot();
            if (shown.areAllShown(bytes, ShownMemory.EVERYBODY)) {
                slices.combineShown(shown, outAt, bytes, reduction);
                slices.collectShown(shown, outAt, bytes);
                slices.raise();
            } else {
                runLong(in, inAt, out, outAt, bytes, reduction);
            }
            return;
        }
        if (bytes > shortest(area)) {
            runLong(in, inAt, out, outAt, bytes, reduction);
            return;
        }
        long mine = area.slot();
        RawBytes.copy(in, inAt, null, mine, bytes);
        area.publishSlot();
        combineSlots(area, mine, out, outAt, bytes, reduction);
        area.sawAll();
    }

    /** Up to here combining everything everywhere is cheaper than to wait once more. */
    static int shortest(NodeArea area) {
        return Math.clamp(16384 / area.size, 1024, NodeLayout.SMALL);
    }

    /** Combines the slots of all, this member's at {@code mine}. */
    static void combineSlots(NodeArea area, long mine, Object out, long outAt, long bytes, Reduction reduction) {
        if (area.size == 1) {
            RawBytes.copy(null, mine, out, outAt, bytes);
            return;
        }
        long first = area.me == 0 ? mine : area.slotOf(0);
        long second = area.me == 1 ? mine : area.slotOf(1);
        reduction.combine(null, first, null, second, out, outAt, bytes);
        for (int member = 2; member < area.size; member++) {
            long theirs = member == area.me ? mine : area.slotOf(member);
            reduction.combine(out, outAt, null, theirs, out, outAt, bytes);
        }
    }

    private void runLong(Object in, long inAt, Object out, long outAt, long bytes, Reduction reduction) {
        long segment = slices.prepare(reduction.item());
        for (long done = 0; done < bytes; done += segment) {
            long length = Math.min(segment, bytes - done);
            chunks.nextTurn(length);
            long mine = slices.contribute(in, inAt + done, length);
            if (done == 0) {
                area.meetAll();
            }
            slices.combine(in, inAt + done, mine, length, reduction);
            slices.collect(mine, out, outAt + done, length);
        }
        slices.raise();
    }
}
