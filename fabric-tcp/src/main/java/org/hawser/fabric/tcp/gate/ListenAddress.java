package org.hawser.fabric.tcp.gate;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.hawser.fabric.FabricException;
import org.hawser.platform.settings.IpNetwork;

/**
 * Where a rank listens: one address of one interface, never all of them. A job on one node listens on the loopback
 * interface, where no other host gets.
 *
 * <p><b>Threads:</b> any.
 */
final class ListenAddress {
    private static final String REMEDY = "; set hawser.tcp.interface to an interface or a network that all hosts of the"
        + " job reach, as eth0 or 10.1.0.0/16";

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
        if (address != null) {
            return named(address);
        }
        if (network != null) {
            return network.indexOf('/') < 0 ? onInterface(network) : inNetwork(network);
        }
        return alone ? InetAddress.getLoopbackAddress() : usual();
    }

    private static InetAddress named(String name) {
        InetAddress address;
        try {
            address = InetAddress.getByName(name);
        } catch (UnknownHostException e) {
            throw new FabricException(FabricException.Severity.FATAL,
                "no such address to listen on: hawser.tcp.address=" + name, e);
        }
        if (address.isAnyLocalAddress()) {
            throw FabricException.refused("a rank listens on one address, not on all: hawser.tcp.address=" + name
                + REMEDY);
        }
        return address;
    }

    private static InetAddress onInterface(String name) {
        List<String> known = new ArrayList<>();
        for (NetworkInterface each : interfaces()) {
            known.add(each.getName());
            if (each.getName().equals(name)) {
                return each.inetAddresses().min(preference()).orElseThrow(() -> FabricException.refused(
                    "the interface has no address: hawser.tcp.interface=" + name));
            }
        }
        throw FabricException.refused("no such interface: hawser.tcp.interface=" + name + " there are=" + known);
    }

    private static InetAddress inNetwork(String network) {
        IpNetwork wanted = IpNetwork.parse("hawser.tcp.interface", network);
        return allAddresses().stream().filter(wanted::contains).min(preference())
            .orElseThrow(() -> FabricException.refused("this host has no address in the network: hawser.tcp.interface="
                + network + " there are=" + allAddresses().stream().map(InetAddress::getHostAddress).toList()));
    }

    /** The address that the host's own name leads to if others can reach it, else the first that looks so. */
    private static InetAddress usual() {
        try {
            InetAddress own = InetAddress.getLocalHost();
            if (!own.isLoopbackAddress() && !own.isLinkLocalAddress() && allAddresses().contains(own)) {
                return own;
            }
        } catch (UnknownHostException e) {
            // A host need not know its own name; its interfaces have addresses all the same.
        }
        return allAddresses().stream().filter(each -> !each.isLoopbackAddress()).min(preference()).orElseThrow(
            () -> FabricException.refused("this host has no address that other hosts could reach" + REMEDY));
    }

    private static List<InetAddress> allAddresses() {
        return interfaces().stream().flatMap(NetworkInterface::inetAddresses).toList();
    }

    private static List<NetworkInterface> interfaces() {
        try {
            List<NetworkInterface> up = new ArrayList<>();
            for (NetworkInterface each : NetworkInterface.networkInterfaces().toList()) {
                if (each.isUp()) {
                    up.add(each);
                }
            }
            return up;
        } catch (SocketException e) {
            throw new FabricException(FabricException.Severity.FATAL, "cannot list this host's network interfaces", e);
        }
    }

    /** IPv4 before IPv6, and addresses of one link last, since other hosts cannot name the link. */
    private static Comparator<InetAddress> preference() {
        return Comparator.comparing(InetAddress::isLinkLocalAddress)
            .thenComparing(address -> !(address instanceof Inet4Address));
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
