package org.hawser.mpi.rma;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.hawser.platform.libc.Libc;
import org.hawser.platform.memory.RawWords;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** When a lock becomes a member's own, and when it does so again. */
class LockBiasTest {
    private static final int TURNS = 5_000;

    private final MemorySegment memory = Arena.ofAuto().allocate(64, 8);
    private final long word = RawWords.addressOf(memory);
    private final LockBias owner = new LockBias(word, word + 8, 0, TURNS, () -> true);
    private final LockBias newcomer = new LockBias(word, word + 8, 1, TURNS, () -> true);

    @BeforeEach
    void needsTheKernel() {
        assumeTrue(Libc.available() && Libc.canFenceAll(), "the kernel grants no fence");
    }

    /** Takes turns by the long way until the lock is the owner's own; how many. */
    private int turnsToOwn() {
        for (int turns = 1; ; turns++) {
            assertTrue(LockWord.enterFree(word, 0, true));
            if (owner.keep()) {
                return turns;
            }
            LockWord.leave(word, 0, true);
        }
    }

    private void endByNewcomer() {
        assertTrue(newcomer.end(RawWords.getLong(word)));
        assertEquals(LockWord.FREE, RawWords.getLong(word));
        assertFalse(owner.enter());
        assertEquals(LockWord.FREE, owner.giveUp());
    }

    @Test
    void aLockIsOnesOwnAfterItsTurnsAndAfterFourTimesAsManyOnceItWasTakenBack() {
        assertEquals(TURNS, turnsToOwn());
        assertTrue(owner.enter());
        assertTrue(owner.leave());
        endByNewcomer();
        assertEquals(4 * TURNS, turnsToOwn());
    }

    @Test
    void aLockThatItsOwnerGivesUpByItselfIsSoonItsOwnAgain() {
        assertEquals(TURNS, turnsToOwn());
        owner.giveUp();
        assertFalse(owner.isOwn());
        assertEquals(LockWord.FREE, RawWords.getLong(word));
        assertEquals(1_000, turnsToOwn());
    }

    @Test
    void whoIsInTheWayAfterThatHasTheCountBeginAnew() {
        turnsToOwn();
        owner.giveUp();
        owner.restart();
        assertEquals(TURNS, turnsToOwn());
    }

    @Test
    void anEndThatIsUnderWayCountsAsAnothersWhenItsOwnerGivesUp() {
        turnsToOwn();
        assertTrue(owner.enter());
        assertFalse(newcomer.end(RawWords.getLong(word)), "the owner is inside");
        assertFalse(owner.leave());
        owner.giveUp();
        assertEquals(4 * TURNS, turnsToOwn());
    }
}
