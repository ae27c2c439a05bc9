package mpi;

import org.hawser.mpi.ErrorClass;

/**
 * A send or a receive that is done many times: described once, then started and waited for again and again.
 *
 * <pre>{@code
 * Prequest send = MPI.COMM_WORLD.sendInit(buffer, 100, MPI.DOUBLE, 1, 0);
 * for (int step = 0; step < steps; step++) {
 *     compute(buffer);
 *     send.start();
 *     send.waitFor();
 * }
 * send.free();
 * }</pre>
 *
 * <p><b>Threads:</b> one at a time. <b>Allocates:</b> nothing when it is started.
 */
public final class Prequest extends Request {
    /** What starting does. */
    enum Kind { SEND, BUFFERED, SYNCHRONOUS, READY, RECEIVE }

    private final Kind kind;
    private final Object buffer;
    private final int count;
    private final Datatype type;
    private final int peer;
    private final int tag;

    Prequest(Comm comm, Kind kind, Object buffer, int count, Datatype type, int peer, int tag) {
        super(comm);
        this.kind = kind;
        this.buffer = buffer;
        this.count = count;
        this.type = type;
        this.peer = peer;
        this.tag = tag;
    }

    @Override
    int idleState() {
        return INACTIVE;
    }

    /** Starts it; it must not be under way. */
    public void start() throws MPIException {
        if (state() != INACTIVE) {
            throw Errors.raise(comm(), "Prequest.start", ErrorClass.REQUEST, isNull() ? "the request was freed"
                : "the request is active: wait for it before it is started again");
        }
        comm().transfers().start(this, kind, buffer, count, type, peer, tag);
    }

    /** Starts several. */
    public static void startAll(Prequest[] requests) throws MPIException {
        Requests.check(requests, "Prequest.startAll");
        for (Prequest request : requests) {
            request.start();
        }
    }
}
