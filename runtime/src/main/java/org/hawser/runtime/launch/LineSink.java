package org.hawser.runtime.launch;

import java.io.IOException;
import java.io.OutputStream;

/**
 * A stream that gets lines of many. It knows whose last line is not ended, so that nobody else's begins in the middle
 * of it.
 *
 * <p><b>Threads:</b> the caller guards it together with the buffers that write to it.
 */
public final class LineSink {
    private final OutputStream out;
    /** Of whom a part of a line has been written, and not its end; null for nobody. */
    private LineBuffer begun;

    /**
     * Lines go to a stream.
     *
     * @param out gets them; no others write to it, or they {@linkplain #breakLine end} what was begun
     */
    public LineSink(OutputStream out) {
        this.out = out;
    }

    /**
     * Ends the line that somebody has begun, if one has: what comes next is on a line of its own.
     *
     * @throws IOException from the stream
     */
    public void breakLine() throws IOException {
        if (begun != null) {
            begun = null;
            out.write(new byte[] {'\n'}, 0, 1);
        }
    }

    /** Has a line of this one been begun here that nobody has broken? */
    boolean continues(LineBuffer line) {
        return begun == line;
    }

    /**
     * Writes lines of one.
     *
     * @param whole false when the last of them is to be continued
     */
    void write(LineBuffer from, byte[] bytes, int offset, int length, boolean whole) throws IOException {
        if (begun != from) {
            breakLine();
        }
        out.write(bytes, offset, length);
        begun = whole ? null : from;
    }
}
