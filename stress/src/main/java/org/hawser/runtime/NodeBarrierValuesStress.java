package org.hawser.runtime;

import java.lang.foreign.MemorySegment;
import org.hawser.stress.StressMemory;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** Values that differ are told to both ranks, and are forgotten by the next barrier. */
@JCStressTest
@Outcome(id = "12, 12", expect = Expect.ACCEPTABLE, desc = "Both were told of both.")
@Outcome(expect = Expect.FORBIDDEN, desc = "One was not, or of something else.")
@State
public class NodeBarrierValuesStress {
    private static final StressMemory MEMORY = new StressMemory(NodeBarrier.bytes(2));

    private final MemorySegment memory = MEMORY.piece();
    private final NodeBarrier zero = barrier(0);
    private final NodeBarrier one = barrier(1);

    private NodeBarrier barrier(int rank) {
        QuietDomain domain = new QuietDomain();
        return new NodeBarrier(memory, new ProgressEngine(domain, (s, w, m, o, l) -> { }, 2, 2), domain, rank, 2);
    }

    /** Rank 0. */
    @Actor
    public void rankZero(II_Result seen) {
        seen.r1 = meet(zero, 1);
    }

    /** Rank 1. */
    @Actor
    public void rankOne(II_Result seen) {
        seen.r2 = meet(one, 2);
    }

    private static int meet(NodeBarrier barrier, int value) {
        barrier.come(true, true, value);
        barrier.finish();
        BarrierValues two = barrier.difference();
        int told = two == null ? 0 : (int) (10 * two.value + two.otherValue);
        barrier.come(true, true, 7);
        barrier.finish();
        return barrier.difference() == null ? told : -1;
    }
}
