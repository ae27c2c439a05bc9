package org.hawser.mpi.rma;

import java.lang.foreign.MemorySegment;
import org.hawser.fabric.Capability;
import org.hawser.mpi.ErrorClass;
import org.hawser.mpi.MpiFailure;
import org.hawser.platform.memory.RawWords;
import org.hawser.runtime.Rank;

/**
 * Which types of a member's window are updated item by item with the processor's atomics; all others are updated in
 * rows, under the locks of {@link Stripes}. The member itself says so in its {@link Control} block, and everyone who
 * updates its memory obeys: two ways on one item would not be atomic to each other.
 *
 * <pre>
 * auto    longs and ints               the standard
 * items   longs, ints, doubles, floats where many update single numbers at once
 * rows    none                         where rows of integers are accumulated; and for memory that peers cannot map
 * longs   longs only                   where the fabric has no other atomics
 * </pre>
 *
 * <p><b>Threads:</b> any. <b>Allocates:</b> nothing but for failures.
 */
final class UpdateMode {
    // The levels of types: those at or above a mode's limit are updated item by item.
    static final int OF_LONGS = 3;
    static final int OF_INTS = 2;
    static final int OF_REALS = 1;
    static final int OF_OTHERS = 0;

    /** The value of the word in the control block that says so; 0, as fresh memory has it, is auto. */
    private static final int AUTO = 0;
    private static final int ITEMS = 1;
    private static final int ROWS = 2;
    private static final int LONGS = 3;

    private UpdateMode() {
    }

    /**
     * Notes in a member's own control block how its window is to be updated.
     *
     * @param mappable whether peers on the node can map the window's memory
     */
    static void announce(MemorySegment control, Hints hints, boolean mappable, Rank rank) {
        String choice = hints.choice("updates", "auto");
        int mode = switch (choice) {
            case "auto" -> AUTO;
            case "items" -> ITEMS;
            case "rows" -> ROWS;
            default -> throw new MpiFailure(ErrorClass.INFO_VALUE, "no way to update items: hawser_updates=" + choice
                + " known=auto,items,rows");
        };
        int self = rank.number();
        if (!rank.has(Capability.DIRECT_MAPPING, self)) {
            // Nobody maps anything here: others have the fabric's atomics, or ask this member.
            mode = mode == ROWS || !mappable && !rank.has(Capability.REMOTE_ATOMICS, self) ? ROWS : LONGS;
        } else if (!mappable) {
            mode = ROWS;
        }
        // Volatile: others learn of the block after this.
        RawWords.setVolatile(RawWords.addressOf(control) + Control.UPDATES, mode);
    }

    /** The level from which types are updated item by item, by what a control block says. */
    static int limit(long word) {
        return switch ((int) word) {
            case AUTO -> OF_INTS;
            case ITEMS -> OF_REALS;
            case LONGS -> OF_LONGS;
            default -> OF_LONGS + 1;
        };
    }
}
