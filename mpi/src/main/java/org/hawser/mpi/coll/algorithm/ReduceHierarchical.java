package org.hawser.mpi.coll.algorithm;

import org.hawser.mpi.coll.Hierarchy;
import org.hawser.mpi.coll.Steps;
import org.hawser.mpi.coll.op.Reduction;

/**
 * Items are combined at the leader of each node, then at the leader of the root's, which hands them to the root. In the
 * order of the ranks where the ranks of each node follow each other.
 *
 * <p>Cost: 2α + 3nβ + nγ inside a node, that of a reduction among n leaders, and α + nβ where the root
 * leads no node.
 */
final class ReduceHierarchical implements Reduce {
    @Override
    public String name() {
        return "hierarchical";
    }

    @Override
    public int cannot() {
        return FLAT;
    }

    @Override
    public void run(Steps steps, Reduction reduction, Object mine, long mineAt, Object result, long resultAt,
                    long bytes, int root) {
        Hierarchy hierarchy = steps.hierarchy();
        int rank = steps.rank();
        int node = hierarchy.nodeOf(root);
        Object sum = rank == root ? result : null;
        long sumAt = rank == root ? resultAt : hierarchy.leads() ? steps.memory(bytes) : 0;
        Inside.reduce(steps, reduction, mine, mineAt, sum, sumAt, bytes);
        if (hierarchy.leads()) {
            steps.among(hierarchy.leaders(), hierarchy.node());
            hierarchy.amongLeaders().reduce(reduction, bytes).run(steps, reduction, sum, sumAt, sum, sumAt, bytes,
                node);
        }
        Inside.all(steps);
        int leader = hierarchy.first(node);
        if (leader != root && rank == leader) {
            steps.send(sum, sumAt, bytes, root);
            steps.endRound();
        } else if (leader != root && rank == root) {
            steps.receive(result, resultAt, bytes, leader);
            steps.endRound();
        }
    }
}
