package org.hawser.fabric;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;

class RegionKeyTest {
    @Test
    void comesBackFromTheWireAsItWas() {
        RegionKey key = new RegionKey(4095, 1L << 62 | 7, 0x8123_4567_89ab_cdefL, Long.MAX_VALUE);
        MemorySegment wire = MemorySegment.ofArray(new byte[RegionKey.BYTES + 3]);
        key.encode(wire, 3);
        assertEquals(key, RegionKey.decode(wire, 3));
    }

    @Test
    void doesNotShowItsSecret() {
        String text = new RegionKey(1, 2, 123456789, 64).toString();
        assertFalse(text.contains("123456789"), text);
    }
}
