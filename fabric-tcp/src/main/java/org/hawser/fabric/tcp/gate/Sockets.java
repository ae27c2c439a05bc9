package org.hawser.fabric.tcp.gate;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.channels.NetworkChannel;
import java.nio.channels.SocketChannel;

/** Small things that sockets need. */
final class Sockets {
    private Sockets() {
    }

    /** Closes a socket that may be broken. */
    static void close(NetworkChannel channel) {
        try {
            channel.close();
        } catch (IOException e) {
            // Closing is the last thing done to it; there is nobody left to tell.
            return;
        }
    }

    /** Where the other end is, for messages. */
    static String peerOf(SocketChannel channel) {
        try {
            SocketAddress address = channel.getRemoteAddress();
            return address == null ? "?" : name(address);
        } catch (IOException e) {
            return "?";
        }
    }

    /** An address as {@code 10.0.0.1:40001} or {@code [fe80::1]:40001}; no name is looked up. */
    static String name(SocketAddress address) {
        if (!(address instanceof InetSocketAddress at)) {
            return String.valueOf(address);
        }
        String host = at.isUnresolved() ? at.getHostString() : at.getAddress().getHostAddress();
        return (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + at.getPort();
    }
}
