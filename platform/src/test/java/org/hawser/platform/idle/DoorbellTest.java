package org.hawser.platform.idle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicInteger;
import org.hawser.platform.libc.Libc;
import org.hawser.platform.memory.Words;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** No ring is lost. A lost one would cost the whole sleep, which is much longer than the test may take. */
class DoorbellTest {
    private static final long LONG_TIME = 100_000_000_000L;

    private final MemorySegment memory = Arena.ofAuto().allocate(256, 64);

    @BeforeAll
    static void needsTheKernel() {
        org.junit.jupiter.api.Assumptions.assumeTrue(Libc.available(), Libc::unavailableReason);
    }

    private long message(int who) {
        return Words.getAcquire(memory, 64L * (who + 1));
    }

    private void send(int who, long number) {
        Words.setRelease(memory, 64L * (who + 1), number);
    }

    @Test
    @Timeout(60)
    void twoThreadsWakeEachOtherInTurn() throws InterruptedException {
        Doorbell[] bells = {Doorbell.ofThread(memory, 0), Doorbell.ofThread(memory, 32)};
        int rounds = 5_000;
        Thread other = Thread.ofPlatform().daemon().start(() -> {
            for (int i = 1; i <= rounds; i++) {
                awaitMessage(bells[1], 1, i);
                send(0, i);
                bells[0].ring();
            }
        });
        for (int i = 1; i <= rounds; i++) {
            send(1, i);
            bells[1].ring();
            awaitMessage(bells[0], 0, i);
        }
        other.join();
        assertEquals(rounds, message(0));
    }

    @Test
    @Timeout(60)
    void virtualThreadsThatSleepLeaveTheirCarriersToOthers() throws InterruptedException {
        Doorbell bell = Doorbell.ofThread(memory, 0);
        Thread[] sleepers = new Thread[2 * Runtime.getRuntime().availableProcessors() + 2];
        for (int i = 0; i < sleepers.length; i++) {
            sleepers[i] = Thread.ofVirtual().start(() -> awaitMessage(bell, 0, 1));
        }
        Thread ringer = Thread.ofVirtual().start(() -> {
            send(0, 1);
            bell.ring();
        });
        ringer.join();
        for (Thread sleeper : sleepers) {
            sleeper.join();
        }
        assertEquals(1, message(0));
    }

    private void awaitMessage(Doorbell bell, int who, long number) {
        while (message(who) < number) {
            bell.sleep(LONG_TIME, () -> message(who) >= number);
        }
    }

    /** One sleeps for short times and leaves again and again, and must not take the sign of the other with it. */
    @Test
    @Timeout(60)
    void aThreadThatLeavesDoesNotHideOneThatSleepsOn() throws InterruptedException {
        Doorbell bell = Doorbell.ofThread(memory, 0);
        Doorbell peers = Doorbell.ofThread(memory, 0);
        AtomicInteger rounds = new AtomicInteger();
        int all = 5_000;
        Thread.ofPlatform().daemon().start(() -> {
            while (rounds.get() < all) {
                bell.sleep(1, () -> rounds.get() % 3 == 0);
            }
        });
        Thread sleeper = Thread.ofPlatform().daemon().start(() -> {
            for (int i = 1; i <= all; i++) {
                awaitMessage(bell, 0, i);
                rounds.set(i);
            }
        });
        for (int i = 1; i <= all; i++) {
            send(0, i);
            peers.ring();
            while (rounds.get() < i) {
                Thread.onSpinWait();
            }
        }
        sleeper.join();
        assertTrue(rounds.get() == all);
    }

    @Test
    @Timeout(60)
    void aSleepEndsByItself() {
        Doorbell bell = Doorbell.ofThread(memory, 0);
        bell.sleep(1_000_000, () -> false);
        Doorbell.ofProcess(memory, 0).sleep(LONG_TIME, () -> false);
        bell.ring();
        assertEquals(0, memory.get(Words.INT, 0));
    }

    /** A rank that waits for others to start is to pay for no native call: nothing comes, so no ring is missed. */
    @Test
    @Timeout(60)
    void napsInWhichNothingComesDoNotBindTheFutex() {
        Doorbell bell = Doorbell.ofProcess(memory, 0);
        for (int i = 0; i < 10_000; i++) {
            bell.sleep(1, () -> false);
        }
        assertTrue(bell.naps());
    }

    @Test
    @Timeout(60)
    void napsThatEndLateBindItInTheEnd() {
        Doorbell bell = Doorbell.ofProcess(memory, 0);
        int late = 0;
        while (bell.naps()) {
            bell.sleep(LONG_TIME, () -> true);
            late++;
        }
        assertEquals(Doorbell.LATE_NANOS / Naps.SHORTEST_NANOS, late);
        assertTrue(!Doorbell.ofThread(memory, 32).naps());
    }
}
