package org.hawser.launcher.host;

import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.util.Locale;

/**
 * Tells which names are this machine's. What is on this machine starts without a remote shell.
 *
 * <p>A name is looked up only when its first part is this machine's own: a name service that does not answer must not
 * hold up a job for each of its hosts.
 *
 * <p><b>Threads:</b> stateless.
 */
public final class LocalNames {
    /** The name under which this machine is in a list of hosts, whatever it was called there. */
    public static final String LOCAL = "localhost";

    private LocalNames() {
    }

    /** True when {@code host} is this machine, for this user. */
    public static boolean isLocal(String host) {
        String name = host.toLowerCase(Locale.ROOT);
        if (name.equals(LOCAL) || name.equals("127.0.0.1") || name.equals("::1")) {
            return true;
        }
        if (name.indexOf('@') >= 0) {
            return false;
        }
        String own = own().toLowerCase(Locale.ROOT);
        if (name.equals(own)) {
            return true;
        }
        boolean address = name.indexOf(':') >= 0 || name.matches("[0-9.]+");
        return (address || firstPart(name).equals(firstPart(own))) && isOwnAddress(name);
    }

    /** What this machine calls itself. */
    public static String own() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            String named = System.getenv("HOSTNAME");
            return named == null || named.isEmpty() ? LOCAL : named;
        }
    }

    private static String firstPart(String name) {
        int dot = name.indexOf('.');
        return dot < 0 ? name : name.substring(0, dot);
    }

    private static boolean isOwnAddress(String name) {
        try {
            return NetworkInterface.getByInetAddress(InetAddress.getByName(name)) != null;
        } catch (UnknownHostException | SocketException e) {
            return false;
        }
    }
}
