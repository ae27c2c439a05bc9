package org.hawser.fabric;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NodeMapTest {
    @Test
    void ranksInBlocks() {
        NodeMap map = NodeMap.of(List.of("a", "a", "b", "b", "b"));
        assertEquals("0*2,1*3", map.toString());
        assertEquals(map, NodeMap.parse("0*2,1*3"));
        assertEquals(5, map.size());
        assertEquals(2, map.nodes());
        assertEquals(1, map.nodeOf(2));
        assertEquals(3, map.localSize(4));
        assertEquals(2, map.localIndex(4));
        assertArrayEquals(new int[] {2, 3, 4}, map.ranksOn(1));
        assertArrayEquals(new int[] {0, 2}, map.firstRanks());
        assertTrue(map.isSameNode(2, 4));
        assertFalse(map.isSameNode(1, 2));
    }

    @Test
    void ranksInTurns() {
        NodeMap map = NodeMap.parse("0,1,0,1,0");
        assertArrayEquals(new int[] {0, 2, 4}, map.ranksOn(0));
        assertArrayEquals(new int[] {0, 1}, map.firstRanks());
        assertEquals(1, map.localIndex(3));
        assertEquals(2, map.localSize(1));
        assertEquals("0,1,0,1,0", map.toString());
    }

    @Test
    void oneNode() {
        NodeMap map = NodeMap.single(7);
        assertTrue(map.isSingle());
        assertEquals(7, map.localSize(3));
        assertEquals("0*7", map.toString());
        assertThrows(IllegalArgumentException.class, () -> map.nodeOf(7));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "x", "1*4", "0*0", "0*-1", "0,,1", "0*2,2", "0*2000000000,0*2000000000"})
    void otherTextIsRefused(String text) {
        assertThrows(IllegalArgumentException.class, () -> NodeMap.parse(text));
    }
}
