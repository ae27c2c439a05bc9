package org.hawser.stress;

import java.lang.foreign.MemorySegment;
import org.hawser.platform.memory.Words;
import org.hawser.platform.ring.SpscLayout;
import org.hawser.platform.ring.SpscReader;
import org.hawser.platform.ring.SpscWriter;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** Space that comes back is written over only after it was read: the ring goes round while both ends work. */
@JCStressTest
@Outcome(id = "0", expect = Expect.ACCEPTABLE, desc = "Every record was its own.")
@Outcome(expect = Expect.FORBIDDEN, desc = "Lost, doubled or overwritten.")
@State
public class SpscRingReuseStress {
    private static final int RECORDS = 200;

    private static final StressMemory MEMORY = new StressMemory(SpscLayout.bytes(1024));

    private final MemorySegment ring = MEMORY.piece();
    private final SpscWriter writer = new SpscWriter(ring);
    private final SpscReader reader = new SpscReader(ring);
    private int next;
    private int wrong;

    /** Three times round the ring. */
    @Actor
    public void write() {
        for (int i = 0; i < RECORDS; i++) {
            while (!writer.offer(1, i)) {
                Thread.onSpinWait();
            }
        }
    }

    /** Reads all of it. */
    @Actor
    public void read() {
        while (next < RECORDS) {
            reader.poll((word, memory, offset, length) -> wrong += Words.getLong(memory, offset) == next++ ? 0 : 1, 7);
        }
    }

    /** What was wrong. */
    @Arbiter
    public void check(I_Result found) {
        found.r1 = wrong;
    }
}
