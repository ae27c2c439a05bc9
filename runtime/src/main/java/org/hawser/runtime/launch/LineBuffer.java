package org.hawser.runtime.launch;

import java.io.IOException;
import java.util.Arrays;

/**
 * Turns pieces of output into whole lines, each after a tag: what follows the last line end waits for its own. A line
 * that becomes very long is passed on in parts; it stays one line unless another stream's comes in between.
 *
 * <p><b>Threads:</b> the caller guards it together with the sink. <b>Allocates:</b> when a line outgrows the buffer, up
 * to {@value #LONGEST} bytes.
 */
public final class LineBuffer {

    /** Bytes that wait for the end of their line. */
    static final int LONGEST = 1 << 20;
    private static final int KEPT = 64 * 1024;
    private static final int SHORT = 256;
    /** Bytes that follow the first of a character, at most. */
    private static final int FOLLOWING = 3;

    private final byte[] tag;
    private final LineSink sink;
    private byte[] pending = new byte[SHORT];
    private int length;

    /**
     * A buffer for one stream of one rank.
     *
     * @param tag  what to write before each line, or an empty array
     * @param sink gets the lines
     */
    public LineBuffer(byte[] tag, LineSink sink) {
        this.tag = tag;
        this.sink = sink;
    }

    /**
     * Takes a piece of output and writes the lines that it completes, in one write where they have no tag.
     *
     * @param bytes  holds the piece
     * @param offset where it begins
     * @param count  its length
     * @throws IOException from the sink
     */
    public void append(byte[] bytes, int offset, int count) throws IOException {
        int end = offset + count;
        int whole = end;
        while (whole > offset && bytes[whole - 1] != '\n') {
            whole--;
        }
        if (whole > offset) {
            writeLines(bytes, offset, whole);
        }
        while (whole < end) {
            int part = Math.min(end - whole, LONGEST - length);
            hold(bytes, whole, part);
            whole += part;
            if (length == LONGEST) {
                writePart();
            }
        }
    }

    /**
     * Writes what is left as a line, and ends one that was begun.
     *
     * @throws IOException from the sink
     */
    public void finish() throws IOException {
        if (length > 0 || sink.continues(this)) {
            append(new byte[] {'\n'}, 0, 1);
        }
    }

    private void writeLines(byte[] bytes, int offset, int whole) throws IOException {
        if (length == 0 && tag.length == 0) {
            sink.write(this, bytes, offset, whole - offset, true);
            return;
        }
        hold(bytes, offset, whole - offset);
        write(length, true);
        length = 0;
        if (pending.length > KEPT) {
            pending = new byte[SHORT];
        }
    }

    /** Writes what waits, though its line has not ended; not the beginning of a character. */
    private void writePart() throws IOException {
        int part = length;
        while (length - part < FOLLOWING && (pending[part - 1] & 0xc0) == 0x80) {
            part--;
        }
        // The first byte of a character that takes several; otherwise all that waits is whole, or no text.
        part = (pending[part - 1] & 0xc0) == 0xc0 ? part - 1 : length;
        write(part, false);
        System.arraycopy(pending, part, pending, 0, length - part);
        length -= part;
    }

    private void write(int count, boolean whole) throws IOException {
        if (tag.length == 0) {
            sink.write(this, pending, 0, count, whole);
        } else {
            byte[] tagged = withTags(count);
            sink.write(this, tagged, 0, tagged.length, whole);
        }
    }

    private byte[] withTags(int count) {
        boolean lineStart = !sink.continues(this);
        int tags = lineStart ? 1 : 0;
        for (int i = 0; i < count - 1; i++) {
            tags += pending[i] == '\n' ? 1 : 0;
        }
        byte[] tagged = new byte[count + tags * tag.length];
        int at = 0;
        for (int i = 0; i < count; i++) {
            if (lineStart) {
                System.arraycopy(tag, 0, tagged, at, tag.length);
                at += tag.length;
            }
            tagged[at++] = pending[i];
            lineStart = pending[i] == '\n';
        }
        return tagged;
    }

    private void hold(byte[] bytes, int offset, int count) {
        if (length + count > pending.length) {
            pending = Arrays.copyOf(pending, Math.max(length + count, pending.length * 2));
        }
        System.arraycopy(bytes, offset, pending, length, count);
        length += count;
    }
}
