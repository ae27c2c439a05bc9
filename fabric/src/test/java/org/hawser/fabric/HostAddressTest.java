package org.hawser.fabric;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.net.InetAddress;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class HostAddressTest {
    private static final InetAddress LOOPBACK = InetAddress.ofLiteral("127.0.0.1");
    private static final InetAddress OWN = InetAddress.ofLiteral("10.0.0.7");
    private static final InetAddress OTHER = InetAddress.ofLiteral("192.168.1.7");
    private static final InetAddress FLOATING = InetAddress.ofLiteral("203.0.113.7");
    private static final InetAddress SIX = InetAddress.ofLiteral("2001:db8::7");
    private static final InetAddress LINK = InetAddress.ofLiteral("fe80::7");

    @Test
    void theHostsNameChoosesAmongWhatTheHostHas() {
        assertEquals(Optional.of(OTHER), HostAddress.usual(OTHER, List.of(LOOPBACK, OWN, OTHER)));
        assertEquals(Optional.of(OWN), HostAddress.usual(FLOATING, List.of(LOOPBACK, OWN, OTHER)));
    }

    @Test
    void aNameThatLeadsNowhereOrBackChoosesNothing() {
        for (InetAddress name : new InetAddress[] {null, LOOPBACK, LINK}) {
            assertEquals(Optional.of(OWN), HostAddress.usual(name, List.of(LOOPBACK, LINK, SIX, OWN)));
        }
        assertEquals(Optional.of(SIX), HostAddress.usual(null, List.of(LINK, SIX)));
        assertEquals(Optional.empty(), HostAddress.usual(LOOPBACK, List.of(LOOPBACK)));
    }
}
