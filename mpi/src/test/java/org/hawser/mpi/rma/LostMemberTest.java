package org.hawser.mpi.rma;

import static org.hawser.mpi.rma.LongWindow.errorOf;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import org.hawser.mpi.ErrorClass;
import org.hawser.testkit.Medium;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who waits for a member that has ended is told so, and does not wait for ever. */
class LostMemberTest {
    /** The last rank leaves before the fence. Who is not the first to notice may hear of it from another. */
    @ParameterizedTest
    @ValueSource(strings = {"barrier", "naive", "notify", "deferred"})
    void aFenceFails(String design) {
        assertFenceFails(Medium.standard(), design);
    }

    /** Rank 1 hears of it from the leader of its node, to which the last rank, on another node, was the next. */
    @Test
    void aFenceOfSeveralNodesFailsForTheSameReasonAtAll() {
        assertFenceFails(Medium.mixed(), "barrier");
    }

    private static void assertFenceFails(Medium medium, String design) {
        LongWindow.runAndLeave(medium, 3, Map.of("hawser_fence", design), w -> {
            w.window.fence(0);
            // Who leaves takes its words along: all have seen them.
            w.point().rank().barrier();
            if (w.me < 2) {
                int error = errorOf(() -> w.window.fence(0));
                assertTrue(error == ErrorClass.PROC_FAILED || error != 0 && !design.equals("barrier"),
                    "error=" + error);
            }
        });
    }

    /** Members that map each other's memory do not wait in such a fence. */
    @Test
    void theFirstAccessAfterAFenceThatEndsNothingFails() {
        LongWindow.runAndLeave(Medium.inMemory("shm"), 2, Map.of(), w -> {
            if (w.me == 0) {
                w.window.fence(Assertion.NO_PRECEDE);
                w.put(new long[1], 0, 0);
                assertEquals(ErrorClass.PROC_FAILED, errorOf(() -> w.put(new long[1], 1, 0)));
            }
        });
    }

    /** Members that do not map each other's memory may wait in the fence already, and fail there. */
    @Test
    void aFenceThatEndsNothingOrTheFirstAccessAfterItFails() {
        LongWindow.runAndLeave(2, Map.of(), w -> {
            if (w.me == 0) {
                assertEquals(ErrorClass.PROC_FAILED, errorOf(() -> {
                    w.window.fence(Assertion.NO_PRECEDE);
                    w.put(new long[1], 1, 0);
                }));
            }
        });
    }

    @Test
    void theFirstAccessToAMemberThatNeverPostsFails() {
        LongWindow.runAndLeave(3, Map.of(), w -> {
            if (w.me == 0) {
                w.window.start(w.group(1, 2), 0);
                w.put(new long[] {1}, 1, 0);
                assertEquals(ErrorClass.PROC_FAILED, errorOf(() -> w.put(new long[1], 2, 0)));
                assertEquals(ErrorClass.PROC_FAILED, errorOf(w.window::complete));
                assertEquals(ErrorClass.RMA_SYNC, errorOf(w.window::complete));
            } else if (w.me == 1) {
                w.window.post(w.group(0), 0);
                w.window.waitFor();
                assertEquals(1, w.load(0));
            }
        });
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aWaitForAMemberThatNeverCompletesFails(boolean tests) {
        LongWindow.runAndLeave(2, Map.of(), w -> {
            if (w.me == 0) {
                w.window.post(w.group(1), 0);
                assertEquals(ErrorClass.PROC_FAILED, errorOf(() -> {
                    if (tests) {
                        while (!w.window.test()) {
                            Thread.onSpinWait();
                        }
                    } else {
                        w.window.waitFor();
                    }
                }));
            }
        });
    }

    /** It has done its part before it left. */
    @Test
    void whatAMemberCompletedBeforeItsEndCounts() {
        LongWindow.runAndLeave(2, Map.of(), w -> {
            if (w.me == 0) {
                w.window.post(w.group(1), 0);
                while (w.point().rank().isAlive(1)) {
                    w.point().progress();
                    Thread.yield();
                }
                w.window.waitFor();
                assertEquals(6, w.load(0));
            } else {
                w.window.start(w.group(0), 0);
                w.put(new long[] {6}, 0, 0);
                w.window.complete();
            }
        });
    }
}
