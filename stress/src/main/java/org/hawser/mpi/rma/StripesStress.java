package org.hawser.mpi.rma;

import java.lang.foreign.MemorySegment;
import org.hawser.mpi.comm.Communicator;
import org.hawser.mpi.group.Members;
import org.hawser.mpi.p2p.PointToPoint;
import org.hawser.platform.memory.RawWords;
import org.hawser.runtime.Rank;
import org.hawser.stress.StressMemory;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** One at a time updates what a stripe's lock is for, and finds what the last one left. */
@JCStressTest
@Outcome(id = "40", expect = Expect.ACCEPTABLE, desc = "Every turn counted.")
@Outcome(expect = Expect.FORBIDDEN, desc = "Two were inside at once.")
@State
public class StripesStress {
    private static final Communicator ALONE =
        Communicator.of(new PointToPoint(Rank.join()), Members.range(0, 1), 0, 0);
    private static final int STRIPE = 1;
    private static final StressMemory MEMORY = new StressMemory(Control.STRIPES + 4 * Control.LINE);

    private final MemorySegment control = MEMORY.piece();
    private final Stripes stripes = new Stripes(ALONE, control);
    private final long guarded = RawWords.addressOf(control) + Control.STRIPES + 2 * Control.LINE;

    /** Takes turns. */
    @Actor
    public void first() {
        turns();
    }

    /** Takes turns. */
    @Actor
    public void second() {
        turns();
    }

    private void turns() {
        for (int i = 0; i < 20; i++) {
            stripes.lock(STRIPE);
            RawWords.setLong(guarded, RawWords.getLong(guarded) + 1);
            stripes.unlock(STRIPE);
        }
    }

    /** How many turns were counted. */
    @Arbiter
    public void check(I_Result counted) {
        counted.r1 = (int) RawWords.getLong(guarded);
    }
}
