package org.hawser.bench.nas;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * The kernels, with the problems they have here and the teams that can solve them.
 *
 * <p><b>Threads:</b> immutable.
 */
public enum KernelKind {
    /** Random numbers: computation alone. */
    EP(Ep::new, Ranks.ANY, ProblemClass.A),
    /** Sorting of integers: all to all, in uneven parts. */
    IS(Is::new, Ranks.POWERS_OF_TWO, ProblemClass.A),
    /** Conjugate gradients: exchanges between pairs. */
    CG(Cg::new, Ranks.POWERS_OF_TWO, ProblemClass.A),
    /** Multigrid: halos of blocks. */
    MG(Mg::new, Ranks.POWERS_OF_TWO, ProblemClass.A),
    /** Fourier transforms: all to all. */
    FT(Ft::new, Ranks.POWERS_OF_TWO, ProblemClass.A),
    /** A flow, by scalar systems: sweeps through layers of cells. */
    SP(Sp::new, Ranks.SQUARES, ProblemClass.W),
    /** A flow, by systems of blocks: the same sweeps with longer messages. */
    BT(Bt::new, Ranks.SQUARES, ProblemClass.W);

    private enum Ranks { ANY, POWERS_OF_TWO, SQUARES }

    private final Supplier<Kernel> maker;
    private final Ranks ranks;
    private final ProblemClass largest;

    KernelKind(Supplier<Kernel> maker, Ranks ranks, ProblemClass largest) {
        this.maker = maker;
        this.ranks = ranks;
        this.largest = largest;
    }

    /** The kernel of that name, in any case of letters. */
    public static Optional<KernelKind> named(String name) {
        return Stream.of(values()).filter(kind -> kind.name().equalsIgnoreCase(name)).findFirst();
    }

    /** The name in small letters. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The problems it has. */
    public List<ProblemClass> classes() {
        return Stream.of(ProblemClass.values()).filter(size -> size.compareTo(largest) <= 0).toList();
    }

    /** Whether so many ranks can share the work. */
    public boolean suits(int count) {
        int root = (int) Math.round(Math.sqrt(count));
        return count >= 1 && switch (ranks) {
            case ANY -> true;
            case POWERS_OF_TWO -> Integer.bitCount(count) == 1;
            case SQUARES -> root * root == count;
        };
    }

    /** A kernel of this kind, for one run. */
    public Kernel make() {
        return maker.get();
    }
}
