package org.hawser.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.hawser.fabric.FabricException;
import org.hawser.runtime.Rank;
import org.hawser.runtime.Symmetric;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The barrier: nobody leaves before all have come, and what was done before it is seen after it.
 *
 * <p><b>Threads:</b> one per rank.
 */
public abstract class BarrierContract {
    /** For the provider's subclass. */
    protected BarrierContract() {
    }

    /** Where the test's ranks meet. */
    protected abstract Medium medium();

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17})
    void whatAnyRankDidBeforeIsSeenByAllAfter(int size) {
        LocalRanks.on(medium()).start(size, rank -> {
            Symmetric round = rank.symmetric((long) size * Long.BYTES);
            for (int i = 1; i <= 30; i++) {
                for (int peer = 0; peer < size; peer++) {
                    rank.put(round.at(peer), rank.number() * 8L, i);
                }
                rank.barrier();
                for (int peer = 0; peer < size; peer++) {
                    assertEquals(i, round.memory().get(ValueLayout.JAVA_LONG, peer * 8L), "peer=" + peer);
                }
                rank.barrier();
            }
        });
    }

    @Test
    void manyBarriersInARowKeepTheRanksTogether() {
        int size = 4;
        LocalRanks.on(medium()).start(size, rank -> {
            Symmetric count = rank.symmetric(Long.BYTES);
            for (int i = 0; i < 500; i++) {
                rank.fetchAdd(count.at(0), 0, 1);
                rank.barrier();
                long arrived = rank.get(count.at(0), 0);
                assertEquals((i + 1L) * size, arrived);
                rank.barrier();
            }
        });
    }

    /** Each number has a Java thread of its own at every rank, and some turn faster than others. */
    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4})
    void barriersOfDifferentNumbersDoNotMeet(int size) {
        int barriers = 1000;
        AtomicIntegerArray came = new AtomicIntegerArray(Rank.BARRIERS);
        LocalRanks.on(medium()).start(size, rank -> {
            List<FutureTask<Void>> tasks = new ArrayList<>();
            for (int i = 0; i < Rank.BARRIERS; i++) {
                int number = i;
                tasks.add(new FutureTask<>(() -> {
                    for (int round = 1; round <= barriers; round++) {
                        came.incrementAndGet(number);
                        rank.barrier(number).await();
                        assertTrue(came.get(number) >= round * size, "number=" + number + " round=" + round);
                    }
                }, null));
            }
            tasks.forEach(task -> Thread.ofPlatform().daemon().start(task));
            for (FutureTask<Void> task : tasks) {
                task.get(60, TimeUnit.SECONDS);
            }
            rank.barrier();
        });
    }

    @Test
    void whoCutsOneBarrierLeavesTheOthers() {
        LocalRanks.on(medium()).start(3, rank -> {
            rank.barrier(1).await();
            rank.barrier(1).cut();
            assertThrows(FabricException.class, () -> rank.barrier(1).await());
            for (int i = 0; i < 10; i++) {
                rank.barrier(2).await();
                rank.barrier();
            }
        });
    }

    @Test
    void aHandlerMustNotWait() {
        LocalRanks.on(medium()).start(2, rank -> {
            Throwable[] thrown = new Throwable[1];
            rank.messages().register(1, (source, memory, offset, length) ->
                thrown[0] = assertThrows(IllegalStateException.class, rank::barrier));
            rank.barrier();
            rank.messages().send(1 - rank.number(), 1, 0);
            rank.await(() -> thrown[0] != null);
            rank.barrier();
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 5})
    void whoWaitsForARankThatHasLeftIsTold(int size) {
        LocalRanks.on(medium()).start(size, rank -> {
            rank.barrier();
            if (rank.number() != size - 1) {
                FabricException lost = assertThrows(FabricException.class, rank::barrier);
                assertEquals(FabricException.Severity.PEER_LOST, lost.severity(), lost.toString());
            }
        });
    }
}
