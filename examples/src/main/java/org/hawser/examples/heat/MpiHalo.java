package org.hawser.examples.heat;

import java.nio.DoubleBuffer;
import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Prequest;
import mpi.Request;

/**
 * Brings the edges of the neighbours' blocks here by MPI messages, one step after the other. The messages of every step
 * are the same, so they are prepared once and started again and again. Beyond the plate's edge is nobody
 * ({@link MPI#PROC_NULL}), and messages to and from nobody do nothing.
 *
 * <p><b>Threads:</b> one. <b>Allocates:</b> at construction.
 */
final class MpiHalo {
    private static final int NORTH = 0;
    private static final int SOUTH = 1;
    private static final int WEST = 2;
    private static final int EAST = 3;
    private static final int SIDES = 4;

    private final Block block;
    private final int stride;
    private final DoubleBuffer[] out = new DoubleBuffer[SIDES];
    private final DoubleBuffer[] in = new DoubleBuffer[SIDES];
    private final Prequest[] sends = new Prequest[SIDES];
    private final Prequest[] receives = new Prequest[SIDES];

    MpiHalo(Comm world, Block block) throws MPIException {
        this.block = block;
        stride = block.width() + 2;
        prepare(world, NORTH, SOUTH, block.north(), block.width());
        prepare(world, SOUTH, NORTH, block.south(), block.width());
        prepare(world, WEST, EAST, block.west(), block.height());
        prepare(world, EAST, WEST, block.east(), block.height());
    }

    /** A tag says from which side a message comes: our northern edge is from the south to the rank above. */
    private void prepare(Comm world, int side, int opposite, int neighbour, int cells) throws MPIException {
        int peer = neighbour == Block.NOBODY ? MPI.PROC_NULL : neighbour;
        out[side] = MPI.newDoubleBuffer(cells);
        in[side] = MPI.newDoubleBuffer(cells);
        sends[side] = world.sendInit(out[side], cells, MPI.DOUBLE, peer, opposite);
        receives[side] = world.recvInit(in[side], cells, MPI.DOUBLE, peer, side);
    }

    /** Starts to send the edges of {@code field}, and to receive the neighbours'. */
    void start(double[] field) throws MPIException {
        Prequest.startAll(receives);
        Request.waitAll(sends);
        out[NORTH].put(0, field, stride + 1, block.width());
        out[SOUTH].put(0, field, block.height() * stride + 1, block.width());
        for (int row = 1; row <= block.height(); row++) {
            out[WEST].put(row - 1, field[row * stride + 1]);
            out[EAST].put(row - 1, field[row * stride + block.width()]);
        }
        Prequest.startAll(sends);
    }

    /** Waits for the neighbours' edges and lays them around {@code field}; zeroes stay at the plate's edge. */
    void finish(double[] field) throws MPIException {
        Request.waitAll(receives);
        in[NORTH].get(0, field, 1, block.width());
        in[SOUTH].get(0, field, (block.height() + 1) * stride + 1, block.width());
        for (int row = 1; row <= block.height(); row++) {
            field[row * stride] = in[WEST].get(row - 1);
            field[row * stride + block.width() + 1] = in[EAST].get(row - 1);
        }
    }

    /** Waits for what is under way and gives the requests back. */
    void close() throws MPIException {
        Request.waitAll(receives);
        Request.waitAll(sends);
        for (int side = 0; side < SIDES; side++) {
            receives[side].free();
            sends[side].free();
        }
    }
}
