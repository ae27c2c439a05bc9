package org.hawser.stress;

import org.hawser.platform.memory.RawBytes;
import org.hawser.platform.memory.RawWords;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** A staging slot: its receiver copies out, then frees it with release; a sender that finds it free writes again. */
@JCStressTest
@Outcome(id = {"1, 0", "1, 1"}, expect = Expect.ACCEPTABLE, desc = "the receiver has the old message")
@Outcome(id = {"2, 0", "2, 1"}, expect = Expect.FORBIDDEN, desc = "the receiver got what came later")
@State
public class SlotReuseStress {
    private static final int HEADER = 64;
    private static final StressMemory MEMORY = new StressMemory(2 * HEADER);

    private final long slot = RawWords.addressOf(MEMORY.piece());

    /** The slot is taken and holds a message. */
    public SlotReuseStress() {
        RawWords.setLong(slot, 1);
        RawBytes.setLong(slot + HEADER, 1);
    }

    /** The receiver. */
    @Actor
    public void receiver(II_Result r) {
        r.r1 = (int) RawBytes.getLong(slot + HEADER);
        RawWords.setRelease(slot, 0);
    }

    /** The sender. */
    @Actor
    public void sender(II_Result r) {
        if (RawWords.getAcquire(slot) == 0) {
            RawBytes.setLong(slot + HEADER, 2);
            r.r2 = 1;
        }
    }
}
