package mpi;

/**
 * The partners of a shift along a dimension of a grid; see {@link CartComm#shift}.
 *
 * <p><b>Threads:</b> immutable.
 */
public final class ShiftParms {
    private final int source;
    private final int destination;

    ShiftParms(int source, int destination) {
        this.source = source;
        this.destination = destination;
    }

    /** Who to receive from. */
    public int getRankSource() {
        return source;
    }

    /** Who to send to. */
    public int getRankDest() {
        return destination;
    }
}
