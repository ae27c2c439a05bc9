package org.hawser.mpi.rma;

import org.hawser.platform.memory.RawWords;
import org.hawser.stress.StressMemory;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** Who shares the lock sees all that a holder wrote under it, or nothing. */
@JCStressTest
@Outcome(id = {"0, 0", "1, 1", "-1, -1"}, expect = Expect.ACCEPTABLE, desc = "Before, after, or kept out.")
@Outcome(expect = Expect.FORBIDDEN, desc = "Half of what was written.")
@State
public class LockWordSharedStress {
    private static final StressMemory MEMORY = new StressMemory(512);
    private static final long ONE = 128;
    private static final long OTHER = 256;

    private final long word = RawWords.addressOf(MEMORY.piece());

    /** Writes two words under the lock, when it is to be had. */
    @Actor
    public void write() {
        if (LockWord.enter(word, 0, true) == LockWord.ENTERED) {
            RawWords.setLong(word + ONE, 1);
            RawWords.setLong(word + OTHER, 1);
            LockWord.leave(word, 0, true);
        }
    }

    /** Reads them in the other order, when the lock is to be had. */
    @Actor
    public void read(II_Result seen) {
        seen.r1 = -1;
        seen.r2 = -1;
        if (LockWord.enter(word, 1, false) == LockWord.ENTERED) {
            seen.r2 = (int) RawWords.getLong(word + OTHER);
            seen.r1 = (int) RawWords.getLong(word + ONE);
            LockWord.leave(word, 1, false);
        }
    }
}
