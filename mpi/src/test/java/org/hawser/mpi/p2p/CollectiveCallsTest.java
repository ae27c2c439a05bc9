package org.hawser.mpi.p2p;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class CollectiveCallsTest {
    private static final int ONE = 17;
    private static final int OTHER = -5;
    private static final int REMEMBERED = 256;

    private final CollectiveCalls calls = new CollectiveCalls();

    private void call(int signature) {
        calls.is(calls.begin(), signature);
    }

    @Test
    void nothingIsKnownOfACallThatHasNotSaidWhatItIs() {
        assertEquals(CollectiveCalls.UNKNOWN, calls.signature(calls.latest()));
        call(ONE);
        long begun = calls.begin();
        assertEquals(ONE, calls.signature(0));
        assertEquals(CollectiveCalls.UNKNOWN, calls.signature(begun));
        calls.is(begun, OTHER);
        assertEquals(OTHER, calls.signature(begun));
        assertEquals(CollectiveCalls.UNKNOWN, calls.signature(begun + 1));
    }

    @Test
    void whatWasSaidFirstStays() {
        call(ONE);
        calls.is(0, OTHER);
        assertEquals(ONE, calls.signature(0));
    }

    @Test
    void aCallThatSaysNothingIsNotTakenForTheOneBefore() {
        call(ONE);
        calls.begin();
        call(ONE);
        call(OTHER);
        calls.begin();
        calls.begin();
        call(ONE);
        int unknown = CollectiveCalls.UNKNOWN;
        int[] expected = {ONE, unknown, ONE, OTHER, unknown, unknown, ONE};
        for (int i = 0; i < expected.length; i++) {
            assertEquals(expected[i], calls.signature(i), "call=" + i);
        }
    }

    @Test
    void aLoopIsRememberedHoweverLongItIs() {
        call(OTHER);
        for (int i = 0; i < 100_000; i++) {
            call(ONE);
        }
        assertEquals(OTHER, calls.signature(0));
        assertEquals(ONE, calls.signature(1));
        assertEquals(ONE, calls.signature(100_000));
    }

    @Test
    void ofCallsInTurnTheLatestAreRememberedAndNoOthersTakenForThem() {
        int made = 1000;
        for (int i = 0; i < made; i++) {
            call((i & 1) == 0 ? ONE : OTHER);
        }
        for (int i = 0; i < made; i++) {
            assertEquals(i < made - REMEMBERED ? CollectiveCalls.UNKNOWN : (i & 1) == 0 ? ONE : OTHER,
                calls.signature(i));
        }
    }

    @Test
    void aTagIsThatOfTheLatestCallThatMayHaveIt() {
        int tags = 1 << 14;
        for (int i = 0; i < tags + 10; i++) {
            call(ONE);
        }
        assertEquals(tags + 9, calls.numberOf(9));
        assertEquals(10, calls.numberOf(10));
        assertEquals(tags + 9, calls.numberOf(Integer.MAX_VALUE));
        assertEquals(9, CollectiveCalls.tag(tags + 9));
    }

    @Test
    void onlyTheLatestCallIsRefuted() {
        assertFalse(calls.isRefuted());
        call(ONE);
        calls.refute(0);
        assertTrue(calls.isRefuted());
        call(ONE);
        assertFalse(calls.isRefuted());
    }
}
