package org.hawser.stress;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.hawser.platform.idle.Doorbell;
import org.hawser.platform.memory.Words;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** A message and a ring against a look and a sleep: the sleeper does not sleep its time out. */
@JCStressTest
@Outcome(id = "0", expect = Expect.ACCEPTABLE, desc = "Woken, or never slept.")
@Outcome(expect = Expect.FORBIDDEN, desc = "The ring was lost.")
@State
public class DoorbellStress {
    private static final long LONG_TIME = 5_000_000_000L;
    private static final long MESSAGE = 64;

    private final MemorySegment memory = Arena.ofAuto().allocate(128, 64);
    private final Doorbell mine = Doorbell.ofThread(memory, 0);
    private final Doorbell theirs = Doorbell.ofThread(memory, 0);

    /** Leaves a message and rings. */
    @Actor
    public void ring() {
        Words.setRelease(memory, MESSAGE, 1);
        theirs.ring();
    }

    /** Sleeps until the message is there. */
    @Actor
    public void sleep(I_Result late) {
        long start = System.nanoTime();
        while (Words.getAcquire(memory, MESSAGE) == 0) {
            mine.sleep(LONG_TIME, () -> Words.getAcquire(memory, MESSAGE) != 0);
        }
        late.r1 = System.nanoTime() - start < LONG_TIME ? 0 : 1;
    }
}
