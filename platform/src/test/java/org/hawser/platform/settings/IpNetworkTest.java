package org.hawser.platform.settings;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.util.List;
import org.junit.jupiter.api.Test;

class IpNetworkTest {
    private static void assertContains(boolean expected, String network, String address) {
        assertEquals(expected, IpNetwork.parse("net", network).contains(InetAddress.ofLiteral(address)),
            network + " " + address);
    }

    @Test
    void anAddressIsInTheNetworkWhoseFirstBitsItHas() {
        assertContains(true, "10.1.0.0/16", "10.1.255.3");
        assertContains(false, "10.1.0.0/16", "10.2.0.0");
        assertContains(true, "10.1.128.0/17", "10.1.128.1");
        assertContains(false, "10.1.128.0/17", "10.1.127.1");
        assertContains(true, "10.1.2.3/32", "10.1.2.3");
        assertContains(false, "10.1.2.3/32", "10.1.2.2");
        assertContains(true, "0.0.0.0/0", "203.0.113.1");
        assertContains(true, "fd00::/8", "fd12::1");
        assertContains(false, "fd00::/8", "fe80::1");
    }

    @Test
    void anAddressOfTheOtherVersionIsNotInIt() {
        assertContains(false, "0.0.0.0/0", "fd00::1");
        assertContains(false, "::/0", "10.1.0.0");
    }

    @Test
    void whatIsNoNetworkIsAMistakeThatNamesTheSetting() {
        for (String wrong : List.of("10.0.0.0/33", "10.0.0.0/-1", "fd00::/129", "nonsense/8", "10.0.0.0/x", "10.0.0.0",
                "/8", "")) {
            String said = assertThrows(SettingMistake.class, () -> IpNetwork.parse("net", wrong)).getMessage();
            assertTrue(said.endsWith("net=" + wrong), said);
        }
    }
}
