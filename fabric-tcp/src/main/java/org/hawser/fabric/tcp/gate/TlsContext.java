package org.hawser.fabric.tcp.gate;

import java.nio.channels.SocketChannel;

/**
 * How a job's connections are encrypted.
 *
 * <p><b>Threads:</b> any.
 */
final class TlsContext {
    private static final byte TLS_HANDSHAKE = 22;

    private TlsContext() {
    }

    /** What the job's keys give. */
    static TlsContext of(JobKeys keys) {
        throw new UnsupportedOperationException("no TLS so far");
    }

    /** A wire over {@code channel} on which nothing goes unencrypted. */
    Wire wire(SocketChannel channel, boolean dialled) {
        throw new UnsupportedOperationException("no TLS so far");
    }

    /** What to say about a first byte that is not Hawser's: TLS at a port without, perhaps. */
    static String hint(byte first) {
        return first == TLS_HANDSHAKE
            ? "; the peer uses TLS and this rank does not: set hawser.tcp.tls for all ranks or for none" : "";
    }
}
