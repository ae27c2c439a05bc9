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
        Parts parts = new Parts(bytes, reduction.item(), size);
        long arrived = steps.memory((bytes / reduction.item() / size + 1) * reduction.item());
        for (int i = 0; i < size - 1; i++) {
            int going = (rank - i + size) % size;
            int coming = (previous - i + size) % size;
            long length = parts.between(coming, coming + 1);
            steps.receive(null, arrived, length, previous);
            steps.send(array, at + parts.start(going), parts.between(going, going + 1), next);
            steps.endRound();
            steps.combine(reduction, null, arrived, array, at + parts.start(coming), length);
        }
        for (int i = 0; i < size - 1; i++) {
            int going = (next - i + size) % size;
            int coming = (rank - i + size) % size;
            steps.receive(array, at + parts.start(coming), parts.between(coming, coming + 1), previous);
            steps.send(array, at + parts.start(going), parts.between(going, going + 1), next);
            steps.endRound();
        }
    }
}
