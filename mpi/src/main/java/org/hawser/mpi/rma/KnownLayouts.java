package org.hawser.mpi.rma;

import java.util.Arrays;
import org.hawser.mpi.datatype.Layout;
import org.hawser.mpi.datatype.LayoutCode;
import org.hawser.platform.memory.RawBytes;

/**
 * The layouts that one origin has told this target of, by slot. An origin tells a layout before the first operation
 * that has it, and again when it has lost its slot to another one meanwhile ({@link ToldLayouts}).
 *
 * <p><b>Threads:</b> whoever polls. <b>Allocates:</b> per layout, as its words arrive.
 */
final class KnownLayouts {
    static final int SLOTS = 32;
    /** More than any layout that fits into a heap. */
    private static final long MOST_WORDS = 1L << 30;
    private static final int FIRST_WORDS = 1 << 12;

    private final int source;
    private Layout[] known;
    private long[] arriving;
    private long total;
    private int arrived;

    KnownLayouts(int source) {
        this.source = source;
    }

    /** Takes in the part of a layout that is behind a record's head. */
    void onPart(long slot, long words, long from, long at, int bytes) {
        if (slot < 0 || slot >= SLOTS || words <= 0 || words > MOST_WORDS || bytes <= 0 || bytes % Frame.WORD != 0) {
            throw Frame.broken("a layout that is none", source, words);
        }
        if (from == 0) {
            arriving = new long[(int) Math.min(words, FIRST_WORDS)];
            total = words;
            arrived = 0;
        }
        int length = bytes / Frame.WORD;
        if (arriving == null || words != total || from != arrived || length > words - from) {
            throw Frame.broken("part of a layout out of order", source, from);
        }
        if (arrived + length > arriving.length) {
            arriving = Arrays.copyOf(arriving, (int) Math.min(total, 2L * (arrived + length)));
        }
        for (int i = 0; i < length; i++) {
            arriving[arrived++] = RawBytes.getLong(at + (long) i * Frame.WORD);
        }
        if (arrived == total) {
            keep((int) slot);
        }
    }

    private void keep(int slot) {
        known = known == null ? new Layout[SLOTS] : known;
        try {
            known[slot] = LayoutCode.read(Arrays.copyOf(arriving, arrived));
        } catch (IllegalArgumentException e) {
            throw Frame.broken(e.getMessage(), source, slot);
        }
        arriving = null;
    }

    /** The layout of a record; null for 0, which says that there are no gaps. */
    Layout find(long name) {
        if (name == 0) {
            return null;
        }
        if (name < 0 || name > SLOTS || known == null || known[(int) name - 1] == null) {
            throw Frame.broken("a layout that was not told", source, name);
        }
        return known[(int) name - 1];
    }
}
