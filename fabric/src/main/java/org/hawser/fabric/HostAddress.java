package org.hawser.fabric;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.hawser.platform.settings.IpNetwork;
import org.hawser.platform.settings.SettingMistake;

/**
 * Where a rank listens for ranks on other hosts: one address that this host has, never all of them. It is
 * {@code hawser.tcp.address}, else an address of the interface or the network {@code hawser.tcp.interface}, else that
 * of the host's name, else the first that others may reach.
 *
 * <p><b>Threads:</b> any.
 */
public final class HostAddress {
    private static final String REMEDY = "; set hawser.tcp.interface to an interface or a network that all hosts of the"
        + " job reach, as eth0 or 10.1.0.0/16";

    private HostAddress() {
    }

    /**
     * What the settings choose.
     *
     * @param address an address or a host's name, or null
     * @param network an interface's name, or a network as {@code 10.1.0.0/16}, or null
     * @return nothing when neither is given
     * @throws FabricException when there is no such address
     * @throws SettingMistake  when a network is none
     */
    public static Optional<InetAddress> chosen(String address, String network) {
        if (address != null) {
            return Optional.of(named(address));
        }
        if (network == null) {
            return Optional.empty();
        }
        return Optional.of(network.indexOf('/') < 0 ? onInterface(network) : inNetwork(network));
    }

    /**
     * The address that the host's own name leads to if this host has it and others can reach it, else the first that
     * looks so. The name of a machine in a cloud may lead to an address that only the cloud's own routers have.
     *
     * @return nothing when no other host can reach this one
     */
    public static Optional<InetAddress> usual() {
        InetAddress own = null;
        try {
            own = InetAddress.getLocalHost();
        } catch (UnknownHostException e) {
            // A host need not know its own name; its interfaces have addresses all the same.
        }
        return usual(own, allAddresses());
    }

    static Optional<InetAddress> usual(InetAddress own, Collection<InetAddress> all) {
        if (own != null && !own.isLoopbackAddress() && !own.isLinkLocalAddress() && all.contains(own)) {
            return Optional.of(own);
        }
        return all.stream().filter(each -> !each.isLoopbackAddress()).min(preference());
    }

    /** What to say, and to do, where {@link #usual} has nothing. */
    public static FabricException none() {
        return FabricException.refused("this host has no address that other hosts could reach" + REMEDY);
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
}
