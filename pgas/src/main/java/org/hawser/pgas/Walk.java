package org.hawser.pgas;

import java.util.function.LongConsumer;
import org.hawser.pgas.layout.BlockCyclic;

/**
 * Goes through elements of one thread in the order of their indices, without a division on the way: one finds the
 * first element, the others follow by adding.
 *
 * <p><b>Threads:</b> any.
 */
final class Walk {
    /** The most elements that are handed over at once, so that loops over them count in ints. */
    private static final int LONGEST = 1 << 30;

    private Walk() {
    }

    /** The index of each element at places from {@code from} to before {@code to}. */
    static void indices(BlockCyclic layout, int thread, long from, long to, LongConsumer body) {
        IndexLoop loop = BodyLoops.of(body, to - from);
        if (layout.run() == 1) {
            stride(layout, thread, from, to, loop, body);
        } else {
            runs(layout, thread, from, to, (index, place, count) -> loop.neighbours(index, count, body));
        }
    }

    /** Blocks of one element. */
    private static void stride(BlockCyclic layout, int thread, long from, long to, IndexLoop loop, LongConsumer body) {
        for (long first = from; first < to; first += LONGEST) {
            int count = (int) Math.min(LONGEST, to - first);
            loop.strided(layout.indexOf(thread, first), layout.threads(), count, body);
        }
    }

    /** Index and place of each element at places from {@code from} to before {@code to}. */
    static void places(BlockCyclic layout, int thread, long from, long to, ElementBody body) {
        IndexLoop loop = BodyLoops.of(body, to - from);
        if (layout.run() > 1) {
            runs(layout, thread, from, to, (index, place, count) -> loop.places(index, 1, place, count, body));
            return;
        }
        for (long first = from; first < to; first += LONGEST) {
            int count = (int) Math.min(LONGEST, to - first);
            loop.places(layout.indexOf(thread, first), layout.threads(), first, count, body);
        }
    }

    /** Each run of neighbours among the elements at places from {@code from} to before {@code to}. */
    static void runs(BlockCyclic layout, int thread, long from, long to, RunBody body) {
        if (from >= to) {
            return;
        }
        long gap = (layout.threads() - 1) * layout.run();
        long index = layout.indexOf(thread, from);
        long room = layout.together(from);
        long place = from;
        while (place < to) {
            long count = Math.min(room, to - place);
            for (long done = 0; done < count; done += LONGEST) {
                body.accept(index + done, place + done, (int) Math.min(LONGEST, count - done));
            }
            place += count;
            index += count + gap;
            room = layout.run();
        }
    }
}
