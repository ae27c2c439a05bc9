package org.hawser.mpi.io;

import java.nio.ByteOrder;
import org.hawser.mpi.datatype.Layout;
import org.hawser.mpi.datatype.Signature;
import org.hawser.platform.memory.RawBytes;

/**
 * The representation of items that every machine reads: each number with its first byte highest. Java's numbers have
 * the lengths that external32 gives them, so that only the order of their bytes changes, and turning a number twice
 * gives it back.
 *
 * <p><b>Threads:</b> any. <b>Allocates:</b> nothing for items whose numbers have one length.
 */
final class External32 {
    private static final boolean SAME = ByteOrder.nativeOrder() == ByteOrder.BIG_ENDIAN;

    private External32() {
    }

    /** The step in which packed items can be cut without cutting a number that is turned. */
    static long step(Layout layout) {
        int width = layout.signature().uniform();
        return width != 0 ? width : Math.max(1, layout.size());
    }

    /** Turns the numbers of packed items that begin at {@code address}; {@code bytes} is a multiple of the step. */
    static void turn(Layout layout, long address, long bytes) {
        Signature signature = layout.signature();
        if (SAME || signature.size() == 0) {
            return;
        }
        int width = signature.uniform();
        if (width != 0) {
            turn(address, width, bytes / width);
        } else {
            signature.forEach(bytes / signature.size(), (position, length, count) ->
                turn(address + position, length, count));
        }
    }

    private static void turn(long address, int width, long count) {
        if (width == 1) {
            return;
        }
        int unused = Long.SIZE - width * Byte.SIZE;
        for (long i = 0; i < count; i++) {
            long value = RawBytes.load(address + i * width, width);
            RawBytes.store(Long.reverseBytes(value << unused), address + i * width, width);
        }
    }
}
