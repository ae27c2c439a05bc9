package org.hawser.mpi.rma;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.hawser.mpi.ErrorClass;
import org.hawser.mpi.group.Members;
import org.hawser.testkit.CoreOnlyProvider;
import org.hawser.testkit.Medium;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Post, start, complete and wait: what a group's epoch has written is there when the wait is over. */
class PairingsTest {
    private static final int ROUNDS = 50;

    /** The same where the words of others are mapped, and where they are reached by messages. */
    private static void onBoth(int ranks, int longs, LongWindow.Program program) {
        LongWindow.run(ranks, longs, program);
        LongWindow.run(Medium.inMemory(CoreOnlyProvider.NAME), ranks, longs, Map.of(), program);
    }

    @Test
    void twoPutToEachOtherInTurns() {
        onBoth(2, 1, w -> {
            Members other = w.group(1 - w.me);
            for (int round = 1; round <= ROUNDS; round++) {
                w.window.post(other, 0);
                w.window.start(other, 0);
                w.put(new long[] {10L * round + w.me}, 1 - w.me, 0);
                w.window.complete();
                w.window.waitFor();
                assertEquals(10L * round + 1 - w.me, w.load(0));
            }
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 8})
    void aRingPassesOn(int ranks) {
        onBoth(ranks, 1, w -> {
            int next = (w.me + 1) % ranks;
            int last = (w.me + ranks - 1) % ranks;
            for (int round = 1; round <= ROUNDS; round++) {
                w.window.post(w.group(last), 0);
                w.window.start(w.group(next), 0);
                w.put(new long[] {100L * round + w.me}, next, 0);
                w.window.complete();
                w.window.waitFor();
                assertEquals(100L * round + last, w.load(0));
            }
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 4, 8})
    void allWriteToOneWhichWaitsForAll(int ranks) {
        onBoth(ranks, ranks, w -> {
            for (int round = 1; round <= ROUNDS; round++) {
                if (w.me == 0) {
                    w.window.post(w.group(IntStream.range(1, ranks).toArray()), 0);
                    w.window.waitFor();
                    for (int i = 1; i < ranks; i++) {
                        assertEquals(round * i, w.load(i));
                    }
                } else {
                    w.window.start(w.group(0), 0);
                    w.put(new long[] {(long) round * w.me}, 0, w.me);
                    w.window.complete();
                }
            }
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 4, 8})
    void oneWritesToAll(int ranks) {
        onBoth(ranks, 1, w -> {
            for (int round = 1; round <= ROUNDS; round++) {
                if (w.me == 0) {
                    w.window.start(w.group(IntStream.range(1, ranks).toArray()), 0);
                    for (int i = 1; i < ranks; i++) {
                        w.put(new long[] {(long) round * i}, i, 0);
                    }
                    w.window.complete();
                } else {
                    w.window.post(w.group(0), 0);
                    w.window.waitFor();
                    assertEquals((long) round * w.me, w.load(0));
                }
            }
        });
    }

    /** All know who opens to whom in each round; the seed is the same everywhere. */
    @ParameterizedTest
    @ValueSource(ints = {2, 4, 7})
    void anyGroupsMayOverlap(int ranks) {
        onBoth(ranks, ranks, w -> {
            Random random = new Random(42);
            for (int round = 1; round <= ROUNDS; round++) {
                boolean[][] opens = new boolean[ranks][ranks];
                for (boolean[] row : opens) {
                    for (int i = 0; i < ranks; i++) {
                        row[i] = random.nextInt(3) == 0;
                    }
                }
                int[] origins = IntStream.range(0, ranks).filter(i -> opens[w.me][i]).toArray();
                int[] targets = IntStream.range(0, ranks).filter(i -> opens[i][w.me]).toArray();
                w.window.post(w.group(origins), Assertion.NO_STORE);
                w.window.start(w.group(targets), 0);
                for (int target : targets) {
                    w.put(new long[] {1000L * round + w.me}, target, w.me);
                }
                w.window.complete();
                w.window.waitFor();
                for (int origin : origins) {
                    assertEquals(1000L * round + origin, w.load(origin));
                }
            }
        });
    }

    /** Rank 0 gets what rank 1 stores between its epochs: neither may be early. */
    @Test
    void whatIsReadIsWhatWasStoredBeforeThePost() {
        onBoth(2, 16, w -> {
            long[] seen = new long[16];
            for (int round = 1; round <= ROUNDS; round++) {
                if (w.me == 1) {
                    for (int i = 0; i < 16; i++) {
                        w.store(i, round);
                    }
                    w.window.post(w.group(0), Assertion.NO_PUT);
                    w.window.waitFor();
                } else {
                    w.window.start(w.group(1), 0);
                    w.get(seen, 1, 0);
                    w.window.complete();
                    long expected = round;
                    assertTrue(Arrays.stream(seen).allMatch(value -> value == expected), Arrays.toString(seen));
                }
            }
        });
    }

    @Test
    void testSaysWhenAllHaveDone() {
        onBoth(3, 3, w -> {
            if (w.me == 0) {
                w.window.post(w.group(1, 2), 0);
                assertFalse(w.window.test(), "rank 2 waits for a message");
                w.point().send(0, 2, 1, false, new byte[1], 0, 1);
                while (!w.window.test()) {
                    Thread.onSpinWait();
                }
                assertEquals(1, w.load(1));
                assertEquals(2, w.load(2));
                assertEquals(ErrorClass.RMA_SYNC, LongWindow.errorOf(w.window::test));
            } else {
                if (w.me == 2) {
                    w.point().recycle(w.point().receive(0, 0, 1, new byte[1], 0, 1));
                }
                w.window.start(w.group(0), 0);
                w.put(new long[] {w.me}, 0, w.me);
                w.window.complete();
            }
        });
    }

    /** The other side is known to have come: there is a message between the two. */
    @Test
    void withoutCheckNobodyLooksForThePost() {
        onBoth(2, 1, w -> {
            for (int round = 1; round <= ROUNDS; round++) {
                if (w.me == 0) {
                    w.window.post(w.group(1), Assertion.NO_CHECK);
                    w.point().send(0, 1, 1, false, new byte[1], 0, 1);
                    w.window.waitFor();
                    assertEquals(round, w.load(0));
                } else {
                    w.point().recycle(w.point().receive(0, 0, 1, new byte[1], 0, 1));
                    w.window.start(w.group(0), Assertion.NO_CHECK);
                    w.put(new long[] {round}, 0, 0);
                    w.window.complete();
                }
            }
        });
    }

    /** Rank 1 comes three epochs early with nothing to do; rank 0 meets each of them. */
    @Test
    void whoTouchesNothingWaitsForNobody() {
        onBoth(2, 1, w -> {
            if (w.me == 1) {
                for (int i = 0; i < 3; i++) {
                    w.window.start(w.group(0), 0);
                    w.window.complete();
                }
                w.point().send(0, 0, 1, false, new byte[1], 0, 1);
                w.window.start(w.group(0), 0);
                w.put(new long[] {7}, 0, 0);
                w.window.complete();
            } else {
                w.point().recycle(w.point().receive(0, 1, 1, new byte[1], 0, 1));
                for (int i = 0; i < 4; i++) {
                    assertEquals(0, w.load(0));
                    w.window.post(w.group(1), 0);
                    w.window.waitFor();
                }
                assertEquals(7, w.load(0));
            }
        });
    }

    @Test
    void aGroupMayBeEmptyOrThisRankAlone() {
        onBoth(2, 1, w -> {
            w.window.post(Members.EMPTY, 0);
            w.window.start(Members.EMPTY, 0);
            assertEquals(ErrorClass.RMA_SYNC, LongWindow.errorOf(() -> w.put(new long[1], 1 - w.me, 0)));
            w.window.complete();
            assertTrue(w.window.test());
            w.window.post(w.group(w.me), 0);
            w.window.start(w.group(w.me), 0);
            w.put(new long[] {5}, w.me, 0);
            w.window.complete();
            w.window.waitFor();
            assertEquals(5, w.load(0));
        });
    }
}
