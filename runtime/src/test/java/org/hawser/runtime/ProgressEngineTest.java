package org.hawser.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.hawser.fabric.FabricException;
import org.hawser.fabric.Receiver;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ProgressEngineTest {
    /** More than any machine has cores: waits soon become sleep. */
    private static final int MANY_RANKS = 4096;

    @Test
    void aHandlerThatThrowsLeavesTheEngineUsable() {
        FakeDomain domain = new FakeDomain() {
            @Override
            public int poll(Receiver receiver, int limit) {
                throw new IllegalStateException("from a handler");
            }
        };
        ProgressEngine engine = new ProgressEngine(domain, null, 2, 2);
        for (int i = 0; i < 3; i++) {
            assertThrows(IllegalStateException.class, engine::progress);
            assertTrue(!engine.isPolling());
        }
    }

    @Test
    void aHandlerMustNotWaitAndItsProgressIsNone() {
        ProgressEngine[] engine = new ProgressEngine[1];
        FakeDomain domain = new FakeDomain() {
            @Override
            public int poll(Receiver receiver, int limit) {
                assertTrue(engine[0].isPolling());
                assertEquals(0, engine[0].progress());
                assertThrows(IllegalStateException.class, () -> engine[0].await(() -> false, ProgressEngine.ANYBODY));
                return 1;
            }
        };
        engine[0] = new ProgressEngine(domain, null, 2, 2);
        assertEquals(1, engine[0].progress());
    }

    @Test
    void choresRunOnceForEachWant() {
        ProgressEngine engine = new ProgressEngine(new FakeDomain(), null, 2, 2);
        int[] runs = new int[1];
        engine.addChore(() -> {
            runs[0]++;
            return 1;
        });
        assertEquals(0, engine.progress());
        engine.wantChores();
        assertEquals(1, engine.progress());
        assertEquals(0, engine.progress());
        assertEquals(1, runs[0]);
    }

    /** The thing comes, without a message, after the waiter's last look and before it sleeps. */
    @Test
    void whoIsAboutToSleepLooksOnceMoreAtWhatItWaitsFor() {
        boolean[] done = new boolean[1];
        int[] looksSince = new int[1];
        FakeDomain domain = new FakeDomain() {
            private int polls;

            @Override
            public int poll(Receiver receiver, int limit) {
                if (++polls == 12) {
                    done[0] = true;
                    bell.ring();
                }
                return 0;
            }

            @Override
            public boolean hasArrivals() {
                looksSince[0] += done[0] ? 1 : 0;
                return false;
            }
        };
        ProgressEngine engine = new ProgressEngine(domain, null, MANY_RANKS, MANY_RANKS);
        engine.await(() -> done[0], ProgressEngine.ANYBODY);
        assertTrue(looksSince[0] <= 1, "went to sleep over it: looks=" + looksSince[0]);
    }

    @Test
    void whoWaitsForARankThatHasGoneIsTold() {
        FakeDomain domain = new FakeDomain() {
            @Override
            public boolean isAlive(int peer) {
                return peer != 3;
            }
        };
        ProgressEngine engine = new ProgressEngine(domain, null, MANY_RANKS, MANY_RANKS);
        FabricException lost = assertThrows(FabricException.class, () -> engine.await(() -> false, 3));
        assertEquals(FabricException.Severity.PEER_LOST, lost.severity());
    }

    @Test
    void whoWaitsForAnybodyIsToldOfARankThatWasKilled() {
        FakeDomain domain = new FakeDomain() {
            @Override
            public boolean isLost(int peer) {
                return peer == 5;
            }
        };
        ProgressEngine engine = new ProgressEngine(domain, null, 7, 7);
        FabricException lost = assertThrows(FabricException.class,
            () -> engine.await(() -> false, ProgressEngine.ANYBODY));
        assertEquals(FabricException.Severity.PEER_LOST, lost.severity());
    }

    /** However often a wait looks for its end: hundreds that wait must leave the cores to those they wait for. */
    @Test
    void ranksAreLookedAfterNoOftenerThanTheirNumberAllows() {
        int ranks = 8;
        int[] looks = new int[1];
        FakeDomain domain = new FakeDomain() {
            @Override
            public boolean isLost(int peer) {
                looks[0]++;
                return false;
            }
        };
        long start = System.nanoTime();
        ProgressEngine engine = new ProgressEngine(domain, null, ranks, ranks);
        engine.awaitLooking(() -> looks[0] >= 3 * ranks, ProgressEngine.ANYBODY);
        long millis = (System.nanoTime() - start) / 1_000_000;
        assertTrue(millis >= looks[0] * 4L, "looks=" + looks[0] + " milliseconds=" + millis);
    }
}
