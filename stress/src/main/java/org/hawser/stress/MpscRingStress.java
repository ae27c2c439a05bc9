package org.hawser.stress;

import java.lang.foreign.MemorySegment;
import org.hawser.platform.memory.Words;
import org.hawser.platform.ring.MpscLayout;
import org.hawser.platform.ring.MpscReader;
import org.hawser.platform.ring.MpscWriter;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** Two writers and a reader: each record once, whole, and each writer's in order, while the ring goes round. */
@JCStressTest
@Outcome(id = "80, 0", expect = Expect.ACCEPTABLE, desc = "All of both, in order.")
@Outcome(expect = Expect.FORBIDDEN, desc = "Lost, doubled, torn or out of order.")
@State
public class MpscRingStress {
    private static final int RECORDS = 40;

    private static final StressMemory MEMORY = new StressMemory(MpscLayout.bytes(1024));

    private final MemorySegment ring = MEMORY.piece();
    private final MpscReader reader = new MpscReader(ring);
    private final int[] next = new int[2];
    private int count;
    private int wrong;

    /** Writes as 0. */
    @Actor
    public void writeFirst() {
        write(0);
    }

    /** Writes as 1. */
    @Actor
    public void writeSecond() {
        write(1);
    }

    private void write(int who) {
        MpscWriter writer = new MpscWriter(ring);
        for (int i = 0; i < RECORDS; i++) {
            int length = 2 * Long.BYTES + i % 3 * Long.BYTES;
            long at;
            while ((at = writer.claim(length)) < 0) {
                Thread.yield();
            }
            Words.setLong(writer.memory(), at, i);
            Words.setLong(writer.memory(), at + length - Long.BYTES, ~i);
            writer.commit(at, length, who);
        }
    }

    /** Reads all of it. */
    @Actor
    public void read() {
        for (int idle = 0; count < 2 * RECORDS && idle < 10_000_000; idle++) {
            int work = reader.poll((who, memory, offset, length) -> {
                long number = next[who]++;
                boolean whole = Words.getLong(memory, offset) == number
                    && Words.getLong(memory, offset + length - Long.BYTES) == ~number;
                wrong += whole ? 0 : 1;
                count++;
            }, Integer.MAX_VALUE);
            if (work == 0) {
                Thread.yield();
            }
        }
    }

    /** What came and what was wrong. */
    @Arbiter
    public void check(II_Result found) {
        found.r1 = count;
        found.r2 = wrong;
    }
}
