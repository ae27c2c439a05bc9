package org.hawser.mpi.coll;

import org.hawser.mpi.ErrorClass;
import org.hawser.mpi.MpiFailure;
import org.hawser.mpi.coll.algorithm.Algorithms;
import org.hawser.mpi.coll.op.Reduction;
import org.hawser.mpi.comm.Communicator;

/**
 * Collectives between two groups. A root is a number in the other group or, in the root's own group, ROOT at the root
 * and PROC_NULL elsewhere.
 *
 * <p>What a group combines or gets as a whole goes through its first process, the leader: leaders exchange, the rest
 * happens within the groups. Pieces go straight from each to each, as a leader need not know their lengths.
 *
 * <p>Cost, of groups of p and q: ⌈lg p⌉ + 1 + ⌈lg q⌉ messages after each other where there are leaders, else p or q at
 * a process.
 *
 * <p><b>Threads:</b> as {@link Collectives}. <b>Allocates:</b> nothing per call.
 */
final class InterCollectives extends Collectives {
    private static final int ROOT = -4;
    private static final int NOBODY = -2;
    private static final int LEADER = 0;

    private final Communicator communicator;
    private final int rank;
    private final int size;
    private final int others;

    InterCollectives(Communicator communicator) {
        super(communicator);
        this.communicator = communicator;
        rank = communicator.rank();
        size = communicator.size();
        others = communicator.remote().size();
    }

    private void amongOthers(Steps steps) {
        steps.among(communicator.remote(), -1);
    }

    private void amongOurs(Steps steps) {
        steps.among(communicator.local(), rank);
    }

    @Override
    public void barrier(Steps steps) {
        Algorithms.BARRIER.getFirst().run(steps);
        exchange(steps, null, 0, null, 0, 0);
        bcastOurs(steps, null, 0, 0);
    }

    /** The leaders give each other bytes. */
    private void exchange(Steps steps, Object out, long outAt, Object in, long inAt, long bytes) {
        if (rank == LEADER) {
            amongOthers(steps);
            steps.receive(in, inAt, bytes, LEADER);
            steps.send(out, outAt, bytes, LEADER);
            steps.endRound();
            amongOurs(steps);
        }
    }

    private void bcastOurs(Steps steps, Object array, long at, long bytes) {
        if (size > 1) {
            Algorithms.BCAST.getFirst().run(steps, array, at, bytes, LEADER);
        }
    }

    /** At the leader, the address of our items combined, or those of the array when there is one process. */
    private long reduceOurs(Steps steps, Reduction reduction, Object mine, long mineAt, long bytes) {
        if (size == 1) {
            return mineAt;
        }
        long sum = rank == LEADER ? steps.memory(bytes) : 0;
        Algorithms.REDUCE.getFirst().run(steps, reduction, mine, mineAt, null, sum, bytes, LEADER);
        return sum;
    }

    /** Where {@link #reduceOurs} left its result. */
    private Object sumArray(Object mine) {
        return size == 1 ? mine : null;
    }

    @Override
    public void bcast(Steps steps, Object array, long at, long bytes, int root) {
        if (root == NOBODY) {
            return;
        }
        amongOthers(steps);
        if (root == ROOT) {
            steps.send(array, at, bytes, LEADER);
            steps.endRound();
            return;
        }
        if (rank == LEADER) {
            steps.receive(array, at, bytes, root);
            steps.endRound();
        }
        amongOurs(steps);
        bcastOurs(steps, array, at, bytes);
    }

    @Override
    public void gather(Steps steps, Object array, long at, long bytes, Blocks all, int root) {
        gatherUnequal(steps, array, at, bytes, all, root);
    }

    @Override
    public void gatherUnequal(Steps steps, Object array, long at, long bytes, Blocks all, int root) {
        amongOthers(steps);
        if (root == ROOT) {
            receiveAll(steps, all);
        } else if (root != NOBODY) {
            steps.send(array, at, bytes, root);
        }
        steps.endRound();
    }

    private void receiveAll(Steps steps, Blocks all) {
        for (int i = 0; i < others; i++) {
            int from = (rank + i) % others;
            steps.receive(all.array(), all.at(from), all.bytes(from), from);
        }
    }

    private void sendAll(Steps steps, Blocks all) {
        for (int i = 0; i < others; i++) {
            int to = (rank + i) % others;
            steps.send(all.array(), all.at(to), all.bytes(to), to);
        }
    }

    @Override
    public void scatter(Steps steps, Blocks all, Object array, long at, long bytes, int root) {
        scatterUnequal(steps, all, array, at, bytes, root);
    }

    @Override
    public void scatterUnequal(Steps steps, Blocks all, Object array, long at, long bytes, int root) {
        amongOthers(steps);
        if (root == ROOT) {
            sendAll(steps, all);
        } else if (root != NOBODY) {
            steps.receive(array, at, bytes, root);
        }
        steps.endRound();
    }

    @Override
    public void allGather(Steps steps, Object array, long at, long bytes, Blocks all) {
        amongOthers(steps);
        receiveAll(steps, all);
        for (int i = 0; i < others; i++) {
            steps.send(array, at, bytes, (rank + i) % others);
        }
        steps.endRound();
    }

    @Override
    public void allToAll(Steps steps, Blocks out, Blocks in) {
        amongOthers(steps);
        receiveAll(steps, in);
        sendAll(steps, out);
        steps.endRound();
    }

    @Override
    public void reduce(Steps steps, Reduction reduction, Object mine, long mineAt, Object result, long resultAt,
                       long bytes, int root) {
        if (root == NOBODY) {
            return;
        }
        if (root == ROOT) {
            amongOthers(steps);
            steps.receive(result, resultAt, bytes, LEADER);
        } else {
            long sum = reduceOurs(steps, reduction, mine, mineAt, bytes);
            if (rank == LEADER) {
                amongOthers(steps);
                steps.send(sumArray(mine), sum, bytes, root);
            }
        }
        steps.endRound();
    }

    @Override
    public void allReduce(Steps steps, Reduction reduction, Object mine, long mineAt, Object result, long resultAt,
                          long bytes) {
        long sum = reduceOurs(steps, reduction, mine, mineAt, bytes);
        exchange(steps, sumArray(mine), sum, result, resultAt, bytes);
        bcastOurs(steps, result, resultAt, bytes);
    }

    @Override
    public void reduceScatter(Steps steps, Reduction reduction, Blocks mine, Object result, long resultAt,
                              long bytes) {
        long total = mine.total(size);
        long sum = reduceOurs(steps, reduction, mine.array(), mine.at(0), total);
        if (rank != LEADER) {
            steps.receive(result, resultAt, bytes, LEADER);
            steps.endRound();
            return;
        }
        long theirs = steps.memory(total);
        exchange(steps, sumArray(mine.array()), sum, null, theirs, total);
        steps.copy(null, theirs, result, resultAt, bytes);
        for (int i = 1; i < size; i++) {
            steps.send(null, theirs + mine.at(i) - mine.at(0), mine.bytes(i), i);
        }
        steps.endRound();
    }

    @Override
    public void scan(Steps steps, Reduction reduction, Object mine, long mineAt, Object result, long resultAt,
                     long bytes) {
        throw notDefined();
    }

    @Override
    public void exScan(Steps steps, Reduction reduction, Object mine, long mineAt, Object result, long resultAt,
                       long bytes) {
        throw notDefined();
    }

    private static MpiFailure notDefined() {
        return new MpiFailure(ErrorClass.COMM, "two groups have no order in which to scan");
    }
}
