package org.hawser.mpi.coll.algorithm;

import org.hawser.mpi.coll.Steps;

/**
 * A segmented pipeline: the bytes go from rank to rank in segments, each sent on while the next one comes.
 *
 * <p>Cost: (p − 2 + n/s) · (α + sβ), with segments of s bytes.
 */
final class BcastChain implements Bcast {
    private static final long SEGMENT = 16 << 10;

    @Override
    public String name() {
        return "chain";
    }

    @Override
    public void run(Steps steps, Object array, long at, long bytes, int root) {
        int size = steps.size();
        int place = Tree.place(steps.rank(), root, size);
        int previous = (steps.rank() - 1 + size) % size;
        int next = (steps.rank() + 1) % size;
        boolean last = place == size - 1;
        long here = bytes;
        if (place != 0) {
            here = Math.min(SEGMENT, bytes);
            steps.receive(array, at, here, previous);
            steps.endRound();
        }
        long gone = 0;
        boolean more = true;
        while (more) {
            long coming = Math.min(SEGMENT, bytes - here);
            if (coming > 0) {
                steps.receive(array, at + here, coming, previous);
            }
            long going = Math.min(SEGMENT, bytes - gone);
            if (!last) {
                steps.send(array, at + gone, going, next);
            }
            steps.endRound();
            here += coming;
            gone += going;
            more = gone < bytes;
        }
    }
}
