package org.hawser.fabric.tcp;

import java.io.File;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
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
 * <p>Java does not tell which descriptor a socket has: it is found by its addresses among those of this process.
 *
 * <p><b>Threads:</b> the agent's. <b>Allocates:</b> per connection.
 */
final class Congestion {
    private static final String SETTING = "hawser.tcp.congestion";
    private static final String AUTO = "auto";
    private static final String SYSTEM = "system";
    private static final String UNPACED = "reno";
    private static final Path SYSTEM_CHOICE = Path.of("/proc/sys/net/ipv4/tcp_congestion_control");
    private static final File DESCRIPTORS = new File("/proc/self/fd");

    private final String wanted = Settings.text(SETTING, AUTO);

    /** Has a new connection use what is wanted for it. */
    void choose(SocketChannel channel) {
        try {
            if (wanted.equals(SYSTEM) || !(channel.getLocalAddress() instanceof InetSocketAddress local)
                    || !(channel.getRemoteAddress() instanceof InetSocketAddress peer)) {
                return;
            }
            boolean auto = wanted.equals(AUTO);
            if (auto && (!local.getAddress().equals(peer.getAddress()) || !Libc.available() || !isPaced())) {
                return;
            }
            if (!set(local, peer, auto ? UNPACED : wanted) && !auto) {
                Notices.once("connections avoid congestion as the system has it: " + SETTING + "=" + wanted
                    + " cannot be set");
            }
        } catch (IOException e) {
            // The connection has ended, or the system does not tell: it stays as it is.
            return;
        }
    }

    private static boolean isPaced() throws IOException {
        return Files.exists(SYSTEM_CHOICE) && Files.readString(SYSTEM_CHOICE).startsWith("bbr");
    }

    private static boolean set(InetSocketAddress local, InetSocketAddress peer, String name) {
        String[] numbers = Libc.available() ? DESCRIPTORS.list() : null;
        if (numbers == null) {
            return false;
        }
        // A new one is among the last, as a rule.
        for (int i = numbers.length - 1; i >= 0; i--) {
            int descriptor = Integer.parseInt(numbers[i]);
            if (Libc.isConnection(descriptor, local, peer)) {
                return Libc.setCongestionControl(descriptor, name);
            }
        }
        return false;
    }
}
