package org.hawser.launcher.job;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The last that a rank wrote, for the message that tells how it ended. The lines of its two streams follow each other
 * as they were ended; a line that is not ended yet does not meet what the other stream brings meanwhile.
 *
 * <p><b>Threads:</b> any.
 */
final class OutputTail {

    private static final int KEPT = 8 * 1024;

    private final Bytes both = new Bytes();
    private final Bytes errors = new Bytes();
    /** What has come of a line of standard output, and of standard error. */
    private final Bytes begunOutput = new Bytes();
    private final Bytes begunError = new Bytes();

    synchronized void append(boolean error, byte[] bytes, int count) {
        Bytes begun = error ? begunError : begunOutput;
        int ended = count;
        while (ended > 0 && bytes[ended - 1] != '\n') {
            ended--;
        }
        if (ended > 0) {
            both.push(begun.kept, 0, begun.length);
            both.push(bytes, 0, ended);
            begun.length = 0;
        }
        begun.push(bytes, ended, count);
        if (error) {
            errors.push(bytes, 0, count);
        }
    }

    /** The last lines of both streams, as they were ended; those that were not come last. */
    synchronized List<String> lines(int most) {
        List<String> lines = new ArrayList<>(both.lines());
        lines.addAll(begunOutput.lines());
        lines.addAll(begunError.lines());
        return lines.subList(Math.max(0, lines.size() - most), lines.size());
    }

    /** The last lines of standard error. */
    synchronized List<String> errorLines() {
        return errors.lines();
    }

    /** The last bytes of many. */
    private static final class Bytes {
        private final byte[] kept = new byte[KEPT];
        private int length;

        void push(byte[] bytes, int from, int to) {
            int fresh = Math.min(to - from, KEPT);
            int old = Math.min(length, KEPT - fresh);
            System.arraycopy(kept, length - old, kept, 0, old);
            System.arraycopy(bytes, to - fresh, kept, old, fresh);
            length = old + fresh;
        }

        List<String> lines() {
            return new String(kept, 0, length, StandardCharsets.UTF_8).lines().toList();
        }
    }
}
