package org.hawser.mpi.rma;

import org.hawser.mpi.datatype.Layout;
import org.hawser.mpi.datatype.LayoutCode;
import org.hawser.runtime.Link;

/**
 * The layouts that this origin has told one target of, each by a slot that the target's {@link KnownLayouts} has too.
 * The slot used longest ago is taken for the next; frames arrive in order, so one that names a slot finds in it what
 * was there when the frame was sent.
 *
 * <p><b>Threads:</b> whoever holds the rank. <b>Allocates:</b> per layout that is told.
 */
final class ToldLayouts {
    private final Link link;
    private final long head;
    private Layout[] told;
    private long[] used;
    private long uses;

    ToldLayouts(Link link, long head) {
        this.link = link;
        this.head = head;
    }

    /** What the target calls a layout; 0 for null, -1 when it has not been told. */
    int name(Layout layout) {
        if (layout == null) {
            return 0;
        }
        for (int i = 0; told != null && i < told.length; i++) {
            if (told[i] == layout) {
                used[i] = ++uses;
                return i + 1;
            }
        }
        return -1;
    }

    /** Tells the target of a layout. */
    void tell(Layout layout) {
        if (told == null) {
            told = new Layout[KnownLayouts.SLOTS];
            used = new long[KnownLayouts.SLOTS];
        }
        int slot = 0;
        for (int i = 1; i < told.length; i++) {
            slot = used[i] < used[slot] ? i : slot;
        }
        told[slot] = layout;
        used[slot] = ++uses;
        send(slot, LayoutCode.write(layout));
    }

    private void send(int slot, long[] words) {
        int before = (Frame.HEAD + Frame.OPERATION) / Frame.WORD;
        int most = link.maxBytes() / Frame.WORD - before;
        for (int from = 0; from < words.length; from += most) {
            int length = Math.min(most, words.length - from);
            long[] message = new long[before + length];
            message[0] = head;
            message[1] = Frame.first(Frame.LAYOUT, 0, 0, length * Frame.WORD);
            message[2] = slot;
            message[3] = words.length;
            message[4] = from;
            System.arraycopy(words, from, message, before, length);
            link.post(Frame.REQUESTS, message);
        }
    }
}
