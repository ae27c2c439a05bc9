package org.hawser.fabric.tcp.gate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import org.hawser.fabric.FabricException;
import org.hawser.fabric.PortRange;
import org.junit.jupiter.api.Test;

class ListenAddressTest {
    @Test
    void anInterfaceOrANetworkGivesItsAddress() {
        assertEquals("127.0.0.1", ListenAddress.choose(null, "lo", false).getHostAddress());
        assertEquals("127.0.0.1", ListenAddress.choose(null, "127.0.0.0/8", false).getHostAddress());
        assertEquals("127.0.0.1", ListenAddress.choose("127.0.0.1", "nonsense", false).getHostAddress());
    }

    @Test
    void whatThisHostDoesNotHaveIsRefusedWithWhatItHas() {
        FabricException e = assertThrows(FabricException.class, () -> ListenAddress.choose(null, "nope0", false));
        assertTrue(e.getMessage().contains("hawser.tcp.interface=nope0 there are=["), e.getMessage());
        e = assertThrows(FabricException.class, () -> ListenAddress.choose(null, "203.0.113.0/24", false));
        assertTrue(e.getMessage().contains("hawser.tcp.interface=203.0.113.0/24 there are=["), e.getMessage());
        assertThrows(IllegalArgumentException.class, () -> ListenAddress.choose(null, "10.0.0.0/33", false));
        assertThrows(IllegalArgumentException.class, () -> ListenAddress.choose(null, "10.0.0/8x", false));
    }

    @Test
    void allAddressesAtOnceAreRefused() {
        assertThrows(FabricException.class, () -> ListenAddress.choose("0.0.0.0", null, false));
        assertThrows(FabricException.class, () -> ListenAddress.choose("::", null, false));
    }

    @Test
    void addressesSurviveTheirText() throws Exception {
        for (String literal : new String[] {"10.1.2.3", "::1", "2001:db8::17"}) {
            InetSocketAddress address = new InetSocketAddress(InetAddress.ofLiteral(literal), 40_001);
            String text = Sockets.name(address);
            assertEquals(address, ListenAddress.parse(text));
            assertFalse(text.contains(" ") || text.contains("="), text);
        }
        for (String bad : new String[] {"", "10.0.0.1", "host:1", "10.0.0.1:x", "10.0.0.1:70000"}) {
            assertThrows(IllegalArgumentException.class, () -> ListenAddress.parse(bad), bad);
        }
    }

    @Test
    void rangesAreReadAndChecked() {
        assertEquals(new PortRange(40_000, 40_099), PortRange.parse("40000-40099"));
        assertEquals(new PortRange(5_000, 5_000), PortRange.parse(" 5000 "));
        assertEquals("0", PortRange.parse("0").toString());
        for (String bad : new String[] {"", "-", "1-", "9-8", "0-5", "1-70000", "x", "-1"}) {
            IllegalArgumentException e = assertThrows(IllegalArgumentException.class, () -> PortRange.parse(bad), bad);
            assertTrue(e.getMessage().contains("hawser.tcp.ports=" + bad), e.getMessage());
        }
    }

    @Test
    void ranksOfOneNodeBeginAtDifferentPorts() {
        PortRange range = new PortRange(100, 103);
        assertEquals(100, range.port(0, 0));
        assertEquals(101, range.port(1, 0));
        assertEquals(100, range.port(1, 3));
        assertEquals(103, range.port(Integer.MAX_VALUE, 0));
    }
}
