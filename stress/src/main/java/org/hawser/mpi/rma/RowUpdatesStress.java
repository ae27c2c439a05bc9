package org.hawser.mpi.rma;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import org.hawser.mpi.coll.op.Operand;
import org.hawser.mpi.coll.op.Operator;
import org.hawser.mpi.comm.Communicator;
import org.hawser.mpi.group.Members;
import org.hawser.mpi.p2p.PointToPoint;
import org.hawser.platform.memory.RawBytes;
import org.hawser.platform.memory.RawWords;
import org.hawser.runtime.Rank;
import org.hawser.stress.StressMemory;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** Rows of doubles across two stripes, beside updates of single ones in them. */
@JCStressTest
@Outcome(id = "10, 5", expect = Expect.ACCEPTABLE, desc = "All were made.")
@Outcome(expect = Expect.FORBIDDEN, desc = "An update was lost.")
@State
public class RowUpdatesStress {
    private static final Communicator ALONE =
        Communicator.of(new PointToPoint(Rank.join()), Members.range(0, 1), 0, 0);
    private static final int DOUBLES = 32;
    /** The row begins here, in the window's bytes: its middle is where the second stripe begins. */
    private static final long ROW = Stripes.PIECE - DOUBLES * Double.BYTES / 2;
    private static final StressMemory MEMORY =
        new StressMemory(Control.STRIPES + 4 * Control.LINE + DOUBLES * Double.BYTES);
    private static final Update SUM = Update.of(Operator.SUM, Operand.DOUBLE);
    private static final double[] ONES = new double[DOUBLES];

    static {
        Arrays.fill(ONES, 1);
    }

    private final MemorySegment control = MEMORY.piece();
    private final long row = RawWords.addressOf(control) + Control.STRIPES + 4 * Control.LINE;
    private final RowUpdates updates = new RowUpdates(new Stripes(ALONE, control), null);

    private void add(int first, int count) {
        updates.update(ONES, 0, null, null, 0, null, false, row - ROW, ROW + (long) first * Double.BYTES, null,
            (long) count * Double.BYTES, SUM);
    }

    /** Adds to all. */
    @Actor
    public void first() {
        for (int i = 0; i < 5; i++) {
            add(0, DOUBLES);
        }
    }

    /** Adds to one. */
    @Actor
    public void second() {
        for (int i = 0; i < 5; i++) {
            add(20, 1);
        }
    }

    /** The one, and another. */
    @Arbiter
    public void check(II_Result seen) {
        seen.r1 = (int) Double.longBitsToDouble(RawBytes.getLong(row + 20 * Double.BYTES));
        seen.r2 = (int) Double.longBitsToDouble(RawBytes.getLong(row + 7 * Double.BYTES));
    }
}
