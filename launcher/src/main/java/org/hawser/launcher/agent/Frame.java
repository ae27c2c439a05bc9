package org.hawser.launcher.agent;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * One word between the launcher and an agent.
 *
 * <pre>
 * kind (byte), length (int), body
 * </pre>
 *
 * <p><b>Threads:</b> immutable, as long as nobody changes the body.
 *
 * @param kind what it is about
 * @param body what it says
 */
public record Frame(FrameKind kind, byte[] body) {
    /** The longest body: an order with the classes of a program that was compiled for it. */
    static final int LONGEST = 64 << 20;

    private static final FrameKind[] KINDS = FrameKind.values();

    /** Writes a body. */
    @FunctionalInterface
    public interface Body {
        /** Writes it. */
        void write(DataOutputStream out) throws IOException;
    }

    /** A frame with nothing in it. */
    public static Frame of(FrameKind kind) {
        return new Frame(kind, new byte[0]);
    }

    /** A frame. */
    public static Frame of(FrameKind kind, Body body) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            body.write(new DataOutputStream(bytes));
        } catch (IOException e) {
            throw new UncheckedIOException("a frame cannot be made: kind=" + kind, e);
        }
        if (bytes.size() > LONGEST) {
            throw new IllegalArgumentException("too long for a frame: kind=" + kind + " bytes=" + bytes.size());
        }
        return new Frame(kind, bytes.toByteArray());
    }

    /** The body, to be read. */
    public DataInputStream open() {
        return new DataInputStream(new ByteArrayInputStream(body));
    }

    void write(DataOutputStream out) throws IOException {
        out.writeByte(kind.ordinal());
        out.writeInt(body.length);
        out.write(body);
    }

    /** The next one; null at the end of the stream. */
    static Frame read(DataInputStream in) throws IOException {
        int kind = in.read();
        if (kind < 0) {
            return null;
        }
        int length = in.readInt();
        if (kind >= KINDS.length || length < 0 || length > LONGEST) {
            throw new IOException("not a frame of Hawser's: kind=" + kind + " length=" + length);
        }
        byte[] body = in.readNBytes(length);
        if (body.length < length) {
            throw new IOException("the stream ends inside a frame: kind=" + KINDS[kind] + " length=" + length
                + " read=" + body.length);
        }
        return new Frame(KINDS[kind], body);
    }
}
