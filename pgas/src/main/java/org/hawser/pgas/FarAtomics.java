package org.hawser.pgas;

import java.nio.ByteOrder;
import org.hawser.fabric.FabricException;
import org.hawser.fabric.RemoteRegion;
import org.hawser.pgas.memory.Area;
import org.hawser.pgas.memory.Refusal;
import org.hawser.runtime.Rank;

/**
 * Atomic operations on memory that is not mapped. The fabric adds to and compares words of 8 bytes, by the processor of
 * the word's owner, so they are atomic with what threads near the word do. Everything else is tried until nobody came
 * between: once for each try to and fro.
 *
 * <p><b>Threads:</b> any. <b>Allocates:</b> per operation.
 */
final class FarAtomics {
    static final Update ADD = Long::sum;
    static final Update AND = (held, operand) -> held & operand;
    static final Update OR = (held, operand) -> held | operand;
    static final Update XOR = (held, operand) -> held ^ operand;
    static final Update SET = (held, operand) -> operand;
    static final Update ADD_DOUBLE = (held, operand) ->
        Double.doubleToRawLongBits(Double.longBitsToDouble(held) + Double.longBitsToDouble(operand));

    private static final boolean LITTLE = ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN;

    /** What becomes of a number. */
    @FunctionalInterface
    interface Update {
        long apply(long held, long operand);
    }

    private final Rank rank;

    FarAtomics(Rank rank) {
        this.rank = rank;
    }

    long fetchAdd(GlobalPointer at, long delta) {
        RemoteRegion region = region(at);
        try {
            return rank.fetchAdd(region, place(at), delta);
        } catch (FabricException e) {
            throw Refusal.of(e, at.area());
        }
    }

    long compareSwap(GlobalPointer at, long expected, long value) {
        return compareSwap(region(at), place(at), at.area(), expected, value);
    }

    private long compareSwap(RemoteRegion region, long place, Area area, long expected, long value) {
        try {
            return rank.compareSwap(region, place, expected, value);
        } catch (FabricException e) {
            throw Refusal.of(e, area);
        }
    }

    long update(GlobalPointer at, Update update, long operand) {
        RemoteRegion region = region(at);
        long held = 0;
        while (true) {
            long found = compareSwap(region, place(at), at.area(), held, update.apply(held, operand));
            if (found == held) {
                return held;
            }
            held = found;
        }
    }

    /** In the word that holds the int; what the other half becomes meanwhile is never lost. */
    int updateInt(GlobalPointer at, Update update, int operand) {
        RemoteRegion region = region(at);
        int shift = shift(at);
        long word = 0;
        while (true) {
            int held = (int) (word >>> shift);
            long found = compareSwap(region, wordOf(at), at.area(), word,
                with(word, shift, (int) update.apply(held, operand)));
            if (found == word) {
                return held;
            }
            word = found;
        }
    }

    int compareSwapInt(GlobalPointer at, int expected, int value) {
        RemoteRegion region = region(at);
        int shift = shift(at);
        long word = with(0, shift, expected);
        while (true) {
            long found = compareSwap(region, wordOf(at), at.area(), word, with(word, shift, value));
            int held = (int) (found >>> shift);
            if (found == word || held != expected) {
                return held;
            }
            word = found;
        }
    }

    private static long with(long word, int shift, int value) {
        return word & ~(0xffffffffL << shift) | (value & 0xffffffffL) << shift;
    }

    private static int shift(GlobalPointer at) {
        return (at.offset() & Integer.BYTES) == 0 == LITTLE ? 0 : Integer.SIZE;
    }

    private static long wordOf(GlobalPointer at) {
        return place(at) & -Long.BYTES;
    }

    private static long place(GlobalPointer at) {
        return at.area().start() + at.offset();
    }

    /** Operations come after what this thread put there with no handle. */
    private RemoteRegion region(GlobalPointer at) {
        Area area = at.area();
        if (area.block() != null) {
            area.block().checkFar(rank);
        }
        RemoteRegion region = area.at(at.thread());
        rank.fence(region.owner());
        return region;
    }
}
