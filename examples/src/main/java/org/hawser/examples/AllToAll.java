package org.hawser.examples;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemorySegment;
import org.hawser.fabric.Region;
import org.hawser.runtime.Handle;
import org.hawser.runtime.Rank;
import org.hawser.runtime.Symmetric;

/**
 * Every rank sends every rank a piece of its own: {@code hawser run -n 4 AllToAll [KiB per pair]}.
 *
 * <p>Shows bulk puts under one aggregate handle, from the runtime's memory into symmetric memory. Piece s of a rank's
 * inbox is from rank s.
 *
 * <p><b>Threads:</b> the main thread of each rank.
 */
public final class AllToAll {

    private AllToAll() {
    }

    /**
     * Runs on every rank.
     *
     * @param arguments KiB that each rank sends to each (1024)
     */
    public static void main(String[] arguments) {
        long piece = (arguments.length > 0 ? Long.parseLong(arguments[0]) : 1024) << 10;
        try (Rank rank = Rank.join();
             Region outbox = rank.allocate(piece * rank.size());
             Symmetric inbox = rank.symmetric(piece * rank.size())) {
            for (int to = 0; to < rank.size(); to++) {
                fill(outbox.memory().asSlice(to * piece, piece), rank.number(), to);
            }
            rank.barrier();
            long start = System.nanoTime();
            send(rank, outbox.memory(), inbox, piece);
            long nanos = System.nanoTime() - start;
            for (int from = 0; from < rank.size(); from++) {
                check(inbox.memory().asSlice(from * piece, piece), from, rank.number());
            }
            if (rank.number() == 0) {
                System.out.printf("%d KiB from each of %d ranks to each: %.1f ms, %.0f MB/s in all%n", piece >> 10,
                    rank.size(), nanos / 1e6, 1e3 * piece * rank.size() * rank.size() / nanos);
            }
            rank.barrier();
        }
    }

    /** Starts with the next rank, so that not all put into the same one at once. */
    private static void send(Rank rank, MemorySegment outbox, Symmetric inbox, long piece) {
        Handle puts = new Handle();
        for (int i = 1; i <= rank.size(); i++) {
            int to = (rank.number() + i) % rank.size();
            rank.put(inbox.at(to), rank.number() * piece, outbox, to * piece, piece, puts);
        }
        rank.await(puts);
        rank.barrier();
    }

    private static void fill(MemorySegment piece, int from, int to) {
        for (long at = 0; at < piece.byteSize(); at += Long.BYTES) {
            piece.set(JAVA_LONG, at, word(from, to, at));
        }
    }

    private static void check(MemorySegment piece, int from, int to) {
        for (long at = 0; at < piece.byteSize(); at += Long.BYTES) {
            if (piece.get(JAVA_LONG, at) != word(from, to, at)) {
                throw new IllegalStateException("wrong data: from=" + from + " to=" + to + " at=" + at);
            }
        }
    }

    private static long word(int from, int to, long at) {
        return ((long) from << 48 | (long) to << 32 | at) * 0x9e3779b97f4a7c15L;
    }
}
