package org.hawser.examples.heat;

import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;

/**
 * Solves the heat equation as {@link HeatSolver} does, with MPI messages in place of puts.
 *
 * <p>A step computes the rim of the block first and sends it off: the edges travel while the inside is computed.
 *
 * <p><b>Threads:</b> one per rank. <b>Allocates:</b> at construction and to gather.
 */
public final class MpiHeatSolver {
    private static final int GATHER = 4;

    private final Comm world;
    private final HeatProblem problem;
    private final Block block;
    private final Field field;
    private final MpiHalo halo;

    /** Sets the plate up; all ranks of {@code world} do. */
    public MpiHeatSolver(Comm world, HeatProblem problem) throws MPIException {
        this.world = world;
        this.problem = problem;
        block = Block.of(problem.cells(), world.getRank(), world.getSize());
        field = new Field(problem, block);
        halo = new MpiHalo(world, block);
        halo.start(field.now());
    }

    /** One step of time. */
    public void step() throws MPIException {
        halo.finish(field.now());
        field.advanceRim();
        halo.start(field.next());
        field.advanceInside();
        field.swap();
    }

    /** The whole plate, by rows, at rank 0; null elsewhere. All ranks call it. */
    public double[] gather() throws MPIException {
        double[] mine = new double[block.height() * block.width()];
        for (int row = 0; row < block.height(); row++) {
            System.arraycopy(field.now(), (row + 1) * field.stride() + 1, mine, row * block.width(), block.width());
        }
        if (world.getRank() != 0) {
            world.send(mine, mine.length, MPI.DOUBLE, 0, GATHER);
            return null;
        }
        double[] plate = new double[problem.cells() * problem.cells()];
        place(plate, block, mine);
        for (int source = 1; source < world.getSize(); source++) {
            Block theirs = Block.of(problem.cells(), source, world.getSize());
            double[] cells = new double[theirs.height() * theirs.width()];
            world.recv(cells, cells.length, MPI.DOUBLE, source, GATHER);
            place(plate, theirs, cells);
        }
        return plate;
    }

    private void place(double[] plate, Block where, double[] cells) {
        for (int row = 0; row < where.height(); row++) {
            System.arraycopy(cells, row * where.width(), plate, (where.top() + row) * problem.cells() + where.left(),
                where.width());
        }
    }

    /** Ends what is under way; all ranks call it, before {@code MPI.Finalize}. */
    public void close() throws MPIException {
        halo.close();
    }
}
