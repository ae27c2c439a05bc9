package org.hawser.mpi.coll;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import org.hawser.mpi.coll.algorithm.Algorithm;
import org.hawser.mpi.coll.op.Operand;
import org.hawser.mpi.coll.op.Operator;
import org.hawser.mpi.coll.op.Reduction;
import org.hawser.mpi.coll.op.Reductions;
import org.hawser.testkit.Medium;

/**
 * One rank's part in a trial of all algorithms of a collective: each is given the same random items, is carried out at
 * once and later, and must give what the plain definition gives.
 */
final class Trial {
    /** Items are pairs of longs for {@link Affine}, longs else. */
    static final List<Reduction> REDUCTIONS =
        List.of(Reductions.of(Operator.SUM, Operand.LONG, false), new Affine());

    /** What is tried. */
    record Case(int ranks, int count, int rootOf, Longs.Kind kind, Medium medium, long seed) {
        int root() {
            return rootOf % ranks;
        }

        /** The longs that rank {@code rank} gives; the same wherever they are asked for. */
        long[] given(int rank, int longs) {
            return new Random(seed * 31 + rank).longs(longs).toArray();
        }

        /** How many longs rank {@code rank} has where lengths differ. */
        int uneven(int rank) {
            return rank % 3 == 1 ? 0 : count + 2 * rank;
        }
    }

    static Arbitrary<Case> cases() {
        return Combinators.combine(Arbitraries.of(1, 2, 3, 4, 5, 7, 8), Arbitraries.of(0, 2, 4, 10, 34, 400, 6000),
            Arbitraries.integers().between(0, 7), Arbitraries.of(Longs.Kind.values()),
            Arbitraries.of(CollectiveJob.ONE_NODE, CollectiveJob.TWO_NODES, CollectiveJob.IN_TURN, CollectiveJob.TCP,
                CollectiveJob.MIXED), Arbitraries.longs())
            .as(Case::new);
    }

    final Case about;
    final int rank;
    final int size;
    final Collectives collectives;

    private Trial(Case about, Collectives collectives) {
        this.about = about;
        this.collectives = collectives;
        rank = collectives.communicator().rank();
        size = collectives.communicator().size();
    }

    /** Lets all ranks try. */
    static void run(Case about, Consumer<Trial> program) {
        CollectiveJob.run(about.medium(), about.ranks(), rank -> null,
            communicator -> program.accept(new Trial(about, Collectives.of(communicator))));
    }

    /** Tries all algorithms that can deal with it, at once and later. */
    <A extends Algorithm> void each(List<A> algorithms, int situation, long bytes, long item, Attempt<A> attempt) {
        for (A algorithm : algorithms) {
            for (boolean later : new boolean[] {false, true}) {
                int all = situation | (later ? Algorithm.SCHEDULED : 0) | Algorithm.PART
                    | (Integer.bitCount(size) == 1 ? 0 : Algorithm.ODD) | ofNodes(situation);
                boolean shared = (algorithm.cannot() & Algorithm.APART) != 0;
                if (size > 1 && (algorithm.cannot() & all) == 0
                        && (!shared || collectives.direct().node().carries(bytes, item))) {
                    attempt.make(algorithm, later, algorithm.getClass().getSimpleName() + (later ? ", later, " : ", ")
                        + about);
                }
            }
        }
    }

    private int ofNodes(int situation) {
        Hierarchy hierarchy = collectives.hierarchy;
        if (hierarchy == null || hierarchy.mingled() && (situation & Algorithm.ORDERED) != 0) {
            return Algorithm.FLAT;
        }
        return hierarchy.mingled() ? Algorithm.MINGLED : 0;
    }

    /** One attempt. */
    interface Attempt<A> {
        void make(A algorithm, boolean later, String what);
    }

    void carryOut(boolean later, Consumer<Steps> steps) {
        CollectiveJob.carryOut(collectives, later, steps);
    }

    /** What is true of a reduction of so many bytes. */
    int situation(Reduction reduction, long bytes) {
        return (reduction.isCommutative() ? 0 : Algorithm.ORDERED)
            | (bytes < (long) size * reduction.item() ? Algorithm.FEW : 0);
    }

    /** A buffer with these longs. */
    Longs of(long[] values) {
        Longs longs = new Longs(about.kind(), values.length);
        for (int i = 0; i < values.length; i++) {
            longs.set(i, values[i]);
        }
        return longs;
    }

    /** What the ranks from {@code first} to {@code last} give, combined in their order. */
    long[] combined(Reduction reduction, int first, int last, int longs) {
        long[] sum = about.given(first, longs);
        for (int i = first + 1; i <= last; i++) {
            reduction.combine(sum, 0, about.given(i, longs), 0, sum, 0, (long) longs * Long.BYTES);
        }
        return sum;
    }

    static void check(String what, long[] expected, Longs found, int from) {
        for (int i = 0; i < expected.length; i++) {
            if (expected[i] != found.get(from + i)) {
                assertEquals(expected[i], found.get(from + i), what + " long " + i);
            }
        }
        found.checkGuards(what);
    }
}
