package org.hawser.examples.heat;

import org.hawser.pgas.Distribution;
import org.hawser.pgas.Pgas;
import org.hawser.pgas.Reduction;
import org.hawser.pgas.SharedDoubleArray;

/**
 * Solves the heat equation as {@link HeatSolver} does, in a partitioned global address space: edges go into shared
 * memory near the neighbours, with signals, and the answer is gathered in a shared array.
 *
 * <p>A step computes the rim of the block first and sends it off: the edges travel while the inside is computed.
 *
 * <p><b>Threads:</b> one per rank. <b>Allocates:</b> at construction and to gather.
 */
public final class PgasHeatSolver implements AutoCloseable {
    private final Pgas pgas;
    private final HeatProblem problem;
    private final Block block;
    private final Field field;
    private final PgasHalo halo;
    private int step;

    /** Collective: sets the plate up. */
    public PgasHeatSolver(Pgas pgas, HeatProblem problem) {
        this.pgas = pgas;
        this.problem = problem;
        block = Block.of(problem.cells(), pgas.myThread(), pgas.threads());
        field = new Field(problem, block);
        halo = new PgasHalo(pgas, block, problem.cells());
        halo.send(field.now(), 0);
    }

    /** One step of time. */
    public void step() {
        halo.receive(field.now(), step);
        field.advanceRim();
        step++;
        halo.send(field.next(), step);
        field.advanceInside();
        field.swap();
    }

    /** Collective: the largest change of any cell on the plate in the last step. */
    public double change() {
        return pgas.collectives().allReduce(field.change(), Reduction.MAX);
    }

    /** Collective: the whole plate, by rows, at thread 0; null elsewhere. Every thread puts its rows there itself. */
    public double[] gather() {
        int cells = problem.cells();
        try (SharedDoubleArray plate = pgas.doubles((long) cells * cells, Distribution.indefinite())) {
            for (int row = 0; row < block.height(); row++) {
                plate.put((long) (block.top() + row) * cells + block.left(), field.now(),
                    (row + 1) * field.stride() + 1, block.width());
            }
            pgas.barrier();
            if (pgas.myThread() != 0) {
                return null;
            }
            double[] all = new double[cells * cells];
            plate.get(0, all, 0, all.length);
            return all;
        }
    }

    /** Collective. */
    @Override
    public void close() {
        halo.close();
    }
}
