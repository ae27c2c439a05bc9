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
 * <p><b>Threads:</b> any.
 */
public final class Secrets {
    private static final String KERNEL = "/dev/urandom";

    private Secrets() {
    }

    /** A number drawn from all that a long can be. */
    public static long next() {
        byte[] bytes = new byte[Long.BYTES];
        if (!fill(KERNEL, bytes)) {
            new SecureRandom().nextBytes(bytes);
        }
        return ByteBuffer.wrap(bytes).getLong();
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
