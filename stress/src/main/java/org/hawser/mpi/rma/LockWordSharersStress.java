package org.hawser.mpi.rma;

import org.hawser.platform.memory.RawWords;
import org.hawser.stress.StressMemory;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** Every sharer is counted in and out, whichever way it comes in. */
@JCStressTest
@Outcome(id = "1", expect = Expect.ACCEPTABLE, desc = "The lock is free at the end.")
@Outcome(expect = Expect.FORBIDDEN, desc = "A sharer was lost, or counted twice.")
@State
public class LockWordSharersStress {
    private static final StressMemory MEMORY = new StressMemory(8);

    private final long word = RawWords.addressOf(MEMORY.piece());

    /** Takes turns. */
    @Actor
    public void first() {
        turns(0);
    }

    /** Takes turns. */
    @Actor
    public void second() {
        turns(1);
    }

    private void turns(int me) {
        for (int i = 0; i < 20; i++) {
            if (!LockWord.enterFree(word, me, false)) {
                LockWord.enter(word, me, false);
            }
            LockWord.leave(word, me, false);
        }
    }

    /** Whether the word is free. */
    @Arbiter
    public void check(I_Result free) {
        free.r1 = RawWords.getLong(word) == LockWord.FREE ? 1 : 0;
    }
}
