package org.hawser.stress;

import java.lang.foreign.MemorySegment;
import org.hawser.fabric.FabricException;
import org.hawser.fabric.MappedRegion;
import org.hawser.fabric.RegionKey;
import org.hawser.platform.memory.Words;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** Who knows that a region was closed is refused. */
@JCStressTest
@Outcome(id = {"0, 0", "0, 1", "1, 1"}, expect = Expect.ACCEPTABLE, desc = "Refused, or did not know yet.")
@Outcome(id = "1, 0", expect = Expect.FORBIDDEN, desc = "Knew, and put all the same.")
@State
public class MappedRegionStress {
    private static final StressMemory MEMORY = new StressMemory(Long.BYTES);

    private final MemorySegment state = open();
    private final MemorySegment memory = MEMORY.piece();
    private final MappedRegion region = new MappedRegion(new RegionKey(0, 1, 1, 8), memory, state);
    private volatile int told;

    private static MemorySegment open() {
        MemorySegment state = MEMORY.piece();
        Words.setLong(state, 0, MappedRegion.OPEN);
        return state;
    }

    /** Closes, then tells. */
    @Actor
    public void close() {
        Words.setRelease(state, 0, 0);
        told = 1;
    }

    /** Listens, then puts. */
    @Actor
    public void put(II_Result knewAndRefused) {
        knewAndRefused.r1 = told;
        try {
            region.putLong(0, 1);
        } catch (FabricException e) {
            knewAndRefused.r2 = 1;
        }
    }
}
