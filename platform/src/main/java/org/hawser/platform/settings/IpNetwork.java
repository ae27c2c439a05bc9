package org.hawser.platform.settings;

import java.net.InetAddress;

/**
 * A network as a setting names it, by an address and how many of its first bits count: {@code 10.1.0.0/16}.
 *
 * <p><b>Threads:</b> immutable.
 */
public final class IpNetwork {
    private final byte[] prefix;
    private final int bits;

    private IpNetwork(byte[] prefix, int bits) {
        this.prefix = prefix;
        this.bits = bits;
    }

    /**
     * Reads the value of a setting.
     *
     * @param setting whose value it is, for the error
     * @throws SettingMistake when it is no network
     */
    public static IpNetwork parse(String setting, String value) {
        int slash = value.indexOf('/');
        try {
            byte[] prefix = InetAddress.ofLiteral(value.substring(0, Math.max(0, slash))).getAddress();
            int bits = Integer.parseInt(value.substring(slash + 1));
            if (bits >= 0 && bits <= prefix.length * Byte.SIZE) {
                return new IpNetwork(prefix, bits);
            }
        } catch (IllegalArgumentException e) {
            throw mistake(setting, value, e);
        }
        throw mistake(setting, value, null);
    }

    private static SettingMistake mistake(String setting, String value, Throwable cause) {
        return new SettingMistake("setting is not a network as 10.1.0.0/16: " + setting + "=" + value, cause);
    }

    /** True when an address is in it; one of the other version of the protocol never is. */
    public boolean contains(InetAddress address) {
        byte[] other = address.getAddress();
        if (other.length != prefix.length) {
            return false;
        }
        for (int bit = 0; bit < bits; bit++) {
            int mask = 0x80 >>> bit % Byte.SIZE;
            if (((other[bit / Byte.SIZE] ^ prefix[bit / Byte.SIZE]) & mask) != 0) {
                return false;
            }
        }
        return true;
    }
}
