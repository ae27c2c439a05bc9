package org.hawser.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.hawser.fabric.FabricException;
import org.hawser.runtime.Counter;
import org.hawser.runtime.Rank;
import org.hawser.runtime.launch.JobDescription;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Ranks come and go when they like: nobody hangs because another has left, or has not come yet.
 *
 * <p><b>Threads:</b> one per rank.
 */
public abstract class LeavingContract {
    /** For the provider's subclass. */
    protected LeavingContract() {
    }

    /** Where the test's ranks meet. */
    protected abstract Medium medium();

    private Rank join(Medium.Meeting meeting, int number, int size) {
        JobDescription job = new JobDescription(meeting.job(), number, medium().nodes(size), meeting.path(),
            meeting.path() == null, false, 0);
        return Rank.join(job, meeting.shared());
    }

    @Test
    void aRankThatComesAfterTheFirstHasLeftCanStillJoin() {
        try (Medium.Meeting meeting = medium().open()) {
            RankThreads.run(1, thread -> {
                join(meeting, 0, 2).close();
                join(meeting, 1, 2).close();
            });
        }
    }

    /**
     * More ranks than cores, where a wait may end before its rank has polled. From another node messages may come later
     * than the barrier, and are waited for.
     */
    @ParameterizedTest
    @ValueSource(ints = {2, 5})
    void whatWasSentBeforeTheLastBarrierIsHandledBeforeARankHasLeft(int size) {
        AtomicInteger handled = new AtomicInteger();
        LocalRanks.on(medium()).start(size, rank -> {
            rank.messages().register(1, (source, memory, offset, length) -> handled.incrementAndGet());
            rank.barrier();
            for (int to = 0; to < size; to++) {
                rank.messages().send(to, 1, 0);
            }
            rank.barrier();
            if (medium().travels() && !rank.nodes().isSingle()) {
                rank.await(() -> handled.get() == size * size);
            }
        });
        assertEquals(size * size, handled.get());
    }

    @Test
    void joiningTwiceIsRefused() {
        try (Medium.Meeting meeting = medium().open(); Rank rank = join(meeting, 0, 1)) {
            assertThrows(RuntimeException.class, () -> join(meeting, 0, 1));
            rank.barrier();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 4})
    void whoWaitsForBytesOfARankThatHasLeftIsTold(int size) {
        LocalRanks.on(medium()).start(size, rank -> {
            rank.barrier();
            if (rank.number() == 0) {
                return;
            }
            FabricException lost = assertThrows(FabricException.class, () -> rank.exchange().broadcast(0, null));
            assertEquals(FabricException.Severity.PEER_LOST, lost.severity(), lost.toString());
        });
    }

    @Test
    void whoFillsTheWayToARankThatHasLeftIsTold() {
        CountDownLatch left = new CountDownLatch(1);
        LocalRanks.on(medium()).start(3, rank -> {
            rank.barrier();
            if (rank.number() == 1) {
                rank.close();
                left.countDown();
            } else if (rank.number() == 0) {
                left.await();
                FabricException lost = assertThrows(FabricException.class, () -> {
                    while (true) {
                        rank.messages().send(1, 5, 1);
                    }
                });
                assertEquals(FabricException.Severity.PEER_LOST, lost.severity(), lost.toString());
            }
        });
    }

    @Test
    void leavingDoesNotWaitForThanksFromARankThatHasLeft() {
        CountDownLatch left = new CountDownLatch(1);
        LocalRanks.on(medium()).start(2, rank -> {
            rank.messages().register(5, (source, memory, offset, length, delivery) -> { });
            rank.barrier();
            if (rank.number() == 1) {
                left.await();
            } else {
                rank.messages().deliver(1, 5, MemorySegment.ofArray(new byte[8]), MemorySegment.ofArray(new byte[8]),
                    null, new Counter());
                left.countDown();
            }
        });
    }

    @Test
    void closingTwiceIsClosingOnce() {
        LocalRanks.on(medium()).start(2, rank -> {
            rank.barrier();
            rank.close();
            rank.close();
        });
    }
}
