package org.hawser.mpi.rma;

import org.hawser.platform.memory.RawWords;
import org.hawser.stress.StressMemory;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** Who reserves and then looks once more gets in, or the one who leaves sees the reservation and wakes it. */
@JCStressTest
@Outcome(id = {"1, 0", "0, 1", "1, 1"}, expect = Expect.ACCEPTABLE, desc = "Woken, or inside already.")
@Outcome(id = "0, 0", expect = Expect.FORBIDDEN, desc = "Sleeps, and nobody wakes it.")
@State
public class LockWordReservedStress {
    private static final StressMemory MEMORY = new StressMemory(8);

    private final long word = entered(RawWords.addressOf(MEMORY.piece()));

    private static long entered(long word) {
        LockWord.enterFree(word, 0, false);
        return word;
    }

    /** Leaves. */
    @Actor
    public void leave(II_Result sawAndEntered) {
        sawAndEntered.r1 = LockWord.makesRoom(LockWord.leave(word, 0, false)) ? 1 : 0;
    }

    /** Reserves for a writer, and looks once more. */
    @Actor
    public void reserve(II_Result sawAndEntered) {
        LockWord.reserve(word, 1);
        sawAndEntered.r2 = LockWord.enter(word, 1, true) == LockWord.ENTERED ? 1 : 0;
    }
}
