package org.hawser.mpi.coll;

import org.hawser.mpi.coll.algorithm.AllGather;
import org.hawser.mpi.coll.algorithm.AllReduce;
import org.hawser.mpi.coll.algorithm.AllToAll;
import org.hawser.mpi.coll.algorithm.Algorithm;
import org.hawser.mpi.coll.algorithm.Algorithms;
import org.hawser.mpi.coll.algorithm.Barrier;
import org.hawser.mpi.coll.algorithm.Bcast;
import org.hawser.mpi.coll.algorithm.ExScan;
import org.hawser.mpi.coll.algorithm.Gather;
import org.hawser.mpi.coll.algorithm.Reduce;
import org.hawser.mpi.coll.algorithm.ReduceScatter;
import org.hawser.mpi.coll.algorithm.Scan;
import org.hawser.mpi.coll.algorithm.Scatter;
import org.hawser.mpi.coll.node.NodeCollectives;
import org.hawser.mpi.coll.op.Reduction;
import org.hawser.mpi.comm.Communicator;
import org.hawser.mpi.p2p.CollectiveCalls;

/**
 * Collectives among the processes of one group: has the table choose the algorithm.
 *
 * <p><b>Threads:</b> as {@link Collectives}. <b>Allocates:</b> at construction.
 */
final class GroupCollectives extends Collectives {
    /** In place of a root where there is none. */
    private static final int NOBODY = -1;
    /** Spreads what a signature is made of over its bits. */
    private static final long SPREAD = 0x9E37_79B9_7F4A_7C15L;

    private final int size;
    private final int rank;
    /** What is true of every call. */
    private final int always;
    private final Choice<Barrier> barrier;
    private final Choice<Bcast> bcast;
    private final Choice<Gather> gather;
    private final Choice<Scatter> scatter;
    private final Choice<AllGather> allGather;
    private final Choice<AllToAll> allToAll;
    private final Choice<Reduce> reduce;
    private final Choice<AllReduce> allReduce;
    private final Choice<ReduceScatter> reduceScatter;
    private final Choice<Scan> scan;
    private final Choice<ExScan> exScan;

    GroupCollectives(Communicator communicator) {
        super(communicator);
        size = communicator.size();
        rank = communicator.rank();
        always = (Integer.bitCount(size) == 1 ? 0 : Algorithm.ODD) | (communicator.context() == 0 ? 0 : Algorithm.PART)
            | (hierarchy == null ? Algorithm.FLAT : hierarchy.mingled() ? Algorithm.MINGLED : 0)
            | (node.isPossible() ? 0 : Algorithm.APART);
        Table table = Tables.of(communicator);
        barrier = new Choice<>("barrier", Algorithms.BARRIER, table, size);
        bcast = new Choice<>("bcast", Algorithms.BCAST, table, size);
        gather = new Choice<>("gather", Algorithms.GATHER, table, size);
        scatter = new Choice<>("scatter", Algorithms.SCATTER, table, size);
        allGather = new Choice<>("allgather", Algorithms.ALLGATHER, table, size);
        allToAll = new Choice<>("alltoall", Algorithms.ALLTOALL, table, size);
        reduce = new Choice<>("reduce", Algorithms.REDUCE, table, size);
        allReduce = new Choice<>("allreduce", Algorithms.ALLREDUCE, table, size);
        reduceScatter = new Choice<>("reducescatter", Algorithms.REDUCE_SCATTER, table, size);
        scan = new Choice<>("scan", Algorithms.SCAN, table, size);
        exScan = new Choice<>("exscan", Algorithms.EXSCAN, table, size);
    }

    private int situation(Steps steps) {
        return steps.isDirect() ? always : always | Algorithm.SCHEDULED;
    }

    private int situation(Steps steps, Reduction reduction, long bytes) {
        int ordered = reduction.isCommutative() ? 0 : (always & Algorithm.MINGLED) == 0 ? Algorithm.ORDERED
            // What is combined on a node would not be a run of ranks.
            : Algorithm.ORDERED | Algorithm.FLAT;
        return situation(steps) | ordered | (bytes < (long) size * reduction.item() ? Algorithm.FEW : 0);
    }

    /** Says what all ranks must have chosen alike: the algorithm, its root, and {@code bytes}. */
    private static void say(Steps steps, int algorithm, long bytes, int root) {
        int signature = (int) (((bytes * SPREAD + algorithm) * SPREAD + root) * SPREAD >>> Integer.SIZE);
        steps.is(signature == CollectiveCalls.UNKNOWN ? 1 : signature);
    }

    /** The algorithm for so many bytes; what it is has been said. Pieces that are unequal have no bytes in common. */
    private static <A extends Algorithm> A choose(Steps steps, Choice<A> choice, long bytes, int situation,
                                                  int root) {
        A found = choice.of(bytes, situation);
        say(steps, choice.mark(found), (situation & Algorithm.UNEQUAL) == 0 ? bytes : 0, root);
        return found;
    }

    /** The same of items of {@code item} bytes; in shared memory only where there is enough. */
    private <A extends Algorithm> A choose(Steps steps, Choice<A> choice, long bytes, long shared, long item,
                                           int situation, int root) {
        return carried(choose(steps, choice, bytes, situation, root), choice, bytes, shared, item, situation);
    }

    /** What was found, or what does without shared memory where there is too little; ranks alike come to the same. */
    private <A extends Algorithm> A carried(A found, Choice<A> choice, long bytes, long shared, long item,
                                            int situation) {
        return (found.cannot() & Algorithm.APART) == 0 || node.carries(shared, item) ? found
            : choice.of(bytes, situation | Algorithm.APART);
    }

    @Override
    public void barrier(Steps steps) {
        if (size > 1) {
            // There is no count to differ in: nothing is said.
            int situation = situation(steps);
            carried(barrier.of(0, situation), barrier, 0, 0, 1, situation).run(steps);
        }
    }

    @Override
    public void bcast(Steps steps, Object array, long at, long bytes, int root) {
        if (size > 1) {
            int situation = situation(steps);
            Bcast found = bcast.of(bytes, situation);
            // A root may give less than others have room for, but nothing is what a rank sends that has failed.
            say(steps, bcast.mark(found), bytes > 0 && found.allowsShorter(steps, bytes) ? -1 : bytes, root);
            carried(found, bcast, bytes, NodeCollectives.isShort(bytes) ? 0 : bytes, 1, situation)
                .run(steps, array, at, bytes, root);
        }
    }

    @Override
    public void gather(Steps steps, Object array, long at, long bytes, Blocks all, int root) {
        if (rank == root) {
            steps.copy(array, at, all.array(), all.at(root), bytes);
        }
        if (size > 1) {
            choose(steps, gather, bytes, situation(steps), root).run(steps, array, at, bytes, all, root);
        }
    }

    @Override
    public void gatherUnequal(Steps steps, Object array, long at, long bytes, Blocks all, int root) {
        Gather chosen = choose(steps, gather, 0, situation(steps) | Algorithm.UNEQUAL, root);
        if (rank == root && all.overlap(size)) {
            gatherInOrder(steps, array, at, bytes, all);
            return;
        }
        if (rank == root) {
            steps.copy(array, at, all.array(), all.at(root), bytes);
        }
        if (size > 1) {
            chosen.run(steps, array, at, bytes, all, root);
        }
    }

    /** For a root whose pieces overlap: one after the other, so that the piece of the highest rank is what stays. */
    private void gatherInOrder(Steps steps, Object array, long at, long bytes, Blocks all) {
        for (int i = 0; i < size; i++) {
            if (i == rank) {
                steps.copy(array, at, all.array(), all.at(i), bytes);
            } else {
                steps.receive(all.array(), all.at(i), all.bytes(i), i);
                steps.endRound();
            }
        }
    }

    @Override
    public void scatter(Steps steps, Blocks all, Object array, long at, long bytes, int root) {
        if (rank == root) {
            steps.copy(all.array(), all.at(root), array, at, bytes);
        }
        if (size > 1) {
            choose(steps, scatter, bytes, situation(steps), root).run(steps, all, array, at, bytes, root);
        }
    }

    @Override
    public void scatterUnequal(Steps steps, Blocks all, Object array, long at, long bytes, int root) {
        if (rank == root) {
            steps.copy(all.array(), all.at(root), array, at, all.bytes(root));
        }
        if (size > 1) {
            choose(steps, scatter, 0, situation(steps) | Algorithm.UNEQUAL, root)
                .run(steps, all, array, at, bytes, root);
        }
    }

    @Override
    public void allGather(Steps steps, Object array, long at, long bytes, Blocks all) {
        if (size == 1) {
            steps.copy(array, at, all.array(), all.at(rank), bytes);
        } else if (all.isEqual()) {
            choose(steps, allGather, bytes, bytes, 1, situation(steps), NOBODY).run(steps, array, at, bytes, all);
        } else if (all.overlap(size)) {
            // What is passed on must not be covered by another rank's piece.
            Blocks apart = all.apart(steps.memory(all.total(size)), size);
            allGatherUnequal(steps, array, at, bytes, apart);
            for (int i = 0; i < size; i++) {
                steps.copy(apart.array(), apart.at(i), all.array(), all.at(i), all.bytes(i));
            }
        } else {
            allGatherUnequal(steps, array, at, bytes, all);
        }
    }

    private void allGatherUnequal(Steps steps, Object array, long at, long bytes, Blocks all) {
        choose(steps, allGather, all.total(size) / size, situation(steps) | Algorithm.UNEQUAL, NOBODY)
            .run(steps, array, at, bytes, all);
    }

    @Override
    public void allToAll(Steps steps, Blocks out, Blocks in) {
        if (size == 1) {
            steps.copy(out.array(), out.at(0), in.array(), in.at(0), out.bytes(0));
        } else if (out.isEqual() && in.isEqual()) {
            choose(steps, allToAll, out.each(), size * out.each(), 1, situation(steps), NOBODY).run(steps, out, in);
        } else {
            // Lengths differ from rank to rank, and the choice must not.
            choose(steps, allToAll, 0, situation(steps) | Algorithm.UNEQUAL, NOBODY).run(steps, out, in);
        }
    }

    @Override
    public boolean allToAll(Steps steps, SpacedPieces out, SpacedPieces in) {
        // The same choice as without gaps: other ranks may have none.
        AllToAll chosen = size == 1 ? null
            : choose(steps, allToAll, out.bytes(), size * out.bytes(), 1, situation(steps), NOBODY);
        if (!steps.isDirect() || chosen == null || (chosen.cannot() & Algorithm.APART) == 0) {
            return false;
        }
        steps.node().alltoall(out, in);
        return true;
    }

    @Override
    public void reduce(Steps steps, Reduction reduction, Object mine, long mineAt, Object result, long resultAt,
                       long bytes, int root) {
        if (size == 1) {
            steps.copy(mine, mineAt, result, resultAt, bytes);
        } else {
            Reduction all = reduction.together(bytes);
            choose(steps, reduce, bytes, bytes, all.item(), situation(steps, all, bytes), root).run(steps, all, mine,
                mineAt, result, resultAt, bytes, root);
        }
    }

    @Override
    public void allReduce(Steps steps, Reduction reduction, Object mine, long mineAt, Object result, long resultAt,
                          long bytes) {
        if (size == 1) {
            steps.copy(mine, mineAt, result, resultAt, bytes);
        } else {
            Reduction all = reduction.together(bytes);
            choose(steps, allReduce, bytes, bytes, all.item(), situation(steps, all, bytes), NOBODY).run(steps, all,
                mine, mineAt, result, resultAt, bytes);
        }
    }

    @Override
    public void reduceScatter(Steps steps, Reduction reduction, Blocks mine, Object result, long resultAt,
                              long bytes) {
        if (size == 1) {
            steps.copy(mine.array(), mine.at(0), result, resultAt, bytes);
            return;
        }
        boolean inPlace = result == mine.array() && resultAt == mine.at(0);
        Object target = inPlace ? null : result;
        long targetAt = inPlace ? steps.memory(bytes) : resultAt;
        long total = mine.total(size);
        choose(steps, reduceScatter, total, situation(steps, reduction, total), NOBODY)
            .run(steps, reduction, mine, target, targetAt);
        steps.copy(target, targetAt, result, resultAt, bytes);
    }

    @Override
    public void scan(Steps steps, Reduction reduction, Object mine, long mineAt, Object result, long resultAt,
                     long bytes) {
        steps.copy(mine, mineAt, result, resultAt, bytes);
        if (size > 1) {
            choose(steps, scan, bytes, situation(steps, reduction, bytes), NOBODY)
                .run(steps, reduction, result, resultAt, bytes);
        }
    }

    @Override
    public void exScan(Steps steps, Reduction reduction, Object mine, long mineAt, Object result, long resultAt,
                       long bytes) {
        if (size == 1) {
            return;
        }
        boolean apart = rank == 0 && (mine != result || mineAt != resultAt);
        Object work = apart ? mine : result;
        long workAt = apart ? mineAt : resultAt;
        steps.copy(mine, mineAt, work, workAt, bytes);
        choose(steps, exScan, bytes, situation(steps, reduction, bytes), NOBODY)
            .run(steps, reduction, work, workAt, bytes);
    }
}
