package org.hawser.mpi.coll;

import java.util.stream.IntStream;
import org.hawser.mpi.comm.Communicator;
import org.hawser.mpi.topology.Neighbors;

/**
 * Collectives of each process with its neighbours: pieces stand in the order of the neighbours, and those of neighbours
 * that are nobody stay as they are.
 *
 * <p>All of a process's messages go at once, in the order of their lanes. So where one process is a neighbour several
 * times, messages of a pair are sent and received in the same order, and need nothing to tell them apart.
 *
 * <p>Cost, of d neighbours: d · (α + nβ) in one round.
 *
 * <p><b>Threads:</b> any; one call of a communicator at a time. <b>Allocates:</b> at construction.
 */
public final class NeighborCollectives {
    private final Communicator communicator;
    private final Neighbors neighbors;
    private final boolean edge;

    /**
     * Those of a communicator with a topology.
     *
     * @throws org.hawser.mpi.MpiFailure when it has none
     */
    public NeighborCollectives(Communicator communicator) {
        this.communicator = communicator;
        neighbors = communicator.neighbors();
        edge = IntStream.of(neighbors.sources()).anyMatch(source -> source == Neighbors.NOBODY);
    }

    /** How many pieces come in. */
    public int sources() {
        return neighbors.sources().length;
    }

    /** How many pieces go out. */
    public int destinations() {
        return neighbors.destinations().length;
    }

    /** True when some piece stays as it is. */
    public boolean hasEdge() {
        return edge;
    }

    /** Sends the same bytes to each neighbour. */
    public void allGather(Steps steps, Object array, long at, long bytes, Blocks in) {
        receive(steps, in);
        for (int i = 0; i < destinations(); i++) {
            int to = neighbors.destinations()[inOrder(i)];
            if (to != Neighbors.NOBODY) {
                steps.send(array, at, bytes, to);
            }
        }
        steps.endRound();
    }

    /** Sends a piece to each neighbour. */
    public void allToAll(Steps steps, Blocks out, Blocks in) {
        receive(steps, in);
        for (int i = 0; i < destinations(); i++) {
            int piece = inOrder(i);
            int to = neighbors.destinations()[piece];
            if (to != Neighbors.NOBODY) {
                steps.send(out.array(), out.at(piece), out.bytes(piece), to);
            }
        }
        steps.endRound();
    }

    private void receive(Steps steps, Blocks in) {
        steps.among(communicator.local(), communicator.rank());
        for (int i = 0; i < sources(); i++) {
            int from = neighbors.sources()[i];
            if (from != Neighbors.NOBODY) {
                steps.receive(in.array(), in.at(i), in.bytes(i), from);
            }
        }
    }

    /** The destination with the i-th lane: of a grid's pairs, what goes up comes in from below. */
    private int inOrder(int i) {
        return neighbors.grid() ? neighbors.destinationLane(i) : i;
    }
}
