package org.hawser.testkit.rma;

import java.util.Arrays;
import java.util.Map;

/**
 * One window of a random program: a part of each rank's memory, and what displacements are counted in.
 *
 * <p><b>Threads:</b> immutable.
 *
 * @param memory which of the program's memories it is over
 * @param offset where it begins in each rank's memory
 * @param bytes how long it is at each rank
 * @param unit what displacements to each rank are counted in
 * @param hints what is said when it is made
 */
public record WindowPlan(int memory, int[] offset, int[] bytes, int[] unit, Map<String, String> hints) {

    /** Where a window's memory is from. */
    public enum Memory {
        /** The program got it from the runtime. */
        RUNTIME,
        /** The program has it from elsewhere. */
        FOREIGN,
        /** The window makes it. */
        ALLOCATED,
        /** The window makes it, and all ranks can load and store it. */
        SHARED
    }

    @Override
    public String toString() {
        return "window of m" + memory + " offsets=" + Arrays.toString(offset) + " bytes=" + Arrays.toString(bytes)
            + " units=" + Arrays.toString(unit) + " " + hints;
    }
}
