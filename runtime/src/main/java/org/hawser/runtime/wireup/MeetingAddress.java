package org.hawser.runtime.wireup;

import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.UnknownHostException;
import java.util.List;
import org.hawser.platform.settings.IpNetwork;
import org.hawser.platform.settings.SettingMistake;
import org.hawser.platform.settings.Settings;

/**
 * Where a rank listens for others of its job: {@code hawser.tcp.address}, else an address of the interface or the
 * network {@code hawser.tcp.interface}, else that of the host's name, else the first one of a network; on a port of
 * {@code hawser.tcp.ports}.
 *
 * <p><b>Threads:</b> stateless.
 */
final class MeetingAddress {
    private MeetingAddress() {
    }

    static InetAddress own() throws IOException {
        String address = Settings.text("hawser.tcp.address", null);
        if (address != null) {
            return InetAddress.getByName(address);
        }
        String name = Settings.text("hawser.tcp.interface", null);
        if (name != null) {
            return name.indexOf('/') < 0 ? onInterface(name) : inNetwork(name);
        }
        try {
            InetAddress own = InetAddress.getLocalHost();
            if (!own.isLoopbackAddress()) {
                return own;
            }
        } catch (UnknownHostException e) {
            // The host's own name leads nowhere: its networks are asked.
        }
        List<NetworkInterface> all = NetworkInterface.networkInterfaces().toList();
        for (NetworkInterface one : all) {
            if (one.isUp() && !one.isLoopback() && one.inetAddresses().findAny().isPresent()) {
                return first(one);
            }
        }
        return InetAddress.getLoopbackAddress();
    }

    private static InetAddress onInterface(String name) throws IOException {
        NetworkInterface chosen = NetworkInterface.getByName(name);
        if (chosen == null) {
            throw new IOException("no such network interface: hawser.tcp.interface=" + name);
        }
        return first(chosen);
    }

    private static InetAddress inNetwork(String network) throws IOException {
        IpNetwork wanted;
        try {
            wanted = IpNetwork.parse("hawser.tcp.interface", network);
        } catch (SettingMistake e) {
            throw new IOException(e.getMessage(), e);
        }
        return NetworkInterface.networkInterfaces().flatMap(NetworkInterface::inetAddresses).filter(wanted::contains)
            .findFirst().orElseThrow(() -> new IOException(
                "this host has no address in the network: hawser.tcp.interface=" + network));
    }

    private static InetAddress first(NetworkInterface chosen) throws IOException {
        List<InetAddress> addresses = chosen.inetAddresses().filter(one -> !one.isLinkLocalAddress()).toList();
        return addresses.stream().filter(Inet4Address.class::isInstance).findFirst()
            .or(() -> addresses.stream().findFirst())
            .orElseThrow(() -> new IOException("a network interface has no address: name=" + chosen.getName()));
    }

    /** The first and the last port that may be used; 0 and 0 when any may. */
    static int[] ports() {
        String range = Settings.text("hawser.tcp.ports", "0");
        String[] ends = range.split("-");
        try {
            int first = Integer.parseInt(ends[0].trim());
            int last = Integer.parseInt(ends[ends.length - 1].trim());
            if (ends.length <= 2 && first >= 0 && first <= last && last < 1 << 16) {
                return new int[] {first, last};
            }
        } catch (NumberFormatException e) {
            throw new SettingMistake("not a range of ports, as in 40000-40100: hawser.tcp.ports=" + range, e);
        }
        throw new SettingMistake("not a range of ports, as in 40000-40100: hawser.tcp.ports=" + range);
    }
}
