package org.hawser.mpi.rma;

import org.hawser.mpi.coll.node.NodeFlags;
import org.hawser.platform.memory.RawWords;
import org.hawser.stress.StressMemory;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** A fence of two: who sees that the other has come finds what it put, and neither sleeps for ever. */
@JCStressTest
@Outcome(id = "9, 9", expect = Expect.ACCEPTABLE, desc = "both have come, with what they put")
@Outcome(id = {"-1, 9", "9, -1"}, expect = Expect.ACCEPTABLE, desc = "one is ahead")
@Outcome(id = "-1, -1", expect = Expect.FORBIDDEN, desc = "both go to sleep and nobody wakes them")
@Outcome(id = {"0, .*", ".*, 0"}, expect = Expect.FORBIDDEN, desc = "come, but not what was put before")
@State
public class ArrivalStress {
    private static final int ARRIVED = 128;
    private static final int WINDOW = 192;
    private static final int BLOCK = 128;
    private static final StressMemory MEMORY = new StressMemory(512);

    private final long memory = RawWords.addressOf(MEMORY.piece());

    /** Puts at the other, arrives, and goes to sleep unless the other has come or is to be woken. */
    private int fence(int me) {
        int other = 1 - me;
        NodeFlags flags = new NodeFlags(memory, me);
        RawWords.setLong(memory + WINDOW + (long) other * BLOCK, 9);
        flags.raise(memory + ARRIVED + (long) me * BLOCK, 1);
        boolean come = flags.sleepUnlessRaised(memory + ARRIVED + (long) other * BLOCK, 1);
        return come ? (int) RawWords.getLong(memory + WINDOW + (long) me * BLOCK) : -1;
    }

    /** The first member. */
    @Actor
    public void first(II_Result r) {
        r.r1 = fence(0);
    }

    /** The second member. */
    @Actor
    public void second(II_Result r) {
        r.r2 = fence(1);
    }
}
