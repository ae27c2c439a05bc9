package org.hawser.mpi.rma;

import org.hawser.mpi.coll.op.Operand;
import org.hawser.mpi.coll.op.Operator;
import org.hawser.platform.memory.RawInts;
import org.hawser.platform.memory.RawWords;
import org.hawser.stress.StressMemory;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** Two ints side by side: updates of one do not touch the other, and those of one are all made. */
@JCStressTest
@Outcome(id = "20, 9", expect = Expect.ACCEPTABLE, desc = "All were made.")
@Outcome(expect = Expect.FORBIDDEN, desc = "An update was lost.")
@State
public class IntUpdatesStress {
    private static final StressMemory MEMORY = new StressMemory(64);
    private static final Update SUM = Update.of(Operator.SUM, Operand.INT);
    private static final Update MOST = Update.of(Operator.MAX, Operand.INT);

    private final long ints = RawWords.addressOf(MEMORY.piece());

    /** Adds to the first, and raises the second. */
    @Actor
    public void first() {
        for (int i = 0; i < 10; i++) {
            WordUpdates.update(MOST, ints + 4, i);
            WordUpdates.update(SUM, ints, 1);
        }
    }

    /** Adds to the first, and raises the second. */
    @Actor
    public void second() {
        for (int i = 0; i < 10; i++) {
            WordUpdates.update(SUM, ints, 1);
            WordUpdates.update(MOST, ints + 4, i);
        }
    }

    /** What came of it. */
    @Arbiter
    public void check(II_Result seen) {
        seen.r1 = RawInts.getVolatile(ints);
        seen.r2 = RawInts.getVolatile(ints + 4);
    }
}
