package org.hawser.launcher.agent;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * One conversation between a rank on another host and the launcher, over the agent's channel: two streams of bytes,
 * which come and go in frames with the conversation's number.
 *
 * <p><b>Threads:</b> one reads, one at a time writes, any may {@link #take} and close.
 */
public final class SpawnTunnel implements AutoCloseable {
    private static final byte[] END = {};

    private final AgentChannel channel;
    private final int number;
    private final BlockingQueue<byte[]> come = new LinkedBlockingQueue<>();
    private final InputStream in = new Coming();
    private final OutputStream out = new Going();

    /** This side of the conversation with this number. */
    public SpawnTunnel(AgentChannel channel, int number) {
        this.channel = channel;
        this.number = number;
    }

    /** What the other side says. */
    public InputStream in() {
        return in;
    }

    /** What this side says; every write goes at once. */
    public OutputStream out() {
        return out;
    }

    /** Takes what has come in a frame, behind the number. */
    public void take(byte[] piece) {
        come.add(piece.length == 0 ? END : piece);
    }

    /** Ends both streams, here and at the other side. */
    @Override
    public void close() {
        send(END, 0, 0);
        come.add(END);
    }

    private void send(byte[] bytes, int offset, int length) {
        byte[] piece = Arrays.copyOfRange(bytes, offset, offset + length);
        channel.send(Frame.of(FrameKind.SPAWN, body -> {
            body.writeInt(number);
            body.write(piece);
        }));
    }

    private final class Coming extends InputStream {
        private byte[] piece = new byte[1];
        private int at = 1;

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] target, int offset, int length) throws IOException {
            if (length == 0) {
                return 0;
            }
            if (at == piece.length && piece != END) {
                try {
                    piece = come.take();
                    at = 0;
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    throw new IOException("interrupted", e);
                }
            }
            if (piece == END) {
                return -1;
            }
            int count = Math.min(length, piece.length - at);
            System.arraycopy(piece, at, target, offset, count);
            at += count;
            return count;
        }
    }

    private final class Going extends OutputStream {
        @Override
        public void write(int value) {
            write(new byte[] {(byte) value}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) {
            if (length > 0) {
                send(bytes, offset, length);
            }
        }
    }
}
