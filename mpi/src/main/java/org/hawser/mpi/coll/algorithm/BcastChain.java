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
        Tree order = new Tree(steps.rank(), root, steps.size());
        int place = order.place();
        boolean last = place == steps.size() - 1;
        long here = order.isRoot() ? bytes : 0;
        if (!order.isRoot()) {
            here = Math.min(SEGMENT, bytes);
            steps.receive(array, at, here, order.at(place - 1));
            steps.endRound();
        }
        long gone = 0;
        boolean more = true;
        while (more) {
            long coming = Math.min(SEGMENT, bytes - here);
            if (coming > 0) {
                steps.receive(array, at + here, coming, order.at(place - 1));
            }
            long going = Math.min(SEGMENT, bytes - gone);
            if (!last) {
                steps.send(array, at + gone, going, order.at(place + 1));
            }
            steps.endRound();
            here += coming;
            gone += going;
            more = gone < bytes;
        }
    }
}
