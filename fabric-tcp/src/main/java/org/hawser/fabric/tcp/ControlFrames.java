package org.hawser.fabric.tcp;

import java.nio.ByteBuffer;

/**
 * The frames about a connection itself that one peer is to get: acknowledgements, questions, goodbyes. Each is wanted
 * or not; wanting one twice sends it once. They go between frames of the stream, and are forgotten with the connection.
 *
 * <p><b>Threads:</b> wanting by any, {@link #fill} and {@link #clear} under the sender's lock. <b>Allocates:</b> at
 * construction.
 */
final class ControlFrames {
    /** One of each kind. */
    private static final int BYTES = 3 * Frame.HEADER + Frame.ACK_BODY;

    /** So much of the stream is acknowledged at the latest, be it data that the peer refers to and has no copies of. */
    private static final long MOST_UNTOLD = 8 << 20;

    private final int window;
    private final ByteBuffer buffer = SocketMemory.buffer(BYTES).limit(0);
    private volatile boolean ackWanted;
    private volatile boolean pingWanted;
    private volatile boolean byeWanted;
    /** What the last ACK said; only used to tell when the next one is due. */
    private volatile long toldFrames;
    private volatile long toldCopied;
    private volatile long toldTaken;

    /** For a rank that takes {@code window} bytes of messages ahead of its program. */
    ControlFrames(int window) {
        this.window = window;
    }

    /** What is left to write of the frames that were put together last. */
    ByteBuffer buffer() {
        return buffer;
    }

    void wantAck() {
        ackWanted = true;
    }

    void wantPing() {
        pingWanted = true;
    }

    void wantBye() {
        byeWanted = true;
    }

    /** True when a frame is wanted that has not been put together. */
    boolean isWanted() {
        return ackWanted || pingWanted || byeWanted;
    }

    /** True when an ACK would give back a good part of the window, of the peer's ring, or of the memory it keeps. */
    boolean isAckDue(ReceiveStream in) {
        return isAckDue(in, window / 4);
    }

    private boolean isAckDue(ReceiveStream in, int due) {
        return in.taken() - toldTaken >= due || in.copied() - toldCopied >= due
            || in.wholeFrames() - toldFrames >= MOST_UNTOLD;
    }

    /** Puts together what is wanted, if all has been written that was before. */
    void fill(ReceiveStream in) {
        // One that is half due goes with what is written anyway: it costs a write of its own soon.
        if (buffer.hasRemaining() || !isWanted() && !isAckDue(in, window / 8)) {
            return;
        }
        buffer.clear();
        // Cleared before it is acted on: who wants one from here on gets another.
        if (ackWanted || isAckDue(in, window / 8)) {
            ackWanted = false;
            // Before what it is a part of: too little leads to an ACK more.
            toldCopied = in.copied();
            toldFrames = in.wholeFrames();
            toldTaken = in.taken();
            buffer.putLong(Frame.header(Frame.ACK, 0, Frame.ACK_BODY)).putLong(toldFrames).putLong(toldTaken + window);
        }
        if (pingWanted) {
            pingWanted = false;
            buffer.putLong(Frame.header(Frame.PING, 0, 0));
        }
        if (byeWanted) {
            byeWanted = false;
            buffer.putLong(Frame.header(Frame.BYE, 0, 0));
        }
        buffer.flip();
    }

    /** A connection has ended: what it had not taken goes with it. */
    void clear() {
        buffer.clear().limit(0);
    }
}
