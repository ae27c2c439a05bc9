package org.hawser.mpi.coll;

import java.util.Arrays;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.Tag;
import org.hawser.mpi.coll.algorithm.Algorithms;
import org.hawser.mpi.coll.op.Reduction;

/** Every algorithm that combines items gives what the plain definition gives, whether the order matters or not. */
@Tag("once")
class ReductionAlgorithmsTest {
    private static final int TRIES = 40;

    @Provide
    Arbitrary<Trial.Case> cases() {
        return Trial.cases();
    }

    @Property(tries = TRIES, shrinking = ShrinkingMode.OFF)
    void reduceCombinesAllAtTheRoot(@ForAll("cases") Trial.Case about, @ForAll boolean inPlace) {
        Trial.run(about, trial -> {
            int count = about.count();
            long bytes = (long) count * Long.BYTES;
            for (Reduction reduction : Trial.REDUCTIONS) {
                long[] expected = trial.combined(reduction, 0, trial.size - 1, count);
                trial.each(Algorithms.REDUCE, trial.situation(reduction, bytes), bytes, reduction.item(),
                    (algorithm, later, what) -> {
                        boolean isRoot = trial.rank == about.root();
                        Longs mine = trial.of(about.given(trial.rank, count));
                        Longs result = isRoot && inPlace ? mine : new Longs(about.kind(), isRoot ? count : 0);
                        trial.carryOut(later, steps -> algorithm.run(steps, reduction, mine.array, mine.at,
                            isRoot ? result.array : null, isRoot ? result.at : 0, bytes, about.root()));
                        if (isRoot) {
                            Trial.check(what, expected, result, 0);
                        }
                        if (!isRoot || !inPlace) {
                            Trial.check(what, about.given(trial.rank, count), mine, 0);
                        }
                    });
            }
        });
    }

    @Property(tries = TRIES, shrinking = ShrinkingMode.OFF)
    void allReduceCombinesAllAtAll(@ForAll("cases") Trial.Case about, @ForAll boolean inPlace) {
        Trial.run(about, trial -> {
            int count = about.count();
            long bytes = (long) count * Long.BYTES;
            for (Reduction reduction : Trial.REDUCTIONS) {
                long[] expected = trial.combined(reduction, 0, trial.size - 1, count);
                trial.each(Algorithms.ALLREDUCE, trial.situation(reduction, bytes), bytes, reduction.item(),
                    (algorithm, later, what) -> {
                        Longs mine = trial.of(about.given(trial.rank, count));
                        Longs result = inPlace ? mine : new Longs(about.kind(), count);
                        trial.carryOut(later, steps -> algorithm.run(steps, reduction, mine.array, mine.at,
                            result.array, result.at, bytes));
                        Trial.check(what, expected, result, 0);
                    });
            }
        });
    }

    @Property(tries = TRIES, shrinking = ShrinkingMode.OFF)
    void reduceScatterCombinesAndDealsOut(@ForAll("cases") Trial.Case about, @ForAll boolean unequal) {
        Trial.run(about, trial -> {
            int[] counts = new int[trial.size];
            for (int i = 0; i < counts.length; i++) {
                counts[i] = unequal ? about.uneven(i) : about.count();
            }
            int total = Arrays.stream(counts).sum();
            int start = Arrays.stream(counts, 0, trial.rank).sum();
            long bytes = (long) total * Long.BYTES;
            for (Reduction reduction : Trial.REDUCTIONS) {
                long[] all = trial.combined(reduction, 0, trial.size - 1, total);
                trial.each(Algorithms.REDUCE_SCATTER, trial.situation(reduction, bytes), bytes, reduction.item(),
                    (algorithm, later, what) -> {
                        Longs mine = trial.of(about.given(trial.rank, total));
                        Longs result = new Longs(about.kind(), counts[trial.rank]);
                        Blocks blocks = new Blocks().consecutive(mine.array, mine.at, counts, Long.BYTES, trial.size);
                        trial.carryOut(later, steps -> algorithm.run(steps, reduction, blocks, result.array,
                            result.at));
                        Trial.check(what, Arrays.copyOfRange(all, start, start + counts[trial.rank]), result, 0);
                        Trial.check(what, about.given(trial.rank, total), mine, 0);
                    });
            }
        });
    }

    @Property(tries = TRIES, shrinking = ShrinkingMode.OFF)
    void scanCombinesUpToEachRank(@ForAll("cases") Trial.Case about) {
        Trial.run(about, trial -> {
            long bytes = (long) about.count() * Long.BYTES;
            for (Reduction reduction : Trial.REDUCTIONS) {
                long[] expected = trial.combined(reduction, 0, trial.rank, about.count());
                trial.each(Algorithms.SCAN, trial.situation(reduction, bytes), bytes, reduction.item(),
                    (algorithm, later, what) -> {
                        Longs items = trial.of(about.given(trial.rank, about.count()));
                        trial.carryOut(later, steps -> algorithm.run(steps, reduction, items.array, items.at, bytes));
                        Trial.check(what, expected, items, 0);
                    });
            }
        });
    }

    @Property(tries = TRIES, shrinking = ShrinkingMode.OFF)
    void exScanCombinesBeforeEachRank(@ForAll("cases") Trial.Case about) {
        Trial.run(about, trial -> {
            long bytes = (long) about.count() * Long.BYTES;
            for (Reduction reduction : Trial.REDUCTIONS) {
                long[] expected = trial.rank == 0 ? about.given(0, about.count())
                    : trial.combined(reduction, 0, trial.rank - 1, about.count());
                trial.each(Algorithms.EXSCAN, trial.situation(reduction, bytes), bytes, reduction.item(),
                    (algorithm, later, what) -> {
                        Longs items = trial.of(about.given(trial.rank, about.count()));
                        trial.carryOut(later, steps -> algorithm.run(steps, reduction, items.array, items.at, bytes));
                        Trial.check(what, expected, items, 0);
                    });
            }
        });
    }
}
