package org.hawser.fabric.tcp;

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
        over = appendAnswer(out, kind, request, value, 0);
        return over;
    }

    @Override
    boolean isOver() {
        return over;
    }
}
