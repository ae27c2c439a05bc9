package org.hawser.fabric.tcp;

/**
 * Something long that goes to a peer frame by frame, in turn with others.
 *
 * <p><b>Threads:</b> under the sender's lock.
 */
abstract class Transfer {
    /** Bytes of data in one frame at most. */
    static final int PIECE = 256 << 10;
    /** The same where data must be copied into the ring. */
    static final int COPIED_PIECE = 32 << 10;

    /** Appends the next frame; false when there is no room for it, and nothing has changed. */
    abstract boolean emit(SendStream out);

    /** True when the last frame has been appended. */
    abstract boolean isOver();

    /** Its memory was freed before it was over: whoever waits is told. Does not fail the next time. */
    void spoil(RuntimeException why) {
    }

    /** The owner takes this memory back; no more of it is to be used. */
    void forget(TcpRegion region) {
    }
}
