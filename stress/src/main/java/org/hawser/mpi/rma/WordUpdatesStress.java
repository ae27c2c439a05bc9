package org.hawser.mpi.rma;

import org.hawser.mpi.coll.op.Operand;
import org.hawser.mpi.coll.op.Operator;
import org.hawser.platform.memory.RawWords;
import org.hawser.stress.StressMemory;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJJ_Result;

/** A sum, which is one instruction, beside a product, which is tried until nobody came between. */
@JCStressTest
@Outcome(id = "5, 6, 12", expect = Expect.ACCEPTABLE, desc = "First the sum.")
@Outcome(id = "10, 5, 11", expect = Expect.ACCEPTABLE, desc = "First the product.")
@Outcome(expect = Expect.FORBIDDEN, desc = "One of the two was lost.")
@State
public class WordUpdatesStress {
    private static final StressMemory MEMORY = new StressMemory(64);
    private static final Update SUM = Update.of(Operator.SUM, Operand.LONG);
    private static final Update PRODUCT = Update.of(Operator.PROD, Operand.LONG);

    private final long word = begun(RawWords.addressOf(MEMORY.piece()));

    private static long begun(long word) {
        RawWords.setLong(word, 5);
        return word;
    }

    /** Adds 1. */
    @Actor
    public void first(JJJ_Result seen) {
        seen.r1 = WordUpdates.update(SUM, word, 1L);
    }

    /** Doubles. */
    @Actor
    public void second(JJJ_Result seen) {
        seen.r2 = WordUpdates.update(PRODUCT, word, 2L);
    }

    /** What came of it. */
    @Arbiter
    public void check(JJJ_Result seen) {
        seen.r3 = RawWords.getLong(word);
    }
}
