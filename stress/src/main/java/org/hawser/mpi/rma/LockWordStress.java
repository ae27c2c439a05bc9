package org.hawser.mpi.rma;

import org.hawser.platform.memory.RawWords;
import org.hawser.stress.StressMemory;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** One member at a time has the lock alone, by the short way in and by the long one, with reservations beside it. */
@JCStressTest
@Outcome(id = "40, 0", expect = Expect.ACCEPTABLE, desc = "Every turn counted, and the lock is free.")
@Outcome(expect = Expect.FORBIDDEN, desc = "Two were inside at once, or something was left.")
@State
public class LockWordStress {
    private static final StressMemory MEMORY = new StressMemory(256);
    private static final long GUARDED = 128;

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
            if (!LockWord.enterFree(word, me, true)) {
                for (int looks = 0; LockWord.enter(word, me, true) != LockWord.ENTERED; looks++) {
                    if (looks == 3) {
                        LockWord.reserve(word, me);
                    }
                    Thread.yield();
                }
            }
            RawWords.setLong(word + GUARDED, RawWords.getLong(word + GUARDED) + 1);
            LockWord.leave(word, me, true);
        }
    }

    /** How many turns were counted, and what the word holds. */
    @Arbiter
    public void check(II_Result countedAndLeft) {
        countedAndLeft.r1 = (int) RawWords.getLong(word + GUARDED);
        countedAndLeft.r2 = RawWords.getLong(word) == LockWord.FREE ? 0 : 1;
    }
}
