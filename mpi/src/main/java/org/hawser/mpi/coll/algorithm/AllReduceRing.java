package org.hawser.mpi.coll.algorithm;

import org.hawser.mpi.coll.Steps;
import org.hawser.mpi.coll.op.Reduction;

/**
 * A ring, twice: the parts go round and everybody adds to them, then the finished parts go round.
 *
 * <p>Cost: 2 (p − 1) · (α + n/p · β) + (p − 1)/p · nγ.
 */
final class AllReduceRing implements AllReduce {
    @Override
    public String name() {
        return "ring";
    }

    @Override
    public int cannot() {
        return ORDERED | FEW;
    }

    @Override
    public void run(Steps steps, Reduction reduction, Object array, long at, long bytes) {
        int size = steps.size();
        int rank = steps.rank();
        int next = (rank + 1) % size;
        int previous = (rank - 1 + size) % size;
        int item = reduction.item();
        long arrived = steps.memory((bytes / item / size + 1) * item);
        for (int i = 0; i < size - 1; i++) {
            int going = (rank - i + size) % size;
            int coming = (previous - i + size) % size;
            long from = Parts.start(coming, size, bytes, item);
            long length = Parts.start(coming + 1, size, bytes, item) - from;
            steps.receive(null, arrived, length, previous);
            send(steps, array, at, bytes, item, going, next);
            steps.endRound();
            steps.combine(reduction, null, arrived, array, at + from, length);
        }
        for (int i = 0; i < size - 1; i++) {
            int going = (next - i + size) % size;
            int coming = (rank - i + size) % size;
            long from = Parts.start(coming, size, bytes, item);
            steps.receive(array, at + from, Parts.start(coming + 1, size, bytes, item) - from, previous);
            send(steps, array, at, bytes, item, going, next);
            steps.endRound();
        }
    }

    private static void send(Steps steps, Object array, long at, long bytes, int item, int part, int to) {
        long from = Parts.start(part, steps.size(), bytes, item);
        steps.send(array, at + from, Parts.start(part + 1, steps.size(), bytes, item) - from, to);
    }
}
