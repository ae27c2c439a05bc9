package org.hawser.runtime;

/**
 * How the runtime uses the fabric's word: a form and a handler's number.
 *
 * <pre>
 *  27          16 15              0
 * +--------------+-----------------+
 * |     form     | handler number  |     form 0: an active message, so its word is the handler's number
 * +--------------+-----------------+
 *  27 26  24 23                    0
 * +--+------+----------------------+
 * |1 | model|     bits             |     a message of 8 bytes whose model needs no more than these bits
 * +--+------+----------------------+
 * </pre>
 */
final class Forms {
    static final int HANDLERS = 1 << 16;

    static final int REMOTE_ACCESS = 1;
    static final int DELIVER_FIRST = 2;
    static final int DELIVER_PIECE = 3;
    static final int DELIVERED = 4;
    /** A message of a programming model; in place of the handler's number its model and its kind. */
    static final int MODEL = 5;
    /** A peer offers a part of a copy. */
    static final int JOINT_COPY = 6;

    /** From here on a word is a programming model's: 3 bits of model, 24 bits of its own, and 8 bytes behind it. */
    static final int COMPACT = 1 << 27;
    static final int COMPACT_BITS = 24;

    /** Programming models that a rank can have. */
    static final int MODELS = 8;
    static final int KIND_BITS = 8;

    private Forms() {
    }

    static int word(int form, int handler) {
        return form << 16 | handler;
    }

    static int form(int word) {
        return word >>> 16;
    }

    static int model(int word) {
        return handler(word) >>> KIND_BITS;
    }

    static int kind(int word) {
        return word & (1 << KIND_BITS) - 1;
    }

    static int handler(int word) {
        return word & HANDLERS - 1;
    }
}
