package org.hawser.stress;

import org.hawser.platform.lock.BiasedLock;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** One thread at a time, while the bias goes to whoever comes first and the other takes it away. */
@JCStressTest
@Outcome(id = "40", expect = Expect.ACCEPTABLE, desc = "Every turn counted.")
@Outcome(expect = Expect.FORBIDDEN, desc = "Two were inside at once.")
@State
public class BiasedLockPairStress {
    private final BiasedLock lock = new BiasedLock();
    private int guarded;

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
            lock.acquire();
            guarded = guarded + 1;
            lock.release();
        }
    }

    /** How many turns were counted. */
    @Arbiter
    public void check(I_Result counted) {
        counted.r1 = guarded;
    }
}
