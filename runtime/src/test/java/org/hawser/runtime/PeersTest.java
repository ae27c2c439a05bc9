package org.hawser.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PeersTest {
    private final FakeDomain domain = new FakeDomain();

    @Test
    void connectsOnFirstContactAndOnce() {
        Peers peers = new Peers(domain, 4096);
        assertEquals(0, domain.connects);
        Peer last = peers.get(4095);
        assertSame(last, peers.get(4095));
        assertEquals(4095, last.rank);
        peers.get(0);
        peers.get(63);
        peers.get(64);
        assertEquals(4, domain.connects);
        List<Integer> known = new ArrayList<>();
        peers.forEach(peer -> known.add(peer.rank));
        assertEquals(List.of(0, 63, 64, 4095), known);
    }

    @Test
    void refusesRanksThatAreNotThere() {
        Peers peers = new Peers(domain, 65);
        for (int nobody : new int[] {-1, 65, 66, Integer.MIN_VALUE, Integer.MAX_VALUE}) {
            assertThrows(IllegalArgumentException.class, () -> peers.get(nobody));
        }
        assertEquals(0, domain.connects);
    }
}
