package org.hawser.mpi.dynamic;

import java.nio.file.Path;
import java.util.HexFormat;
import org.hawser.mpi.ErrorClass;
import org.hawser.mpi.MpiFailure;

/**
 * The name of a port: the secret by which both sides know each other, and where the owner listens.
 *
 * <pre>
 * hawser-port:5f0c2a91d4be77335f0c2a91d4be7733:mars-1a2b3c4d|10.1.0.7:40011|/dev/shm/hawser-ann-1a2b3c4d/port-0-1
 * </pre>
 *
 * <p><b>Threads:</b> immutable, as long as nobody changes the secret.
 *
 * @param secret random bytes that only those know who were given the name
 * @param node   the owner's node, as in its address
 * @param far    where it listens to other nodes, as {@code address:port}; null when it does not
 * @param socket where it listens to its own
 */
record PortName(byte[] secret, String node, String far, Path socket) {
    /** Bytes of the secret. */
    static final int SECRET_BYTES = 16;

    private static final String SCHEME = "hawser-port:";
    private static final int COLON = SCHEME.length() + 2 * SECRET_BYTES;

    /**
     * Reads a name.
     *
     * @throws MpiFailure with {@code PORT} when it is none
     */
    static PortName parse(String text) {
        if (text != null && text.startsWith(SCHEME) && text.length() > COLON && text.charAt(COLON) == ':') {
            String[] parts = text.substring(COLON + 1).split("\\|", 3);
            try {
                if (parts.length == 3 && !parts[2].isEmpty()) {
                    return new PortName(HexFormat.of().parseHex(text, SCHEME.length(), COLON), parts[0],
                        parts[1].isEmpty() ? null : parts[1], Path.of(parts[2]));
                }
            } catch (IllegalArgumentException e) {
                throw new MpiFailure(ErrorClass.PORT, "not the name of a port: port=" + text, e);
            }
        }
        throw new MpiFailure(ErrorClass.PORT, "not the name of a port: port=" + text);
    }

    @Override
    public String toString() {
        return SCHEME + HexFormat.of().formatHex(secret) + ":" + node + "|" + (far == null ? "" : far) + "|" + socket;
    }
}
