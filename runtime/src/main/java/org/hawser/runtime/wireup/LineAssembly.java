package org.hawser.runtime.wireup;

import java.io.ByteArrayOutputStream;
import java.io.StreamCorruptedException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;

/**
 * Makes lines of the pieces in which they come.
 *
 * <p><b>Threads:</b> one at a time.
 */
final class LineAssembly {
    private final ArrayDeque<String> whole = new ArrayDeque<>();
    private final ByteArrayOutputStream part = new ByteArrayOutputStream();

    /**
     * Takes what has come.
     *
     * @throws StreamCorruptedException when that is no text, or a line does not end
     */
    void add(byte[] bytes, int count) throws StreamCorruptedException {
        for (int i = 0; i < count; i++) {
            byte next = bytes[i];
            if (next == '\n') {
                whole.add(part.toString(StandardCharsets.US_ASCII));
                part.reset();
            } else if (next < ' ') {
                throw new StreamCorruptedException("no line of text: " + Quoted.of(bytes, count));
            } else if (part.size() == LineWire.LONGEST) {
                throw new StreamCorruptedException("a line without an end: " + Quoted.of(bytes, count));
            } else {
                part.write(next);
            }
        }
    }

    /** The next whole line, or null. */
    String next() {
        return whole.poll();
    }

    /** What has come of a line that is not whole, in words. */
    String rest() {
        return part.size() == 0 ? "nothing" : Quoted.of(part.toByteArray(), part.size());
    }
}
