package org.hawser.fabric.tcp.gate;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import org.hawser.fabric.FabricException;
import org.hawser.fabric.HostAddress;

/**
 * Where a rank listens: one address of one interface, never all of them. A job on one node listens on the loopback
 * interface, where no other host gets.
 *
 * <p><b>Threads:</b> any.
 */
final class ListenAddress {
    private ListenAddress() {
    }

    /**
     * Chooses.
     *
     * @param address an address or a host's name, or null
     * @param network an interface's name, or a network as {@code 10.1.0.0/16}, or null
     * @param alone   true when all ranks are on this node
     * @throws FabricException when there is no such address
     */
    static InetAddress choose(String address, String network, boolean alone) {
        return HostAddress.chosen(address, network).orElseGet(() -> alone ? InetAddress.getLoopbackAddress()
            : HostAddress.usual().orElseThrow(HostAddress::none));
    }

    /** An address as {@link Sockets#name} wrote it. */
    static InetSocketAddress parse(String text) {
        int colon = text.lastIndexOf(':');
        try {
            String host = text.substring(0, colon);
            if (host.startsWith("[") && host.endsWith("]")) {
                host = host.substring(1, host.length() - 1);
            }
            return new InetSocketAddress(InetAddress.ofLiteral(host), Integer.parseInt(text.substring(colon + 1)));
        } catch (IndexOutOfBoundsException | IllegalArgumentException e) {
            throw new IllegalArgumentException("not an address and a port: address=" + text, e);
        }
    }
}
