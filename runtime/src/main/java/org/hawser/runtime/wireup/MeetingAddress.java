package org.hawser.runtime.wireup;

import java.io.IOException;
import java.net.InetAddress;
import org.hawser.fabric.FabricException;
import org.hawser.fabric.HostAddress;
import org.hawser.fabric.PortRange;
import org.hawser.platform.settings.SettingMistake;
import org.hawser.platform.settings.Settings;

/**
 * Where rank 0 listens for others of its job: at the address where ranks listen for each other, on a port of
 * {@code hawser.tcp.ports}. A host that no other can reach has its own ranks meet on the loopback interface.
 *
 * <p><b>Threads:</b> stateless.
 */
final class MeetingAddress {
    private MeetingAddress() {
    }

    static InetAddress own() throws IOException {
        try {
            return HostAddress.chosen(Settings.text("hawser.tcp.address", null),
                Settings.text("hawser.tcp.interface", null))
                .orElseGet(() -> HostAddress.usual().orElseGet(InetAddress::getLoopbackAddress));
        } catch (FabricException | SettingMistake e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    static PortRange ports() {
        return PortRange.parse(Settings.text("hawser.tcp.ports", "0"));
    }
}
