package org.hawser.stress;

import java.lang.foreign.MemorySegment;
import org.hawser.platform.memory.Words;
import org.hawser.platform.ring.SpscLayout;
import org.hawser.platform.ring.SpscReader;
import org.hawser.platform.ring.SpscWriter;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** A record that is seen is whole, and the second is not seen before the first. */
@JCStressTest
@Outcome(id = {"0, 0", "42, 0", "42, 15"}, expect = Expect.ACCEPTABLE, desc = "In order, whole.")
@Outcome(expect = Expect.FORBIDDEN, desc = "Torn or out of order.")
@State
public class SpscRingStress {
    private static final StressMemory MEMORY = new StressMemory(SpscLayout.bytes(1024));

    private final MemorySegment ring = MEMORY.piece();
    private final SpscWriter writer = new SpscWriter(ring);
    private final SpscReader reader = new SpscReader(ring);

    /** Writes a short record, then a longer one. */
    @Actor
    public void write() {
        writer.offer(1, 42);
        long at = writer.claim(2 * Long.BYTES);
        Words.setLong(writer.memory(), at, 7);
        Words.setLong(writer.memory(), at + Long.BYTES, 8);
        writer.commit(at, 2 * Long.BYTES, 2);
    }

    /** Reads what is there. */
    @Actor
    public void read(II_Result seen) {
        reader.poll((word, memory, offset, length) -> {
            if (word == 1) {
                seen.r1 = (int) Words.getLong(memory, offset);
            } else {
                seen.r2 = (int) (Words.getLong(memory, offset) + Words.getLong(memory, offset + Long.BYTES));
            }
        }, 2);
    }
}
