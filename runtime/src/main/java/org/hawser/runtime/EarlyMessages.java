package org.hawser.runtime;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/**
 * Messages of programming models that this rank has not begun: some of its peers have, and need not wait for it.
 *
 * <p><b>Threads:</b> the one that polls or holds the rank. <b>Allocates:</b> per message kept.
 */
final class EarlyMessages {
    /** What peers may send to a model that never begins, in bytes; beyond it is a mistake. */
    private static final long MOST_BYTES = 16 << 20;
    private static final int EXTRA_BYTES = 64;

    private record Early(int model, int kind, int source, MemorySegment body) {
    }

    private List<Early> kept = new ArrayList<>();
    private long bytes;

    /** Keeps a copy; false when there are too many. */
    boolean keep(int model, int kind, int source, MemorySegment memory, long offset, int length) {
        bytes += length + EXTRA_BYTES;
        if (bytes > MOST_BYTES) {
            return false;
        }
        MemorySegment body = Arena.ofAuto().allocate(Math.max(length, 1), Long.BYTES).asSlice(0, length);
        MemorySegment.copy(memory, offset, body, 0, length);
        kept.add(new Early(model, kind, source, body));
        return true;
    }

    /** Gives a model all that was kept for it, in the order it came. */
    void handOver(int model, ModelReceiver takes) {
        List<Early> all = kept;
        kept = new ArrayList<>();
        for (Early one : all) {
            if (one.model == model) {
                bytes -= one.body.byteSize() + EXTRA_BYTES;
                takes.onMessage(one.kind, one.source, one.body, 0, (int) one.body.byteSize());
            } else {
                kept.add(one);
            }
        }
    }
}
