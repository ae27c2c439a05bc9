package org.hawser.bench.lab;

import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemoryLayout.PathElement;
import java.lang.foreign.ValueLayout;
import org.hawser.platform.memory.Words;

/**
 * The words through which the ranks of an experiment agree, in the piece of the {@link Board} that each rank has, two
 * cache lines per word.
 *
 * <pre>
 *   0: ping       rank 0 writes into rank 1's piece
 * 128: pong       rank 1 writes into rank 0's piece
 * 256: verdict    rank 0 writes into its own; all read it after a barrier
 * 384: verdict    the same, every second time
 * 512: phase      rank 0 writes into its own; ranks that have nothing to do nap until it moves
 * 640: waited     each writes into its own: how long somebody else had its core during the last sample, ns
 * 768: pace       each writes into its own: how fast its core was, see {@link Pace}
 * </pre>
 */
final class LabLayout {
    private static final MemoryLayout LAYOUT = MemoryLayout.structLayout(
        word("ping"), padding(), word("pong"), padding(), word("verdict"), padding(), word("other verdict"),
        padding(), word("phase"), padding(), word("waited"), padding(), word("pace"), padding());

    static final long PING = offset("ping");
    static final long PONG = offset("pong");
    private static final long VERDICT = offset("verdict");
    private static final long OTHER_VERDICT = offset("other verdict");
    static final long PHASE = offset("phase");
    static final long WAITED = offset("waited");
    static final long PACE = offset("pace");
    static final long BYTES = LAYOUT.byteSize();

    private LabLayout() {
    }

    /** Where the verdict with this number goes. */
    static long verdict(long number) {
        return (number & 1) == 0 ? VERDICT : OTHER_VERDICT;
    }

    private static MemoryLayout word(String name) {
        return ValueLayout.JAVA_LONG.withName(name);
    }

    private static MemoryLayout padding() {
        return MemoryLayout.paddingLayout(Words.PAIR_OF_LINES - Long.BYTES);
    }

    private static long offset(String name) {
        return LAYOUT.byteOffset(PathElement.groupElement(name));
    }
}
