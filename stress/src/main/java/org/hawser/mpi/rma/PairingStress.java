package org.hawser.mpi.rma;

import org.hawser.platform.memory.RawWords;
import org.hawser.stress.StressMemory;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/**
 * An exposure epoch: the origin that sees the post reads what the target stored before it; the target that sees the
 * completion reads what the origin put, and what it stores then the origin has not read.
 */
@JCStressTest
@Outcome(id = "-1, -1, -1", expect = Expect.ACCEPTABLE, desc = "the origin came before the post")
@Outcome(id = "5, -1, -1", expect = Expect.ACCEPTABLE, desc = "the target looked before the end")
@Outcome(id = "5, 9, 7", expect = Expect.ACCEPTABLE, desc = "a whole epoch")
@Outcome(expect = Expect.FORBIDDEN, desc = "something was early or late")
@State
public class PairingStress {
    private static final int POSTED = 0;
    private static final int COMPLETED = 128;
    private static final int STORED = 256;
    private static final int PUT = 264;
    private static final StressMemory MEMORY = new StressMemory(384);

    private final long memory = RawWords.addressOf(MEMORY.piece());

    /** Stores, posts, and goes on when the origin has completed. */
    @Actor
    public void target(III_Result r) {
        RawWords.setLong(memory + STORED, 5);
        RawWords.setRelease(memory + POSTED, 1);
        r.r2 = -1;
        r.r3 = -1;
        if (AwaitedWord.isRaised(memory + COMPLETED, 1)) {
            r.r2 = (int) RawWords.getLong(memory + PUT);
            RawWords.setLong(memory + STORED, 7);
            r.r3 = (int) RawWords.getLong(memory + STORED);
        }
    }

    /** Gets and puts when the target has posted, and completes. */
    @Actor
    public void origin(III_Result r) {
        r.r1 = -1;
        if (AwaitedWord.isRaised(memory + POSTED, 1)) {
            r.r1 = (int) RawWords.getLong(memory + STORED);
            RawWords.setLong(memory + PUT, 9);
            RawWords.setRelease(memory + COMPLETED, 1);
        }
    }
}
