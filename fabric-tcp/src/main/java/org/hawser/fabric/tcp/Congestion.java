package org.hawser.fabric.tcp;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import org.hawser.platform.libc.BareSocket;
import org.hawser.platform.libc.Libc;
import org.hawser.platform.libc.Notices;
import org.hawser.platform.settings.Settings;

/**
 * How connections avoid congestion. That is the system's choice, with one exception: BBR spaces out what it sends, by a
 * timer for each packet and at a rate that it takes from what came before. Inside a host there is nothing to be
 * avoided, and ranks that send windows and wait in between are held to less than half of what the connection carries;
 * so connections between ranks of one host use Reno there. {@code hawser.tcp.congestion} names another way for all
 * connections, or leaves all of them to the system.
 *
 * <p><b>Threads:</b> the agent's. <b>Allocates:</b> per connection.
 */
final class Congestion {
    private static final String SETTING = "hawser.tcp.congestion";
    private static final String AUTO = "auto";
    private static final String SYSTEM = "system";
    private static final String PACED = "bbr";
    private static final String UNPACED = "reno";
    private static final Path SYSTEM_CHOICE = Path.of("/proc/sys/net/ipv4/tcp_congestion_control");

    private final String wanted = Settings.text(SETTING, AUTO);

    /**
     * Has a new connection use what is wanted for it.
     *
     * @param descriptor that of the channel, or negative when it is to be looked for
     */
    void choose(SocketChannel channel, int descriptor) {
        try {
            if (!(channel.getLocalAddress() instanceof InetSocketAddress local)
                    || !(channel.getRemoteAddress() instanceof InetSocketAddress peer)) {
                return;
            }
            String name = choice(local.getAddress(), peer.getAddress(), systemChoice());
            if (name != null && !set(descriptor, local, peer, name) && !wanted.equals(AUTO)) {
                Notices.once("connections avoid congestion as the system has it: " + SETTING + "=" + wanted
                    + " cannot be set");
            }
        } catch (IOException e) {
            // The connection has ended, or the system does not tell: it stays as it is.
            return;
        }
    }

    /** The way for a connection between two addresses; null where the system's own stays, which is {@code system}. */
    String choice(InetAddress local, InetAddress peer, String system) {
        return switch (wanted) {
            case SYSTEM -> null;
            case AUTO -> local.equals(peer) && system.startsWith(PACED) ? UNPACED : null;
            default -> wanted;
        };
    }

    private static String systemChoice() throws IOException {
        return Files.exists(SYSTEM_CHOICE) ? Files.readString(SYSTEM_CHOICE).trim() : "";
    }

    private static boolean set(int descriptor, InetSocketAddress local, InetSocketAddress peer, String name) {
        int found = descriptor >= 0 ? descriptor : BareSocket.find(local, peer);
        return found >= 0 && Libc.setCongestionControl(found, name);
    }
}
