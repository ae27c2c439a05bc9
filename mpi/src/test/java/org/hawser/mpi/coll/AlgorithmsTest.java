package org.hawser.mpi.coll;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.Tag;
import org.hawser.mpi.coll.algorithm.Algorithm;
import org.hawser.mpi.coll.algorithm.Algorithms;

/** Every algorithm that moves items gives what the plain definition gives. */
@Tag("once")
class AlgorithmsTest {
    private static final int TRIES = 40;

    @Provide
    Arbitrary<Trial.Case> cases() {
        return Trial.cases();
    }

    @Property(tries = TRIES, shrinking = ShrinkingMode.OFF)
    void bcastBringsTheRootsItemsToAll(@ForAll("cases") Trial.Case about) {
        Trial.run(about, trial -> {
            long[] expected = about.given(about.root(), about.count());
            long bytes = (long) about.count() * Long.BYTES;
            trial.each(Algorithms.BCAST, 0, bytes, 1, (algorithm, later, what) -> {
                Longs buffer = trial.rank == about.root() ? trial.of(expected) : new Longs(about.kind(), about.count());
                trial.carryOut(later, steps -> algorithm.run(steps, buffer.array, buffer.at, bytes, about.root()));
                Trial.check(what, expected, buffer, 0);
            });
        });
    }

    @Property(tries = TRIES, shrinking = ShrinkingMode.OFF)
    void gatherCollectsAllAtTheRoot(@ForAll("cases") Trial.Case about, @ForAll boolean unequal) {
        Trial.run(about, trial -> {
            Pieces pieces = new Pieces(trial, unequal);
            long[] mine = about.given(trial.rank, pieces.length(trial.rank));
            trial.each(Algorithms.GATHER, pieces.situation(), 0, 1, (algorithm, later, what) -> {
                boolean isRoot = trial.rank == about.root();
                Longs own = trial.of(mine);
                Longs all = new Longs(about.kind(), isRoot ? pieces.total() : 0);
                Blocks blocks = isRoot ? pieces.blocks(all) : new Blocks();
                pieces.put(mine, all, isRoot);
                trial.carryOut(later, steps -> algorithm.run(steps, own.array, own.at, own.bytes(), blocks,
                    about.root()));
                if (isRoot) {
                    pieces.checkAll(what, all);
                }
            });
        });
    }

    @Property(tries = TRIES, shrinking = ShrinkingMode.OFF)
    void scatterDealsTheRootsPiecesOut(@ForAll("cases") Trial.Case about, @ForAll boolean unequal) {
        Trial.run(about, trial -> {
            Pieces pieces = new Pieces(trial, unequal);
            long[] expected = about.given(trial.rank, pieces.length(trial.rank));
            trial.each(Algorithms.SCATTER, pieces.situation(), 0, 1, (algorithm, later, what) -> {
                boolean isRoot = trial.rank == about.root();
                Longs own = isRoot ? trial.of(expected) : new Longs(about.kind(), expected.length);
                Longs all = isRoot ? pieces.all() : new Longs(about.kind(), 0);
                Blocks blocks = isRoot ? pieces.blocks(all) : new Blocks();
                trial.carryOut(later, steps -> algorithm.run(steps, blocks, own.array, own.at, own.bytes(),
                    about.root()));
                Trial.check(what, expected, own, 0);
            });
        });
    }

    @Property(tries = TRIES, shrinking = ShrinkingMode.OFF)
    void allGatherCollectsAllAtAll(@ForAll("cases") Trial.Case about, @ForAll boolean unequal) {
        Trial.run(about, trial -> {
            Pieces pieces = new Pieces(trial, unequal);
            long[] mine = about.given(trial.rank, pieces.length(trial.rank));
            long bytes = (long) about.count() * Long.BYTES;
            trial.each(Algorithms.ALLGATHER, pieces.situation(), bytes, 1, (algorithm, later, what) -> {
                Longs all = new Longs(about.kind(), pieces.total());
                pieces.put(mine, all, true);
                Blocks blocks = pieces.blocks(all);
                trial.carryOut(later, steps -> algorithm.run(steps, blocks));
                pieces.checkAll(what, all);
            });
        });
    }

    @Property(tries = TRIES, shrinking = ShrinkingMode.OFF)
    void allToAllBringsEachItsPieces(@ForAll("cases") Trial.Case about, @ForAll boolean unequal) {
        Trial.run(about, trial -> {
            int size = trial.size;
            // With unequal pieces each rank gets pieces of one length, and the lengths differ from rank to rank.
            int[] lengths = new int[size];
            for (int i = 0; i < size; i++) {
                lengths[i] = unequal ? about.uneven(i) : about.count();
            }
            long bytes = (long) size * about.count() * Long.BYTES;
            trial.each(Algorithms.ALLTOALL, unequal ? Algorithm.UNEQUAL : 0, bytes, 1, (algorithm, later, what) -> {
                Longs out = trial.of(about.given(trial.rank, sum(lengths, size)));
                Longs in = new Longs(about.kind(), size * lengths[trial.rank]);
                Blocks to = unequal ? new Blocks().consecutive(out.array, out.at, lengths, Long.BYTES, size)
                    : new Blocks().equal(out.array, out.at, (long) about.count() * Long.BYTES);
                int[] equal = new int[size];
                Arrays.fill(equal, lengths[trial.rank]);
                Blocks from = unequal ? new Blocks().consecutive(in.array, in.at, equal, Long.BYTES, size)
                    : new Blocks().equal(in.array, in.at, (long) about.count() * Long.BYTES);
                trial.carryOut(later, steps -> algorithm.run(steps, to, from));
                for (int i = 0; i < size; i++) {
                    long[] theirs = about.given(i, sum(lengths, size));
                    int start = sum(lengths, trial.rank);
                    Trial.check(what + " from " + i,
                        Arrays.copyOfRange(theirs, start, start + lengths[trial.rank]), in,
                        i * lengths[trial.rank]);
                }
            });
        });
    }

    @Property(tries = TRIES, shrinking = ShrinkingMode.OFF)
    void nobodyPassesABarrierBeforeAllHaveCome(@ForAll("cases") Trial.Case about) {
        AtomicInteger come = new AtomicInteger();
        Trial.run(about, trial -> {
            int[] attempts = {0};
            trial.each(Algorithms.BARRIER, 0, 0, 1, (algorithm, later, what) -> {
                come.incrementAndGet();
                trial.carryOut(later, algorithm::run);
                attempts[0]++;
                if (come.get() < attempts[0] * trial.size) {
                    throw new AssertionError(what + ": passed too early, come=" + come.get());
                }
            });
        });
    }

    private static int sum(int[] lengths, int count) {
        int sum = 0;
        for (int i = 0; i < count; i++) {
            sum += lengths[i];
        }
        return sum;
    }

    /** One piece per rank: one after the other, or with a hole before each and of different lengths. */
    private record Pieces(Trial trial, boolean unequal) {
        int length(int rank) {
            return unequal ? trial.about.uneven(rank) : trial.about.count();
        }

        int start(int rank) {
            int start = 0;
            for (int i = 0; i < rank; i++) {
                start += length(i) + (unequal ? 1 : 0);
            }
            return start + (unequal ? 1 : 0);
        }

        int total() {
            return start(trial.size - 1) + length(trial.size - 1);
        }

        int situation() {
            return unequal ? Algorithm.UNEQUAL : 0;
        }

        Blocks blocks(Longs all) {
            if (!unequal) {
                return new Blocks().equal(all.array, all.at, (long) trial.about.count() * Long.BYTES);
            }
            int[] counts = new int[trial.size];
            int[] places = new int[trial.size];
            for (int i = 0; i < trial.size; i++) {
                counts[i] = length(i);
                places[i] = start(i);
            }
            return new Blocks().counted(all.array, all.at, counts, Long.BYTES, places, Long.BYTES);
        }

        Longs all() {
            Longs all = new Longs(trial.about.kind(), total());
            for (int i = 0; i < trial.size; i++) {
                long[] piece = trial.about.given(i, length(i));
                for (int k = 0; k < piece.length; k++) {
                    all.set(start(i) + k, piece[k]);
                }
            }
            return all;
        }

        /** Puts this rank's piece into its place. */
        void put(long[] mine, Longs all, boolean here) {
            for (int i = 0; here && i < mine.length; i++) {
                all.set(start(trial.rank) + i, mine[i]);
            }
        }

        void checkAll(String what, Longs all) {
            for (int i = 0; i < trial.size; i++) {
                Trial.check(what + " of " + i, trial.about.given(i, length(i)), all, start(i));
                if (unequal && all.get(start(i) - 1) != 0) {
                    throw new AssertionError(what + ": a hole was written: before=" + i);
                }
            }
        }
    }
}
