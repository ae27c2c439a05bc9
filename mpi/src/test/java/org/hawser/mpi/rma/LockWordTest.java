package org.hawser.mpi.rma;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.hawser.platform.memory.RawWords;
import org.junit.jupiter.api.Test;

/** What may follow what in a lock word. */
class LockWordTest {
    private static final int LAST = LockWord.MOST_MEMBERS - 1;

    private final MemorySegment memory = Arena.ofAuto().allocate(Long.BYTES, Long.BYTES);
    private final long at = RawWords.addressOf(memory);

    @Test
    void oneHolderKeepsAllOthersOutUntilItLeaves() {
        assertTrue(LockWord.enterFree(at, LAST, true));
        assertFalse(LockWord.enterFree(at, 0, true));
        assertFalse(LockWord.enterFree(at, 0, false));
        assertEquals(LAST, LockWord.holder(LockWord.enter(at, 1, false)));
        assertEquals(LAST, LockWord.holder(LockWord.leave(at, LAST, true)));
        assertEquals(LockWord.FREE, RawWords.getLong(at));
    }

    @Test
    void sharersAreCountedAndKeepAWriterOut() {
        for (int i = 0; i < 5; i++) {
            assertEquals(LockWord.ENTERED, LockWord.enter(at, i, false));
        }
        assertEquals(5, LockWord.sharers(LockWord.enter(at, 7, true)));
        for (int i = 0; i < 5; i++) {
            LockWord.leave(at, i, false);
        }
        assertEquals(LockWord.ENTERED, LockWord.enter(at, 7, true));
    }

    @Test
    void aReservationLetsThoseInsideLeaveAndNobodyElseIn() {
        LockWord.enter(at, 0, false);
        LockWord.enter(at, 1, false);
        assertTrue(LockWord.reserve(at, LAST));
        assertFalse(LockWord.reserve(at, 2), "one at a time");
        assertTrue(LockWord.enter(at, 3, false) != LockWord.ENTERED, "readers behind it wait");
        assertFalse(LockWord.makesRoom(LockWord.leave(at, 0, false)));
        assertTrue(LockWord.makesRoom(LockWord.leave(at, 1, false)));
        assertTrue(LockWord.enter(at, 3, false) != LockWord.ENTERED);
        assertTrue(LockWord.enter(at, 2, true) != LockWord.ENTERED);
        assertEquals(LockWord.ENTERED, LockWord.enter(at, LAST, true));
        assertEquals(-1, LockWord.reserved(RawWords.getLong(at)), "used up");
        assertTrue(LockWord.reserve(at, 2));
        assertEquals(LAST, LockWord.holder(RawWords.getLong(at)));
    }

    @Test
    void aReservationSurvivesTheHolderAndCanBeWithdrawn() {
        LockWord.enter(at, 4, true);
        LockWord.reserve(at, 5);
        long before = LockWord.leave(at, 4, true);
        assertTrue(LockWord.makesRoom(before));
        assertEquals(5, LockWord.reserved(before));
        LockWord.withdraw(at, 4);
        assertEquals(5, LockWord.reserved(RawWords.getLong(at)));
        LockWord.withdraw(at, 5);
        assertEquals(LockWord.FREE, RawWords.getLong(at));
    }

    @Test
    void aWordThatIsAwayRefusesEverybodyAndNamesWhoTookIt() {
        RawWords.setLong(at, LockWord.away(6));
        assertTrue(LockWord.isAway(LockWord.enter(at, 6, true)));
        assertTrue(LockWord.isAway(LockWord.enter(at, 1, false)));
        assertFalse(LockWord.enterFree(at, 1, true));
        assertFalse(LockWord.reserve(at, 1));
        LockWord.withdraw(at, 1);
        assertEquals(LockWord.away(6), RawWords.getLong(at));
        assertEquals(6, LockWord.holder(RawWords.getLong(at)));
    }

    @Test
    void byHistoryALockStaysWhereBothSidesUseItAlike() {
        MemorySegment control = Arena.ofAuto().allocate(Control.bytes(4, false), Control.LINE);
        LockHistory history = new LockHistory(RawWords.addressOf(control), 4);
        LockPolicy policy = new MigrateByHistory(8);
        for (int i = 0; i < 1000; i++) {
            history.nearTurn();
            history.keptTurn();
            assertFalse(policy.movesOut(history));
            assertFalse(policy.movesHome(history));
        }
        int moved = 0;
        for (int i = 0; i < 24; i++) {
            history.keptTurn();
            moved += policy.movesOut(history) ? 1 : 0;
        }
        assertTrue(moved > 0);
    }
}
