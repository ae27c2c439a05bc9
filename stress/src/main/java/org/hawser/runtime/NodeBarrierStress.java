package org.hawser.runtime;

import java.lang.foreign.MemorySegment;
import org.hawser.stress.StressMemory;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** What a rank did before the barrier is seen by the other after it, twice over. */
@JCStressTest
@Outcome(id = "2, 2", expect = Expect.ACCEPTABLE, desc = "Seen.")
@Outcome(expect = Expect.FORBIDDEN, desc = "Not seen.")
@State
public class NodeBarrierStress {
    private static final StressMemory MEMORY = new StressMemory(NodeBarrier.bytes(2));

    private final MemorySegment memory = MEMORY.piece();
    private final NodeBarrier zero = barrier(0);
    private final NodeBarrier one = barrier(1);
    private int byZero;
    private int byOne;

    private NodeBarrier barrier(int rank) {
        QuietDomain domain = new QuietDomain();
        return new NodeBarrier(memory, new ProgressEngine(domain, (s, w, m, o, l) -> { }, 2, 2), domain, rank, 2);
    }

    /** Rank 0. */
    @Actor
    public void rankZero(II_Result seen) {
        byZero = 1;
        zero.await();
        int first = byOne;
        zero.await();
        byZero = 2;
        zero.await();
        seen.r1 = first + byOne - 1;
    }

    /** Rank 1. */
    @Actor
    public void rankOne(II_Result seen) {
        byOne = 1;
        one.await();
        int first = byZero;
        one.await();
        byOne = 2;
        one.await();
        seen.r2 = first + byZero - 1;
    }
}
