package org.hawser.mpi.p2p;

import org.hawser.fabric.FabricException;
import org.hawser.mpi.datatype.Layout;
import org.hawser.mpi.datatype.LayoutCode;
import org.hawser.platform.memory.RawBytes;

/**
 * The layouts that this rank has told one peer of, and those that the peer has told. Each has a slot, the same on both
 * sides; a message refers to it by the slot's number. A layout is told once, unless it has lost its slot meanwhile: the
 * slot used longest ago is taken for the next. Messages arrive in order, and who reads a slot's number looks the layout
 * up at once, so that a slot may be given away while messages that name it are on their way.
 *
 * <pre>
 * LAYOUT  slot  words of the layout  position  words …
 * </pre>
 *
 * <p><b>Threads:</b> whoever holds the rank. <b>Allocates:</b> per layout, not per message.
 */
final class LayoutExchange {
    /** In place of a slot: no gaps. */
    static final long NONE = 0;
    private static final int SLOTS = 32;
    private static final int HEAD = 3;
    /** Layouts of more instructions than fit into so many words are packed instead. */
    private static final int MOST_WORDS = 1 << 16;

    private final Partner partner;
    private final boolean cached;
    private Layout[] told;
    private long[] used;
    private long uses;
    /** The slot told of last, until a message names it: one that found no room tries again and need not tell again. */
    private int unnamed = -1;
    private Layout[] known;
    private long[] arriving;
    private int arrived;

    LayoutExchange(Partner partner, boolean cached) {
        this.partner = partner;
        this.cached = cached;
    }

    /** True when a layout is small enough to be told. */
    static boolean canTell(Layout layout) {
        return LayoutCode.words(layout) <= MOST_WORDS;
    }

    /** Makes sure that the peer knows a layout, and returns what to call it; {@link #NONE} for null. */
    long tell(Layout layout) {
        if (layout == null) {
            return NONE;
        }
        if (told == null) {
            told = new Layout[SLOTS];
            used = new long[SLOTS];
        }
        int slot = slotOf(layout);
        if (told[slot] != layout || !cached && slot != unnamed) {
            told[slot] = layout;
            send(slot, LayoutCode.write(layout));
        }
        unnamed = slot;
        used[slot] = ++uses;
        return slot + 1;
    }

    /** A message has gone that names the layout told last. */
    void named() {
        unnamed = -1;
    }

    /** The slot that has this layout, or the one used longest ago. */
    private int slotOf(Layout layout) {
        int oldest = 0;
        for (int i = 0; i < SLOTS; i++) {
            if (told[i] == layout) {
                return i;
            }
            if (used[i] < used[oldest]) {
                oldest = i;
            }
        }
        return oldest;
    }

    private void send(int slot, long[] words) {
        int most = partner.link.maxBytes() / Wire.WORD - HEAD;
        for (int from = 0; from < words.length; from += most) {
            int length = Math.min(most, words.length - from);
            long[] message = new long[HEAD + length];
            message[0] = slot;
            message[1] = words.length;
            message[2] = from;
            System.arraycopy(words, from, message, HEAD, length);
            partner.link.post(Wire.LAYOUT, message);
        }
    }

    /** Takes in a part of a layout. */
    void onLayout(long at, int bytes) {
        int length = bytes / Wire.WORD - HEAD;
        long slot = Wire.word(at, 0);
        long total = Wire.word(at, 1);
        long from = Wire.word(at, 2);
        if (from == 0 && total > 0 && total <= MOST_WORDS) {
            arriving = new long[(int) total];
            arrived = 0;
        }
        if (length <= 0 || slot < 0 || slot >= SLOTS || arriving == null || total != arriving.length
                || from != arrived || length > total - from) {
            throw broken("part of a layout out of order", from);
        }
        for (int i = 0; i < length; i++) {
            arriving[arrived++] = RawBytes.getLong(at + (long) (HEAD + i) * Wire.WORD);
        }
        if (arrived == total) {
            keep((int) slot);
        }
    }

    private void keep(int slot) {
        known = known == null ? new Layout[SLOTS] : known;
        try {
            known[slot] = LayoutCode.read(arriving);
        } catch (IllegalArgumentException e) {
            throw broken(e.getMessage(), slot);
        }
        arriving = null;
    }

    /** The layout that the peer calls so; null for {@link #NONE}. */
    Layout find(long name) {
        if (name == NONE) {
            return null;
        }
        if (name < 0 || name > SLOTS || known == null || known[(int) name - 1] == null) {
            throw broken("a layout that was not told", name);
        }
        return known[(int) name - 1];
    }

    private FabricException broken(String what, long value) {
        return new FabricException(FabricException.Severity.FATAL, what + ": source=" + partner.rank + " value="
            + value);
    }
}
