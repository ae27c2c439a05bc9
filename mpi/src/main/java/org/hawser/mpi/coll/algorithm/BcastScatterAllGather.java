package org.hawser.mpi.coll.algorithm;

import org.hawser.mpi.coll.Steps;

/**
 * Van de Geijn's: the root deals the bytes out along a binomial tree, a part to each; then the parts go round a ring
 * until all have all.
 *
 * <p>Cost: (⌈lg p⌉ + p − 1) · α + 2 (p − 1)/p · nβ.
 */
final class BcastScatterAllGather implements Bcast {
    /** Parts are whole lines, so that no element is cut in two. */
    private static final long LINE = 64;

    @Override
    public String name() {
        return "scatter-allgather";
    }

    @Override
    public void run(Steps steps, Object array, long at, long bytes, int root) {
        int size = steps.size();
        int place = Tree.place(steps.rank(), root, size);
        int whole = Tree.span(place, size);
        long part = (bytes + size - 1) / size + LINE - 1 & -LINE;
        if (place != 0) {
            long from = start(place, part, bytes);
            steps.receive(array, at + from, start(place + whole, part, bytes) - from,
                Tree.rank(Tree.parent(place), root, size));
            steps.endRound();
        }
        for (int span = whole >> 1; span > 0; span >>= 1) {
            if (place + span < size) {
                long from = start(place + span, part, bytes);
                steps.send(array, at + from, start(place + 2 * span, part, bytes) - from,
                    Tree.rank(place + span, root, size));
            }
        }
        steps.endRound();
        goRound(steps, place, array, at, bytes, part);
    }

    private static void goRound(Steps steps, int place, Object array, long at, long bytes, long part) {
        int size = steps.size();
        int next = (steps.rank() + 1) % size;
        int previous = (steps.rank() - 1 + size) % size;
        for (int i = 0; i < size - 1; i++) {
            int mine = (place - i + size) % size;
            int other = (mine - 1 + size) % size;
            long from = start(other, part, bytes);
            steps.receive(array, at + from, start(other + 1, part, bytes) - from, previous);
            from = start(mine, part, bytes);
            steps.send(array, at + from, start(mine + 1, part, bytes) - from, next);
            steps.endRound();
        }
    }

    /** Where the part of a place begins; the last ones may be empty. */
    private static long start(int place, long part, long bytes) {
        return Math.min(place * part, bytes);
    }
}
