package org.hawser.mpi.rma;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.hawser.mpi.ErrorClass;
import org.hawser.testkit.CoreOnlyProvider;
import org.hawser.testkit.Medium;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every design of the fence, with every truthful assertion, against a model of all windows. */
class FenceTest {
    private static final List<String> DESIGNS = List.of("auto", "deferred", "naive", "barrier", "notify");
    private static final int EPOCHS = 40;
    /** Longs that each origin may put at each target; two of these fields take turns with gets. */
    private static final int FIELD = 6;

    private static final String CORE = " not mapped at all";

    /** A design whose name ends so is tried where nothing can be mapped; a second word is the path to targets. */
    private static void run(String design, int ranks, int longs, LongWindow.Program program) {
        boolean core = design.endsWith(CORE);
        String[] names = design.split(" ");
        LongWindow.run(core ? Medium.inMemory(CoreOnlyProvider.NAME) : Medium.standard(), ranks, longs,
            names.length == 2 ? Map.of("hawser_fence", names[0], "hawser_path", names[1])
                : Map.of("hawser_fence", names[0]), program);
    }

    static Stream<Arguments> designsAndRanks() {
        return Stream.concat(
            DESIGNS.stream().flatMap(design -> Stream.of(1, 2, 3, 4, 5, 8).map(n -> Arguments.of(design, n))),
            designs().filter(design -> design.contains(" "))
                .flatMap(design -> Stream.of(2, 5).map(n -> Arguments.of(design, n))));
    }

    static Stream<String> designs() {
        return DESIGNS.stream().flatMap(design -> Stream.of(design, design + CORE, design + " messages",
            design + " agent"));
    }

    /** One window as all ranks expect it; the same random numbers make it at each of them. */
    private static final class Model {
        private final Random random = new Random(7);
        private final int ranks;
        private final long[][] windows;
        private final List<Put> puts = new ArrayList<>();
        private final List<long[][]> gets = new ArrayList<>();

        /** Where this rank puts in this epoch. */
        private record Put(int length, int target, int field) {
        }

        Model(int ranks) {
            this.ranks = ranks;
            windows = new long[ranks][2 * ranks * FIELD + ranks + 2];
        }

        int sums() {
            return 2 * ranks * FIELD;
        }

        int tickets() {
            return sums() + ranks;
        }

        /** One epoch: all operations of all ranks are drawn, this rank does its own. */
        void epoch(LongWindow w, int epoch) {
            int written = (epoch & 1) * ranks * FIELD;
            int read = ranks * FIELD - written;
            for (int origin = 0; origin < ranks; origin++) {
                for (int i = random.nextInt(5); i > 0; i--) {
                    int target = random.nextInt(ranks);
                    boolean mine = origin == w.me;
                    switch (random.nextInt(4)) {
                        case 0 -> put(mine, target, written + origin * FIELD);
                        case 1 -> get(w, mine, target, read + random.nextInt(ranks) * FIELD);
                        case 2 -> add(w, mine, target);
                        default -> take(w, mine, target);
                    }
                }
            }
        }

        private void put(boolean mine, int target, int field) {
            int length = 1 + random.nextInt(FIELD);
            long[] values = random.longs(length).toArray();
            System.arraycopy(values, 0, windows[target], field, length);
            if (mine) {
                puts.add(new Put(length, target, field));
            }
        }

        private void get(LongWindow w, boolean mine, int target, int field) {
            if (mine) {
                long[] seen = new long[FIELD];
                long[] expected = new long[FIELD];
                System.arraycopy(windows[target], field, expected, 0, FIELD);
                w.get(seen, target, field);
                gets.add(new long[][] {expected, seen});
            }
        }

        private void add(LongWindow w, boolean mine, int target) {
            long[] values = random.longs(ranks).toArray();
            for (int i = 0; i < ranks; i++) {
                windows[target][sums() + i] += values[i];
            }
            if (mine) {
                w.add(values, target, sums());
            }
        }

        private void take(LongWindow w, boolean mine, int target) {
            windows[target][tickets()]++;
            if (mine) {
                w.fetchAndAdd(new long[] {1}, new long[1], target, tickets());
            }
        }

        /** Puts of one origin to one place are not ordered: each has what the last one leaves. */
        void doPuts(LongWindow w) {
            for (Put one : puts) {
                long[] last = new long[one.length];
                System.arraycopy(windows[one.target], one.field, last, 0, last.length);
                w.put(last, one.target, one.field);
            }
            puts.clear();
        }

        void check(LongWindow w) {
            for (int i = 0; i < windows[w.me].length; i++) {
                assertEquals(windows[w.me][i], w.load(i), "rank " + w.me + " word " + i);
            }
            for (long[][] pair : gets) {
                assertArrayEquals(pair[0], pair[1]);
            }
            gets.clear();
        }
    }

    @ParameterizedTest
    @MethodSource("designsAndRanks")
    void whatWasDoneInAnEpochIsThereAfterTheFence(String design, int ranks) {
        run(design, ranks, 2 * ranks * FIELD + ranks + 2, w -> {
            Model model = new Model(ranks);
            w.window.fence(0);
            for (int epoch = 0; epoch < EPOCHS; epoch++) {
                model.epoch(w, epoch);
                model.doPuts(w);
                w.window.fence(0);
                model.check(w);
                // Nobody may put before all have looked.
                w.window.fence(Assertion.NO_STORE);
            }
        });
    }

    @ParameterizedTest
    @MethodSource("designsAndRanks")
    void assertionsThatAreTrueChangeNothing(String design, int ranks) {
        run(design, ranks, 2 * ranks * FIELD + ranks + 2, w -> {
            Model model = new Model(ranks);
            int scratch = model.tickets() + 1;
            for (int epoch = 0; epoch < EPOCHS; epoch++) {
                // A store between two epochs, of which the next one's fence must let others know.
                w.store(scratch, epoch);
                model.windows[w.me][scratch] = epoch;
                w.window.fence(Assertion.NO_PRECEDE);
                model.epoch(w, epoch);
                model.doPuts(w);
                long[] seen = new long[1];
                w.get(seen, (w.me + 1) % ranks, scratch);
                w.window.fence(Assertion.NO_STORE | (epoch % 2 == 0 ? Assertion.NO_SUCCEED | Assertion.NO_PUT : 0));
                assertEquals(epoch, seen[0]);
                model.check(w);
                if (epoch % 5 == 0) {
                    w.window.fence(Assertion.NO_PRECEDE | Assertion.NO_SUCCEED);
                }
            }
        });
    }

    /** Each rank of a ring of rows has 4 or 8 neighbours, itself among them when ranks are few. */
    @ParameterizedTest
    @MethodSource("designsAndRanks")
    void aHaloIsExchanged(String design, int ranks) {
        for (int neighbours : new int[] {4, 8}) {
            run(design, ranks, neighbours * 16, w -> {
                w.window.fence(Assertion.NO_PRECEDE);
                for (int round = 1; round <= 20; round++) {
                    for (int i = 0; i < neighbours; i++) {
                        long[] row = new long[16];
                        Arrays.fill(row, 1000L * round + 10L * w.me + i);
                        w.put(row, (w.me + i + 1) % ranks, 16 * i);
                    }
                    w.window.fence(0);
                    for (int i = 0; i < neighbours; i++) {
                        long from = Math.floorMod(w.me - i - 1, ranks);
                        for (int j = 0; j < 16; j++) {
                            assertEquals(1000L * round + 10 * from + i, w.load(16 * i + j));
                        }
                    }
                    w.window.fence(Assertion.NO_STORE);
                }
            });
        }
    }

    /** Other kinds of epochs between fences leave nothing behind that a fence would count. */
    @ParameterizedTest
    @MethodSource("designs")
    void otherEpochsMayComeBetween(String design) {
        run(design, 3, 3, w -> {
            int next = (w.me + 1) % 3;
            int last = (w.me + 2) % 3;
            for (int round = 1; round <= 20; round++) {
                w.window.lock(next, true, true);
                w.put(new long[] {round}, next, 0);
                w.window.flushLocal(next);
                w.put(new long[] {round + 1}, next, 0);
                w.window.unlock(next);
                w.window.post(w.group(last), 0);
                w.window.start(w.group(next), 0);
                w.put(new long[] {round}, next, 1);
                w.window.complete();
                w.window.waitFor();
                assertEquals(round, w.load(1));
                w.window.fence(Assertion.NO_PRECEDE);
                w.put(new long[] {round}, next, 2);
                w.window.fence(Assertion.NO_SUCCEED);
                assertEquals(round + 1, w.load(0));
                assertEquals(round, w.load(2));
                // A lock waits for nobody: the next one must not come before all have looked.
                w.point().rank().barrier();
            }
        });
    }

    @ParameterizedTest
    @MethodSource("designs")
    void whatIsFetchedIsThereAfterTheFence(String design) {
        run(design, 4, 1, w -> {
            for (int round = 0; round < 20; round++) {
                long[] ticket = {-1};
                long[] swapped = {-1};
                w.window.fence(0);
                w.fetchAndAdd(new long[] {1}, ticket, 0, 0);
                w.window.fence(0);
                assertTrue(ticket[0] >= 4L * round && ticket[0] < 4L * round + 4, "ticket=" + ticket[0]);
                w.window.fence(0);
                w.compareAndSwap(new long[] {-5}, new long[] {-7}, swapped, 0, 0);
                w.window.fence(0);
                assertEquals(4L * round + 4, swapped[0]);
            }
        });
    }

    /**
     * A request whose operation, and the one before it, do not fit the ways to the target at once: whoever does not
     * wait for it finds it over when the fence is.
     */
    @ParameterizedTest
    @MethodSource("designs")
    void aFenceEndsWhatRequestsHaveStarted(String design) {
        int longs = 1 << 17;
        run(design, 2, 2 * longs, w -> {
            long[] given = new long[longs];
            for (int round = 1; round <= 5; round++) {
                Arrays.fill(given, 10L * round + w.me);
                w.window.fence(0);
                w.put(given, 1 - w.me, 0);
                w.request(given, 1 - w.me, longs);
                w.window.fence(0);
                for (int i = 0; i < 2 * longs; i++) {
                    assertEquals(10L * round + 1 - w.me, w.load(i), "place " + i);
                }
            }
        });
    }

    @Test
    void anUnknownDesignIsRefusedAtAllRanks() {
        AssertionError thrown = assertThrows(AssertionError.class, () -> run("quick", 2, 1, w -> { }));
        assertTrue(thrown.getMessage().contains("fence=quick"), thrown.getMessage());
        assertEquals(ErrorClass.INFO_VALUE, LongWindow.errorOf(() -> FenceDesign.of(
            new Hints(Map.of("hawser_fence", "quick")))));
    }
}
