package org.hawser.mpi.dynamic;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import org.hawser.mpi.ErrorClass;
import org.hawser.mpi.MpiFailure;

/**
 * The name of a port: where its socket is, and the secret that whoever connects must show.
 *
 * <pre>
 * hawser-port:5f0c2a91d4be7733:/dev/shm/hawser-ann-1a2b3c4d5e6f7081/port-0-1
 * </pre>
 *
 * <p><b>Threads:</b> immutable.
 *
 * @param secret random
 * @param socket where the owner listens
 */
record PortName(long secret, Path socket) {
    private static final String SCHEME = "hawser-port:";
    private static final int DIGITS = 16;

    /**
     * Reads a name.
     *
     * @throws MpiFailure with {@code PORT} when it is none
     */
    static PortName parse(String text) {
        int colon = SCHEME.length() + DIGITS;
        if (text != null && text.startsWith(SCHEME) && text.length() > colon + 1 && text.charAt(colon) == ':') {
            try {
                return new PortName(Long.parseUnsignedLong(text, SCHEME.length(), colon, 16),
                    Path.of(text.substring(colon + 1)));
            } catch (NumberFormatException | InvalidPathException e) {
                throw new MpiFailure(ErrorClass.PORT, "not the name of a port: port=" + text, e);
            }
        }
        throw new MpiFailure(ErrorClass.PORT, "not the name of a port: port=" + text);
    }

    @Override
    public String toString() {
        return SCHEME + String.format("%016x", secret) + ":" + socket;
    }
}
