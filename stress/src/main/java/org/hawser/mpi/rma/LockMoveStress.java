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

/** One member at a time has the lock, while each turn moves it from one of its words to the other. */
@JCStressTest
@Outcome(id = "40", expect = Expect.ACCEPTABLE, desc = "Every turn counted.")
@Outcome(expect = Expect.FORBIDDEN, desc = "Two were inside at once, each by its word.")
@State
public class LockMoveStress {
    private static final StressMemory MEMORY = new StressMemory(512);
    private static final long OTHER = 128;
    private static final long GUARDED = 256;

    private final long words = begun(RawWords.addressOf(MEMORY.piece()));

    private static long begun(long words) {
        RawWords.setLong(words + OTHER, LockWord.away(0));
        return words;
    }

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
            long from = words;
            long to = words + OTHER;
            while (LockWord.enter(from, me, true) != LockWord.ENTERED) {
                from = words + words + OTHER - from;
                to = words + words + OTHER - from;
                Thread.yield();
            }
            RawWords.setLong(words + GUARDED, RawWords.getLong(words + GUARDED) + 1);
            RawWords.getAndSet(from, LockWord.away(me));
            RawWords.setVolatile(to, LockWord.heldBy(me));
            LockWord.leave(to, me, true);
        }
    }

    /** How many turns were counted. */
    @Arbiter
    public void check(I_Result counted) {
        counted.r1 = (int) RawWords.getLong(words + GUARDED);
    }
}
