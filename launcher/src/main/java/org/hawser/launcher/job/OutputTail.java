package org.hawser.launcher.job;

import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * The last bytes that a rank wrote, for the message that tells how it ended.
 *
 * <p><b>Threads:</b> any.
 */
final class OutputTail {

    private static final int KEPT = 8 * 1024;

    private final byte[] kept = new byte[KEPT];
    private final byte[] keptErrors = new byte[KEPT];
    private int length;
    private int errorLength;

    synchronized void append(boolean error, byte[] bytes, int count) {
        length = push(kept, length, bytes, count);
        if (error) {
            errorLength = push(keptErrors, errorLength, bytes, count);
        }
    }

    /** The last lines of both streams, as they came. */
    synchronized List<String> lines(int most) {
        return last(kept, length, most);
    }

    /** The last lines of standard error. */
    synchronized List<String> errorLines() {
        return last(keptErrors, errorLength, Integer.MAX_VALUE);
    }

    private static int push(byte[] kept, int length, byte[] bytes, int count) {
        int fresh = Math.min(count, KEPT);
        int old = Math.min(length, KEPT - fresh);
        System.arraycopy(kept, length - old, kept, 0, old);
        System.arraycopy(bytes, count - fresh, kept, old, fresh);
        return old + fresh;
    }

    private static List<String> last(byte[] kept, int length, int most) {
        List<String> lines = new String(kept, 0, length, StandardCharsets.UTF_8).lines().toList();
        return lines.subList(Math.max(0, lines.size() - most), lines.size());
    }
}
