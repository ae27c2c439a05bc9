package org.hawser.mpi.coll.node;

import org.hawser.platform.memory.RawWords;
import org.hawser.stress.StressMemory;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/** A member that goes to sleep sees the flag, or who raises it sees the sleeper; and the flag brings the payload. */
@JCStressTest
@Outcome(id = "1, 0, -1", expect = Expect.ACCEPTABLE, desc = "asleep, and woken")
@Outcome(id = "0, 1, 9", expect = Expect.ACCEPTABLE, desc = "raised before anybody slept")
@Outcome(id = "1, 1, 9", expect = Expect.ACCEPTABLE, desc = "both saw each other")
@Outcome(id = "0, 0, -1", expect = Expect.FORBIDDEN, desc = "sleeps for ever")
@State
public class NodeFlagsStress {
    private static final int FLAG = 128;
    private static final int PAYLOAD = 136;
    private static final StressMemory MEMORY = new StressMemory(256);

    private final long memory = RawWords.addressOf(MEMORY.piece());
    private final NodeFlags writer = new NodeFlags(memory, 0);
    private final NodeFlags reader = new NodeFlags(memory, 1);

    /** Writes a payload and raises the flag. */
    @Actor
    public void raise(III_Result r) {
        RawWords.setLong(memory + PAYLOAD, 9);
        r.r1 = writer.raise(memory + FLAG, 1) != 0 ? 1 : 0;
    }

    /** Goes to sleep unless the flag is up. */
    @Actor
    public void sleep(III_Result r) {
        boolean raised = reader.sleepUnlessRaised(memory + FLAG, 1);
        r.r2 = raised ? 1 : 0;
        r.r3 = raised ? (int) RawWords.getLong(memory + PAYLOAD) : -1;
    }
}
