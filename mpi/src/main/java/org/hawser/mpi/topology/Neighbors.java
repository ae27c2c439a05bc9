package org.hawser.mpi.topology;

/**
 * Whom a process receives from and sends to in a neighbourhood collective, as ranks of the communicator, in the order
 * in which the blocks of its buffers stand. At the edge of a grid a neighbour is {@link #NOBODY}: its block stays as it
 * is.
 *
 * <p>One process can be a neighbour several times: on both sides of a ring of two, or by several edges. Which message
 * is for which block is then told by the lane: what is sent by a destination's lane is received by the source of the
 * same rank and lane. In a ring of two what goes down comes in from above, as in a longer one. Edges of a graph share
 * one lane, where messages of a pair keep their order.
 *
 * <pre>{@code
 * Neighbors all = comm.neighbors();
 * for (int i = 0; i < all.sources().length; i++) {
 *     if (all.sources()[i] != Neighbors.NOBODY) {
 *         receive(i, all.sources()[i], tag + all.sourceLane(i));
 *     }
 * }
 * }</pre>
 *
 * <p><b>Threads:</b> immutable; the arrays are not to be written to.
 *
 * @param sources whom to receive from
 * @param destinations whom to send to
 * @param grid whether the neighbours come in pairs, down and up, of the dimensions of a grid
 */
public record Neighbors(int[] sources, int[] destinations, boolean grid) {
    /** The neighbour beyond the edge. */
    public static final int NOBODY = -2;

    /** The lane of what comes from source {@code i}: from 0, and below {@link #lanes}. */
    public int sourceLane(int i) {
        return grid ? i : 0;
    }

    /** The lane of what goes to destination {@code i}. */
    public int destinationLane(int i) {
        return grid ? i ^ 1 : 0;
    }

    /** How many lanes there are. */
    public int lanes() {
        return grid ? sources.length : 1;
    }
}
