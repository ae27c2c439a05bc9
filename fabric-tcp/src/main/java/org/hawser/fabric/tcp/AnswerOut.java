package org.hawser.fabric.tcp;

import org.hawser.platform.memory.RawWords;

/**
 * An answer that found no room in the ring.
 *
 * <p><b>Threads:</b> under the sender's lock.
 */
final class AnswerOut extends Transfer {
    private final int kind;
    private final long request;
    private final long value;
    private boolean over;

    AnswerOut(int kind, long request, long value) {
        this.kind = kind;
        this.request = request;
        this.value = value;
    }

    @Override
    boolean emit(SendStream out) {
        int place = out.reserve(Frame.HEADER + Frame.ANSWER);
        if (place < 0) {
            return false;
        }
        long at = out.address() + place;
        RawWords.setLong(at, Frame.header(kind, 0, Frame.ANSWER));
        RawWords.setLong(at + Frame.HEADER, request);
        RawWords.setLong(at + Frame.HEADER + Long.BYTES, value);
        out.append(place, Frame.HEADER + Frame.ANSWER);
        over = true;
        return true;
    }

    @Override
    boolean isOver() {
        return over;
    }
}
