package org.hawser.platform.ring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A writer that dies between claim and commit holds up the others only until the reader hears of its death. */
class DeadWriterTest {
    private final MemorySegment ring = Arena.ofAuto().allocate(MpscLayout.bytes(1024), 64);
    private final MpscReader reader = new MpscReader(ring);
    private final MpscWriter victim = new MpscWriter(ring, 3);
    private final MpscWriter other = new MpscWriter(ring, 4);
    private final List<Integer> words = new ArrayList<>();

    private void write(MpscWriter writer, int word) {
        writer.commit(writer.claim(24), 24, word);
    }

    private void poll() {
        reader.poll((word, memory, offset, length) -> words.add(word), 100);
    }

    @Test
    void whatIsBehindItsRecordComesAfterIt() {
        write(victim, 1);
        victim.claim(40);
        write(other, 2);
        poll();
        assertEquals(List.of(1), words);
        assertEquals(3, reader.claimOwner());
        reader.skipClaim(3);
        poll();
        assertEquals(List.of(1, 2), words);
        assertEquals(-1, reader.claimOwner());
    }

    @Test
    void whatItHasCommittedIsNotSkipped() {
        long at = victim.claim(40);
        assertEquals(3, reader.claimOwner());
        victim.commit(at, 40, 1);
        reader.skipClaim(3);
        poll();
        assertEquals(List.of(1), words);
    }

    @Test
    void whatIsHiddenBehindAClaimIsKnownToBeThere() {
        long at = victim.claim(40);
        write(other, 2);
        poll();
        assertTrue(reader.isBehindClaims());
        victim.commit(at, 40, 1);
        poll();
        assertEquals(List.of(1, 2), words);
        assertFalse(reader.isBehindClaims());
    }

    @Test
    void theRingGoesRoundWithoutIt() {
        for (int i = 0; i < 200; i++) {
            victim.claim(16 * (i % 5));
            write(other, i);
            poll();
            reader.skipClaim(3);
            poll();
            assertEquals(i + 1, words.size());
        }
    }
}
