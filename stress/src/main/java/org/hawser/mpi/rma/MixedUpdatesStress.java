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
import org.openjdk.jcstress.infra.results.J_Result;

/** Sums, swaps and compare-and-swaps of one number: what is put in is taken out or still there. */
@JCStressTest
@Outcome(id = "0", expect = Expect.ACCEPTABLE, desc = "The books balance.")
@Outcome(expect = Expect.FORBIDDEN, desc = "Something came twice, or not at all.")
@State
public class MixedUpdatesStress {
    private static final StressMemory MEMORY = new StressMemory(64);
    private static final Update SUM = Update.of(Operator.SUM, Operand.DOUBLE);
    private static final Update SWAP = Update.of(Operator.REPLACE, Operand.DOUBLE);
    private static final Update READ = Update.of(Operator.NO_OP, Operand.DOUBLE);

    private final long word = RawWords.addressOf(MEMORY.piece());
    private long put;
    private long taken;
    private long exchanged;

    /** Adds. */
    @Actor
    public void first() {
        for (int i = 1; i <= 10; i++) {
            WordUpdates.update(SUM, word, Double.doubleToRawLongBits(i));
            put += i;
        }
    }

    /** Takes all, then adds where nobody came between. */
    @Actor
    public void second() {
        for (int i = 0; i < 10; i++) {
            taken += (long) Double.longBitsToDouble(WordUpdates.update(SWAP, word, 0L));
            long held = WordUpdates.update(READ, word, 0L);
            long next = Double.doubleToRawLongBits(Double.longBitsToDouble(held) + 1);
            if (RawWords.compareAndSet(word, held, next)) {
                exchanged++;
            }
        }
    }

    /** What does not balance. */
    @Arbiter
    public void check(J_Result seen) {
        seen.r1 = put + exchanged - taken - (long) Double.longBitsToDouble(RawWords.getLong(word));
    }
}
