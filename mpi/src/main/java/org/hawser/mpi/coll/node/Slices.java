package org.hawser.mpi.coll.node;

import org.hawser.mpi.ErrorClass;
import org.hawser.mpi.MpiFailure;
import org.hawser.mpi.coll.op.Reduction;
import org.hawser.platform.memory.RawBytes;

/**
 * A segment of a vector that is reduced where it lies: member i combines slice i. In a member's chunk each slice has
 * the place that it has in the segment; its own slice, which nobody else needs, leaves room for its result.
 *
 * <p><b>Threads:</b> as {@link NodeArea}. <b>Allocates:</b> nothing.
 */
final class Slices {
    private static final int LINE = 64;
    /** What is combined of all members before the next: it stays in a core's own cache. */
    private static final int PIECE = 16 << 10;

    private final NodeArea area;
    private final NodeChunks chunks;
    private long unit;
    private RuntimeException failure;

    Slices(NodeArea area, NodeChunks chunks) {
        this.area = area;
        this.chunks = chunks;
    }

    /** Prepares for items of this length; returns how long a segment may be. */
    long prepare(int item) {
        failure = null;
        // Slices of whole items, in lines of their own where items allow it.
        unit = LINE % item == 0 ? LINE : item;
        return area.layout.chunk() / unit * unit;
    }

    /** Where slice {@code member} of {@code length} bytes begins. */
    private long begin(int member, long length) {
        long units = (length + unit - 1) / unit;
        return Math.min(length, units * member / area.size * unit);
    }

    /** Writes what the others combine; returns where. */
    long contribute(Object in, long inAt, long length) {
        long mine = chunks.mine();
        long from = begin(area.me, length);
        long to = begin(area.me + 1, length);
        chunks.write(in, inAt, mine, from);
        chunks.write(in, inAt + to, mine + to, length - to);
        chunks.publishStage(NodeChunks.WRITTEN);
        return mine;
    }

    /**
     * Combines this member's slice in the order of ranks, into its own chunk, and says so. A program's operation may
     * throw: then this member goes on without a result, and whoever needs one is told.
     */
    void combine(Object in, long inAt, long mine, long length, Reduction reduction) {
        try {
            if (failure == null) {
                combineSlice(in, inAt, mine, length, reduction);
            }
        } catch (MpiFailure e) {
            area.checkWhole();
            failure = e;
        }
        if (failure != null) {
            chunks.fail();
        }
        chunks.publishStage(NodeChunks.COMBINED);
    }

    private void combineSlice(Object in, long inAt, long mine, long length, Reduction reduction) {
        long from = begin(area.me, length);
        long bytes = begin(area.me + 1, length) - from;
        for (int member = 1; member < area.size; member++) {
            boolean first = member == 1;
            // So far the result is member 0's own slice; later it is in this member's chunk.
            Object left = first && area.me == 0 ? in : null;
            long leftAt = !first ? mine + from : area.me == 0 ? inAt + from
                : chunks.of(0, NodeChunks.WRITTEN) + from;
            if (member == area.me) {
                reduction.combine(left, leftAt, in, inAt + from, null, mine + from, bytes);
            } else {
                reduction.combine(left, leftAt, null, chunks.of(member, NodeChunks.WRITTEN) + from, null,
                    mine + from, bytes);
            }
        }
    }

    /**
     * Combines this member's slice of vectors that all have shown, in the order of ranks and piece by piece, into the
     * memory at {@code out}, and says so. Some member's vector may be there: this member alone reads and writes its
     * slice of it now, and reads each piece before it writes it.
     */
    void combineShown(ShownMemory shown, long out, long bytes, Reduction reduction) {
        long piece = Math.min(prepare(reduction.item()), Math.max(PIECE / unit, 1) * unit);
        chunks.nextTurn(piece);
        long scratch = chunks.mine();
        long end = begin(area.me + 1, bytes);
        try {
            for (long done = begin(area.me, bytes); done < end; done += piece) {
                combinePiece(shown, out, scratch, done, Math.min(piece, end - done), reduction);
            }
        } catch (MpiFailure e) {
            area.checkWhole();
            failure = e;
            chunks.fail();
        }
        chunks.publishStage(NodeChunks.COMBINED);
    }

    /** Waits until all have combined what was shown; who {@code wants} the results learns whether they are there. */
    void awaitCombined(boolean wants) {
        chunks.awaitStageOfAll(NodeChunks.COMBINED);
        for (int member = 0; member < area.size && wants; member++) {
            checkResult(member);
        }
    }

    /** Reads all others' results where they have shown that these belong, and waits until all have read this one's. */
    void collectShown(ShownMemory shown, long out, long bytes) {
        for (int i = 1; i < area.size; i++) {
            int member = (area.me + i) % area.size;
            chunks.of(member, NodeChunks.COMBINED);
            checkResult(member);
            long from = begin(member, bytes);
            RawBytes.copy(shown.at(ShownMemory.RESULT, member) + from, out + from, begin(member + 1, bytes) - from);
        }
        chunks.publishStage(NodeChunks.READ);
        chunks.awaitStageOfAll(NodeChunks.READ);
    }

    private void checkResult(int member) {
        if (failure == null && chunks.hasFailed(member)) {
            failure = new MpiFailure(ErrorClass.OTHER, "the operation failed at another rank: rank=" + member);
        }
    }

    private void combinePiece(ShownMemory shown, long out, long scratch, long from, long length,
                              Reduction reduction) {
        long left = shown.at(ShownMemory.VECTOR, 0) + from;
        for (int member = 1; member < area.size; member++) {
            long to = member == area.size - 1 ? out + from : scratch;
            reduction.combine(null, left, null, shown.at(ShownMemory.VECTOR, member) + from, null, to, length);
            left = to;
        }
    }

    /** Throws what went wrong with an operation. */
    void raise() {
        if (failure != null) {
            throw failure;
        }
    }

    /** Reads all results. */
    void collect(long mine, Object out, long outAt, long length) {
        for (int i = 0; i < area.size; i++) {
            int member = (area.me + i) % area.size;
            long from = begin(member, length);
            long theirs = member == area.me ? mine : chunks.of(member, NodeChunks.COMBINED);
            checkResult(member);
            RawBytes.copy(null, theirs + from, out, outAt + from, begin(member + 1, length) - from);
        }
    }
}
