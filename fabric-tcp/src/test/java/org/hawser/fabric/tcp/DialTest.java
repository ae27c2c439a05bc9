package org.hawser.fabric.tcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.hawser.fabric.tcp.gate.Refusal;
import org.junit.jupiter.api.Test;

/** When a peer that cannot be reached is given up. Times are the test's own. */
class DialTest {
    private static final long SECOND = 1_000_000_000L;
    private static final long PATIENCE = 6 * SECOND;
    /** As {@link System#nanoTime} may have it. */
    private static final long START = -3 * SECOND;

    private static Dial dial(long now, long lived) {
        return new Dial(now, lived, PATIENCE);
    }

    @Test
    void aSilentPeerIsLostWhenPatienceIsOverSinceItWasHeard() {
        // Its connection is taken away after two thirds.
        Dial dial = dial(START + 4 * SECOND, START);
        dial.underWay = true;
        assertFalse(dial.isOver(START + PATIENCE - 1));
        assertTrue(dial.isOver(START + PATIENCE));
        assertEquals(SECOND, dial.untilDue(true, START + 5 * SECOND));
    }

    @Test
    void aPeerWhoseConnectionBreaksHasAllTheTime() {
        Dial dial = dial(START, START);
        assertFalse(dial.isHopeless(true, Refusal.NO_WAY, START + PATIENCE - 1));
        assertFalse(dial.isOver(START + PATIENCE - 1));
        assertTrue(dial.isHopeless(true, Refusal.NO_WAY, START + PATIENCE));
    }

    @Test
    void aSilentPeerThatSaysSomethingInAHandshakeHasAllTheTimeAgain() {
        Dial dial = dial(START + 4 * SECOND, START);
        dial.heard(START + 5 * SECOND);
        assertFalse(dial.isOver(START + PATIENCE));
        assertFalse(dial.isHopeless(true, Refusal.BROKEN, START + 10 * SECOND));
        assertTrue(dial.isOver(START + 11 * SECOND));
    }

    @Test
    void aPeerThatDialsItselfLives() {
        Dial dial = dial(START + 4 * SECOND, START);
        assertFalse(dial.isHopeless(true, Refusal.YIELD, START + 10 * SECOND));
        dial.underWay = true;
        assertFalse(dial.isOver(START + 15 * SECOND), "its own dial is to come");
        assertTrue(dial.isOver(START + 16 * SECOND));
    }

    @Test
    void aPeerThatSaysForEverThatItDialsIsGivenUp() {
        Dial dial = dial(START, START);
        assertFalse(dial.isHopeless(true, Refusal.YIELD, START + 30 * SECOND));
        assertTrue(dial.isHopeless(true, Refusal.YIELD, START + 31 * SECOND));
    }

    @Test
    void timeInWhichThisProcessDidNotRunDoesNotCount() {
        Dial dial = dial(START + 4 * SECOND, START);
        dial.underWay = true;
        dial.restart(START + 60 * SECOND);
        assertFalse(dial.isOver(START + 65 * SECOND));
        assertFalse(dial.isHopeless(true, Refusal.NO_WAY, START + 65 * SECOND));
    }

    @Test
    void aPeerThatWasNeverConnectedIsWaitedForLonger() {
        Dial dial = dial(START, START);
        assertFalse(dial.isHopeless(false, Refusal.TOO_LATE, START + 29 * SECOND));
        assertTrue(dial.isHopeless(false, Refusal.TOO_LATE, START + 31 * SECOND));
    }

    @Test
    void aListenerThatRefusesTimeAndAgainIsClosedForGood() {
        Dial dial = dial(START, START);
        for (int i = 0; i < 3; i++) {
            assertFalse(dial.isHopeless(true, Refusal.UNREACHABLE, START));
        }
        assertTrue(dial.isHopeless(true, Refusal.UNREACHABLE, START));
    }
}
