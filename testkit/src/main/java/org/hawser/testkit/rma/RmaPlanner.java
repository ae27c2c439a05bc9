package org.hawser.testkit.rma;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * Plans random one-sided programs whose outcome is determined: accesses that would conflict are kept apart by
 * synchronisation, or commute. The model is sequential: an access is carried out on it when it is planned.
 *
 * <p>Rounds are of four kinds: fences, post and start, locks, and all targets locked with flushes. All ranks meet
 * between rounds.
 *
 * <p><b>Threads:</b> one at a time.
 */
public final class RmaPlanner {
    private static final int[] UNITS = {1, 1, 2, 4, 8, 8, 3};

    private final long seed;
    private final Random random;
    private final int ranks;
    private final List<WindowPlan.Memory> memories = new ArrayList<>();
    private final List<WindowPlan> windows = new ArrayList<>();
    private final List<List<Step>> steps = new ArrayList<>();
    private final byte[][][] model;
    private final byte[][][] contents;

    private RmaPlanner(long seed, int ranks) {
        this.seed = seed;
        this.ranks = ranks;
        random = new Random(seed);
        for (int i = 0; i < ranks; i++) {
            steps.add(new ArrayList<>());
        }
        int count = 1 + random.nextInt(2);
        model = new byte[count][ranks][];
        contents = new byte[count][ranks][];
    }

    /**
     * Plans a program.
     *
     * @param seed decides everything
     * @param ranks of how many ranks
     * @param rounds how many rounds
     * @param kinds what memory there may be
     * @param hints what each window may be made with, one of these
     */
    public static RmaProgram plan(long seed, int ranks, int rounds, List<WindowPlan.Memory> kinds,
                                  List<Map<String, String>> hints) {
        RmaPlanner planner = new RmaPlanner(seed, ranks);
        planner.planMemories(kinds);
        planner.planWindows(hints);
        for (int i = 0; i < rounds; i++) {
            planner.planRound();
        }
        return new RmaProgram(seed, planner.memories, planner.contents, planner.windows, planner.steps);
    }

    private void planMemories(List<WindowPlan.Memory> kinds) {
        for (int i = 0; i < model.length; i++) {
            memories.add(kinds.get(random.nextInt(kinds.size())));
            int most = random.nextInt(8) == 0 ? 100_000 : 16 << random.nextInt(8);
            for (int rank = 0; rank < ranks; rank++) {
                int bytes = random.nextInt(8) == 0 ? 0 : 8 * (1 + random.nextInt(most / 8));
                model[i][rank] = new byte[bytes];
                fill(model[i][rank]);
                contents[i][rank] = model[i][rank].clone();
            }
        }
    }

    /** Some of it are bits, some are fractions. */
    private void fill(byte[] memory) {
        random.nextBytes(memory);
        for (int at = 0; at + 64 <= memory.length; at += 64) {
            Element element = Element.values()[random.nextInt(Element.values().length)];
            System.arraycopy(element.values(random, 64 / element.bytes), 0, memory, at, 64);
        }
    }

    private void planWindows(List<Map<String, String>> hints) {
        for (int memory = 0; memory < model.length; memory++) {
            boolean whole = memories.get(memory).compareTo(WindowPlan.Memory.ALLOCATED) >= 0;
            for (int i = 0; i < (whole ? 1 : 1 + random.nextInt(2)); i++) {
                int[] offset = new int[ranks];
                int[] bytes = new int[ranks];
                int[] unit = new int[ranks];
                for (int rank = 0; rank < ranks; rank++) {
                    int all = model[memory][rank].length;
                    offset[rank] = whole || random.nextBoolean() ? 0 : random.nextInt(all / 8 + 1) * 8;
                    unit[rank] = UNITS[random.nextInt(UNITS.length)];
                    bytes[rank] = (all - offset[rank]) / unit[rank] * unit[rank];
                }
                windows.add(new WindowPlan(memory, offset, bytes, unit, hints.get(random.nextInt(hints.size()))));
            }
        }
    }

    private void planRound() {
        int window = random.nextInt(windows.size());
        Round round = new Round(window);
        switch (random.nextInt(4)) {
            case 0 -> round.fences();
            case 1 -> round.postAndStart();
            case 2 -> round.locks();
            default -> round.lockAll();
        }
    }

    /** One round on one window. */
    private final class Round {
        private final int window;
        private final AccessPlanner accesses;
        private final boolean[] stored = new boolean[ranks];
        private final boolean[] updated = new boolean[ranks];

        Round(int window) {
            this.window = window;
            WindowPlan plan = windows.get(window);
            accesses = new AccessPlanner(random, window, plan, model[plan.memory()]);
        }

        private void all(Step step) {
            steps.forEach(list -> list.add(step));
        }

        private void meet() {
            all(Step.Call.of(Step.Kind.BARRIER, -1));
            accesses.allMet();
        }

        private void check(int rank) {
            int memory = windows.get(window).memory();
            steps.get(rank).add(new Step.Check(memory, model[memory][rank].clone()));
        }

        /** Plans an access; one that does not fit is left out. */
        private void access(int rank, int target, boolean passive, boolean counts) {
            Access access = accesses.next(rank, target, passive, counts);
            if (access == null) {
                return;
            }
            steps.get(rank).add(access);
            stored[target] |= access.kind() == Access.Kind.STORE;
            updated[target] |= access.kind() != Access.Kind.GET && access.kind() != Access.Kind.STORE
                && access.kind() != Access.Kind.LOAD;
        }

        // Fences

        private void fences() {
            int epochs = 1 + random.nextInt(3);
            boolean empty = random.nextBoolean();
            int before = empty ? Step.NO_PRECEDE : 0;
            Arrays.fill(stored, true);
            for (int epoch = 0; epoch < epochs; epoch++) {
                List<Integer> marks = steps.stream().map(List::size).toList();
                boolean[] storedBefore = stored.clone();
                Arrays.fill(stored, false);
                Arrays.fill(updated, false);
                for (int i = random.nextInt(6 * ranks); i > 0; i--) {
                    access(random.nextInt(ranks), random.nextInt(ranks), false, false);
                }
                for (int rank = 0; rank < ranks; rank++) {
                    steps.get(rank).add(marks.get(rank), fence(before | asserted(rank, storedBefore)));
                }
                accesses.allMet();
                before = 0;
            }
            boolean last = random.nextBoolean();
            for (int rank = 0; rank < ranks; rank++) {
                steps.get(rank).add(fence((last ? Step.NO_SUCCEED : 0)
                    | (!stored[rank] && random.nextBoolean() ? Step.NO_STORE : 0)));
                check(rank);
            }
            meet();
        }

        private int asserted(int rank, boolean[] storedBefore) {
            return (!storedBefore[rank] && random.nextBoolean() ? Step.NO_STORE : 0)
                | (!updated[rank] && random.nextBoolean() ? Step.NO_PUT : 0);
        }

        private Step fence(int assertion) {
            return new Step.Call(Step.Kind.FENCE, window, -1, false, null, assertion);
        }

        // Post and start

        private void postAndStart() {
            boolean[][] reaches = new boolean[ranks][ranks];
            for (boolean[] row : reaches) {
                for (int i = 0; i < ranks; i++) {
                    row[i] = random.nextBoolean();
                }
            }
            boolean checked = random.nextBoolean();
            for (int rank = 0; rank < ranks; rank++) {
                int me = rank;
                group(rank, Step.Kind.POST, i -> reaches[i][me], checked ? 0 : Step.NO_CHECK);
            }
            if (!checked) {
                meet();
            }
            for (int rank = 0; rank < ranks; rank++) {
                int me = rank;
                group(rank, Step.Kind.START, i -> reaches[me][i], checked ? 0 : Step.NO_CHECK);
            }
            for (int i = random.nextInt(8 * ranks); i > 0; i--) {
                int rank = random.nextInt(ranks);
                int target = random.nextInt(ranks);
                if (reaches[rank][target]) {
                    access(rank, target, false, false);
                }
            }
            for (int rank = 0; rank < ranks; rank++) {
                steps.get(rank).add(Step.Call.of(Step.Kind.COMPLETE, window));
                steps.get(rank).add(Step.Call.of(random.nextBoolean() ? Step.Kind.WAIT : Step.Kind.TEST, window));
                check(rank);
            }
            meet();
        }

        private void group(int rank, Step.Kind kind, IntPredicate has, int assertion) {
            int[] group = IntStream.range(0, ranks).filter(has).toArray();
            steps.get(rank).add(new Step.Call(kind, window, -1, false, group, assertion));
        }

        // Locks

        private void locks() {
            for (int i = random.nextInt(4 * ranks); i > 0; i--) {
                lockSome(random.nextInt(ranks));
            }
            meet();
            checkLocked();
        }

        /** Locks one target or several, in the order of their ranks lest two wait for each other. */
        private void lockSome(int rank) {
            List<Step> mine = steps.get(rank);
            boolean exclusive = random.nextBoolean();
            List<Integer> held = new ArrayList<>();
            for (int target = 0; target < ranks; target++) {
                if (held.isEmpty() ? target == ranks - 1 || random.nextInt(ranks) == 0 : random.nextInt(4) == 0) {
                    mine.add(new Step.Call(Step.Kind.LOCK, window, target, exclusive, null, 0));
                    held.add(target);
                }
            }
            for (int i = random.nextInt(5); i > 0; i--) {
                int target = held.get(random.nextInt(held.size()));
                access(rank, target, true, exclusive);
                if (random.nextInt(4) == 0) {
                    flush(rank, target);
                }
            }
            held.forEach(target -> mine.add(Step.Call.of(Step.Kind.UNLOCK, window, target)));
            held.forEach(target -> accesses.flushed(rank, target));
        }

        private void flush(int rank, int target) {
            List<Step> mine = steps.get(rank);
            switch (random.nextInt(5)) {
                case 0 -> mine.add(Step.Call.of(Step.Kind.FLUSH_LOCAL, window, target));
                case 1 -> mine.add(Step.Call.of(Step.Kind.FLUSH_LOCAL_ALL, window));
                case 2 -> {
                    mine.add(Step.Call.of(Step.Kind.FLUSH_ALL, window));
                    for (int i = 0; i < ranks; i++) {
                        accesses.flushed(rank, i);
                    }
                }
                default -> {
                    mine.add(Step.Call.of(Step.Kind.FLUSH, window, target));
                    accesses.flushed(rank, target);
                }
            }
        }

        /** Under a lock of its own, or of all. */
        private void checkLocked() {
            boolean one = random.nextBoolean();
            for (int rank = 0; rank < ranks; rank++) {
                steps.get(rank).add(one ? new Step.Call(Step.Kind.LOCK, window, rank, random.nextBoolean(), null, 0)
                    : Step.Call.of(Step.Kind.LOCK_ALL, window));
                check(rank);
                steps.get(rank).add(one ? Step.Call.of(Step.Kind.UNLOCK, window, rank)
                    : Step.Call.of(Step.Kind.UNLOCK_ALL, window));
            }
            meet();
        }

        private void lockAll() {
            // Nobody locks exclusively in this round.
            int assertion = random.nextInt(3) == 0 ? Step.NO_CHECK : 0;
            all(new Step.Call(Step.Kind.LOCK_ALL, window, -1, false, null, assertion));
            for (int part = random.nextInt(3); part >= 0; part--) {
                for (int i = random.nextInt(6 * ranks); i > 0; i--) {
                    int rank = random.nextInt(ranks);
                    int target = random.nextInt(ranks);
                    access(rank, target, true, false);
                    if (random.nextInt(5) == 0) {
                        flush(rank, target);
                    }
                }
                if (part > 0) {
                    all(Step.Call.of(Step.Kind.FLUSH_ALL, window));
                    all(Step.Call.of(Step.Kind.SYNC, window));
                    meet();
                    all(Step.Call.of(Step.Kind.SYNC, window));
                }
            }
            all(Step.Call.of(Step.Kind.UNLOCK_ALL, window));
            meet();
            checkLocked();
        }
    }
}
