package org.hawser.mpi.rma;

import java.util.Arrays;
import org.hawser.mpi.coll.Blocks;
import org.hawser.mpi.coll.Collectives;
import org.hawser.mpi.coll.Direct;
import org.hawser.mpi.coll.op.Operand;
import org.hawser.mpi.coll.op.Operator;
import org.hawser.mpi.coll.op.Reduction;
import org.hawser.mpi.coll.op.Reductions;

/**
 * How members that have counted what they did at each of the others learn how much of it came to them. Nobody has the
 * answer before all have come.
 *
 * <p><b>Threads:</b> one at a time. <b>Allocates:</b> at construction.
 */
final class Counts {
    private static final Reduction SUM = Reductions.of(Operator.SUM, Operand.LONG, true);

    private final Collectives collectives;
    private final Direct steps;
    private final int me;
    private final long[] mine;
    private final long[] sums;
    private final Blocks pieces;

    Counts(Collectives collectives) {
        this.collectives = collectives;
        steps = collectives.direct();
        me = collectives.communicator().rank();
        mine = new long[collectives.communicator().size()];
        sums = new long[mine.length];
        pieces = new Blocks().equal(mine, 0, Long.BYTES);
    }

    /** Counts something done at a member. */
    void add(int member, long count) {
        mine[member] += count;
    }

    /** Collective: how much all have done here since the last time; each gets its own sum. */
    long scatter() {
        collectives.begin(steps);
        collectives.reduceScatter(steps, SUM, pieces, sums, 0, Long.BYTES);
        steps.end();
        Arrays.fill(mine, 0);
        return sums[0];
    }

    /** Collective: how much all have done here since the last time; all get all sums. */
    long all() {
        collectives.begin(steps);
        collectives.allReduce(steps, SUM, mine, 0, sums, 0, (long) mine.length * Long.BYTES);
        steps.end();
        Arrays.fill(mine, 0);
        return sums[me];
    }
}
