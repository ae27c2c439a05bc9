package org.hawser.platform.secret;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.security.SecureRandom;

/**
 * Draws numbers that nobody can guess, from the kernel. The JDK's {@link SecureRandom} reads the same file, after it
 * has loaded the security providers; every rank draws a number before it has said a word to another, and that takes it
 * longer than all else it does until then.
 *
 * <p>Each memory that is lent for one message has such a number, so several are read at a time: to open the file takes
 * longer than all else that lending does. None is given twice, nor kept once it is given.
 *
 * <p><b>Threads:</b> any; one at a time draws. <b>Allocates:</b> once in {@value #AHEAD} numbers.
 */
public final class Secrets {
    private static final String KERNEL = "/dev/urandom";
    /** Numbers that are read at a time. */
    private static final int AHEAD = 64;

    /** What was read; what has been given of it is zero. */
    private static final byte[] DRAWN = new byte[AHEAD * Long.BYTES];
    private static final ByteBuffer LEFT = ByteBuffer.wrap(DRAWN).limit(0);

    private Secrets() {
    }

    /** A number drawn from all that a long can be. */
    public static long next() {
        synchronized (DRAWN) {
            if (!LEFT.hasRemaining()) {
                if (!fill(KERNEL, DRAWN)) {
                    new SecureRandom().nextBytes(DRAWN);
                }
                LEFT.clear();
            }
            int at = LEFT.position();
            long number = LEFT.getLong();
            LEFT.putLong(at, 0);
            return number;
        }
    }

    /** Fills all bytes from a file; false where there is no such file, or it ends. */
    static boolean fill(String file, byte[] bytes) {
        try (InputStream in = new FileInputStream(file)) {
            return in.readNBytes(bytes, 0, bytes.length) == bytes.length;
        } catch (IOException e) {
            // Another kernel, or a root that lacks the file: the JDK knows other sources.
            return false;
        }
    }
}
