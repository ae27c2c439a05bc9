package org.hawser.mpi.p2p;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("once")
class JointGainTest {
    private static final long BYTES = 64 << 10;
    private static final int MESSAGES = 200;

    private long now = 1;
    private final JointGain gain = new JointGain(() -> now);

    @Test
    void aCopyThatIsSoonOverIsLeftToOneRank() {
        copies(true, BYTES, JointGain.MEETING_NANOS);
        assertFalse(gain.pays(true, BYTES));
    }

    @Test
    void aLongCopyIsSharedAndNoLongerWhenItHasBecomeShort() {
        assertFalse(gain.pays(true, BYTES), "before any was timed");
        copies(true, BYTES, 4 * JointGain.MEETING_NANOS);
        assertTrue(gain.pays(true, BYTES));
        copies(true, BYTES, JointGain.MEETING_NANOS);
        assertFalse(gain.pays(true, BYTES));
    }

    @Test
    void writesReadsAndLengthsAreToldApart() {
        copies(true, BYTES, 4 * JointGain.MEETING_NANOS);
        assertFalse(gain.pays(false, BYTES));
        assertFalse(gain.pays(true, 2 * BYTES));
        assertTrue(gain.pays(true, BYTES + 1));
    }

    @Test
    void partsOfSharedCopiesCountForTheirLength() {
        for (int i = 0; i < MESSAGES; i++) {
            long begun = gain.begin(BYTES);
            now += 2 * JointGain.MEETING_NANOS;
            gain.end(begun, false, BYTES / 2, BYTES);
        }
        assertTrue(gain.pays(false, BYTES));
    }

    @Test
    void shortMessagesAreNeverSharedAndLongOnesAlways() {
        assertEquals(0, gain.begin(JointGain.LEAST - 1));
        assertFalse(gain.pays(true, JointGain.LEAST - 1));
        assertTrue(gain.pays(true, JointGain.ALWAYS));
    }

    @Test
    void coresThatMeetSoonerShareShorterCopies() {
        copies(true, BYTES, JointGain.MEETING_NANOS);
        for (int i = 0; i < MESSAGES; i++) {
            long ended = gain.end(gain.begin(JointGain.ALWAYS), true, JointGain.ALWAYS, JointGain.ALWAYS);
            now += JointGain.MEETING_NANOS / 10;
            gain.lineCame(ended);
        }
        assertTrue(gain.pays(true, BYTES));
    }

    @Test
    void aCopyThatDoesNotPayIsTriedNowAndThen() {
        copies(true, BYTES, JointGain.MEETING_NANOS);
        int shared = 0;
        for (int i = 0; i < 10 * JointGain.TRIAL; i++) {
            shared += gain.pays(true, BYTES) ? 1 : 0;
        }
        assertEquals(10, shared);
    }

    private void copies(boolean out, long bytes, long nanos) {
        for (int i = 0; i < MESSAGES; i++) {
            long begun = gain.begin(bytes);
            now += nanos;
            gain.end(begun, out, bytes, bytes);
        }
    }
}
