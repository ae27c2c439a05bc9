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

/** Two writers, of which one also reads: each record once, whole, in its writer's order, while the ring goes round. */
@JCStressTest
@Outcome(id = "80, 0", expect = Expect.ACCEPTABLE, desc = "All of both, in order.")
@Outcome(expect = Expect.FORBIDDEN, desc = "Lost, doubled, torn or out of order.")
@State
public class MpscRingPairStress {
    private static final int RECORDS = 40;

    private static final StressMemory MEMORY = new StressMemory(MpscLayout.bytes(1024));

    private final MemorySegment ring = MEMORY.piece();
    private final MpscReader reader = new MpscReader(ring);
    private final int[] next = new int[2];
    private int count;
    private int wrong;

    /** Writes as 0. */
    @Actor
    public void write() {
        MpscWriter writer = new MpscWriter(ring);
        for (int i = 0; i < RECORDS; i++) {
            while (!write(writer, 0, i)) {
                Thread.yield();
            }
        }
    }

    /** Writes as 1 and reads in turn, then reads the rest. */
    @Actor
    public void writeAndRead() {
        MpscWriter writer = new MpscWriter(ring);
        for (int i = 0; i < RECORDS; i++) {
            while (!write(writer, 1, i)) {
                read();
            }
        }
        while (count < 2 * RECORDS) {
            read();
        }
    }

    private static boolean write(MpscWriter writer, int who, int number) {
        int length = 2 * Long.BYTES + number % 3 * Long.BYTES;
        long at = writer.claim(length);
        if (at < 0) {
            return false;
        }
        Words.setLong(writer.memory(), at, number);
        Words.setLong(writer.memory(), at + length - Long.BYTES, ~number);
        writer.commit(at, length, who);
        return true;
    }

    private void read() {
        reader.poll((who, memory, offset, length) -> {
            long number = next[who]++;
            boolean whole = Words.getLong(memory, offset) == number
                && Words.getLong(memory, offset + length - Long.BYTES) == ~number;
            wrong += whole ? 0 : 1;
            count++;
        }, Integer.MAX_VALUE);
    }

    /** What came and what was wrong. */
    @Arbiter
    public void check(II_Result found) {
        found.r1 = count;
        found.r2 = wrong;
    }
}
