package org.hawser.mpi.rma;

import org.hawser.platform.memory.RawWords;
import org.hawser.stress.StressMemory;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/** One accesses a piece of memory while its owner detaches it: never do both go on. */
@JCStressTest
@Outcome(id = "true, true", expect = Expect.ACCEPTABLE, desc = "The access goes on, the owner sees it.")
@Outcome(id = "false, true", expect = Expect.ACCEPTABLE, desc = "Each saw the other.")
@Outcome(id = "false, false", expect = Expect.ACCEPTABLE, desc = "The owner came first.")
@Outcome(id = "true, false", expect = Expect.FORBIDDEN, desc = "Memory was detached under an access.")
@State
public class DetachStress {
    private static final StressMemory MEMORY = new StressMemory(256);

    private final long version = RawWords.addressOf(MEMORY.piece());
    private final long user = version + 128;

    /** Accesses the piece, if it may. */
    @Actor
    public void origin(ZZ_Result seen) {
        seen.r1 = PieceWords.mark(user, 1, version, 0);
    }

    /** Detaches it, if nobody accesses it. */
    @Actor
    public void owner(ZZ_Result seen) {
        PieceWords.beginChange(version);
        seen.r2 = PieceWords.isMarked(user, 1);
    }
}
