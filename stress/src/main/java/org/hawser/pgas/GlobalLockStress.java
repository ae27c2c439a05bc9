package org.hawser.pgas;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** One thread at a time holds a lock, and sees what the one before wrote. */
@JCStressTest
@Outcome(id = "6", expect = Expect.ACCEPTABLE, desc = "Every turn counted.")
@Outcome(expect = Expect.FORBIDDEN, desc = "Two were inside at once, or one did not see the other's turn.")
@State
public class GlobalLockStress {
    private static final int TURNS = 3;

    /** Plain: the lock is all that orders the two. */
    private int counted;

    /** Takes turns. */
    @Actor
    public void first() {
        turns(PgasPair.of(0));
    }

    /** Takes turns. */
    @Actor
    public void second() {
        turns(PgasPair.of(1));
    }

    private void turns(PgasPair mine) {
        for (int i = 0; i < TURNS; i++) {
            if (i == 1 && mine.lock.tryLock()) {
                counted++;
            } else {
                mine.lock.lock();
                counted++;
            }
            mine.lock.unlock();
        }
    }

    /** How many turns were counted. */
    @Arbiter
    public void check(I_Result turns) {
        turns.r1 = counted;
    }
}
