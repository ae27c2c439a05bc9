package org.hawser.fabric.tcp.gate;

import java.util.concurrent.TimeUnit;
import org.hawser.fabric.Place;
import org.hawser.fabric.PortRange;
import org.hawser.platform.settings.Settings;

/**
 * The gate's settings; docs/settings.md has their meaning.
 *
 * <p><b>Threads:</b> immutable.
 *
 * @param address       {@code hawser.tcp.address}: where to listen, or null
 * @param network       {@code hawser.tcp.interface}: an interface or a network to listen on, or null
 * @param ports         {@code hawser.tcp.ports}: where to listen
 * @param tls           {@code hawser.tcp.tls}: whether connections are encrypted
 * @param strangers     {@code hawser.tcp.strangers}: connections that have not proved themselves, at one time
 * @param deadlineNanos {@code hawser.tcp.handshake}: how long a handshake may take
 * @param meetsHosts    {@code hawser.meet}: whether ranks on other hosts shall reach this one, whatever its job is
 */
public record GateSettings(String address, String network, PortRange ports, boolean tls, int strangers,
                           long deadlineNanos, boolean meetsHosts) {
    /** For a job that only its own ranks shall reach. */
    public GateSettings(String address, String network, PortRange ports, boolean tls, int strangers,
                        long deadlineNanos) {
        this(address, network, ports, tls, strangers, deadlineNanos, false);
    }

    /** The settings of this process. */
    public static GateSettings read() {
        return new GateSettings(Settings.text("hawser.tcp.address", null), Settings.text("hawser.tcp.interface", null),
            PortRange.parse(Settings.text("hawser.tcp.ports", "0")), readTls(),
            (int) Settings.number("hawser.tcp.strangers", 64, 1, 65_536),
            TimeUnit.SECONDS.toNanos(Settings.number("hawser.tcp.handshake", 10, 1, 3_600)),
            Place.meetsHosts());
    }

    private static boolean readTls() {
        // Others are refused: a typing error must not turn encryption off.
        String text = Settings.word("hawser.tcp.tls", "off", "on", "true", "off", "false");
        return text.equals("on") || text.equals("true");
    }
}
