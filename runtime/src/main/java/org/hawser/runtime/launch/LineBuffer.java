package org.hawser.runtime.launch;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;

/**
 * Turns pieces of output into whole lines, each after a tag: what follows the last line end waits for its own.
 *
 * <p><b>Threads:</b> the caller guards it together with the sink. <b>Allocates:</b> when a line outgrows the buffer.
 */
public final class LineBuffer {

    private static final int KEPT = 64 * 1024;

    private final byte[] tag;
    private byte[] pending = new byte[256];
    private int length;

    /**
     * A buffer for one stream of one rank.
     *
     * @param tag what to write before each line, or an empty array
     */
    public LineBuffer(byte[] tag) {
        this.tag = tag;
    }

    /**
     * Takes a piece of output and writes the lines that it completes, in one write where they have no tag.
     *
     * @param bytes holds the piece
     * @param offset where it begins
     * @param count its length
     * @param sink gets whole lines
     * @throws IOException from the sink
     */
    public void append(byte[] bytes, int offset, int count, OutputStream sink) throws IOException {
        int end = offset + count;
        int whole = end;
        while (whole > offset && bytes[whole - 1] != '\n') {
            whole--;
        }
        if (whole > offset) {
            writeLines(bytes, offset, whole, sink);
        }
        hold(bytes, whole, end - whole);
    }

    /**
     * Writes what is left as a line.
     *
     * @param sink gets it
     * @throws IOException from the sink
     */
    public void finish(OutputStream sink) throws IOException {
        if (length > 0) {
            append(new byte[] {'\n'}, 0, 1, sink);
        }
    }

    private void writeLines(byte[] bytes, int offset, int whole, OutputStream sink) throws IOException {
        if (length == 0 && tag.length == 0) {
            sink.write(bytes, offset, whole - offset);
            return;
        }
        hold(bytes, offset, whole - offset);
        if (tag.length == 0) {
            sink.write(pending, 0, length);
        } else {
            byte[] tagged = withTags();
            sink.write(tagged, 0, tagged.length);
        }
        length = 0;
        if (pending.length > KEPT) {
            pending = new byte[256];
        }
    }

    private byte[] withTags() {
        int lines = 0;
        for (int i = 0; i < length; i++) {
            lines += pending[i] == '\n' ? 1 : 0;
        }
        byte[] tagged = new byte[length + lines * tag.length];
        int at = 0;
        boolean lineStart = true;
        for (int i = 0; i < length; i++) {
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
