package mpi;

import java.nio.Buffer;
import org.hawser.mpi.ErrorClass;
import org.hawser.mpi.p2p.Arrived;

/**
 * A message that a matched probe has found: only its holder can receive it.
 *
 * <pre>{@code
 * Message message = new Message();
 * Status status = message.mProbe(MPI.ANY_SOURCE, 0, MPI.COMM_WORLD);
 * int[] data = new int[status.getCount(MPI.INT)];
 * message.mRecv(data, data.length, MPI.INT);
 * }</pre>
 *
 * <p><b>Threads:</b> one at a time.
 */
public final class Message {
    private Comm comm;
    private Arrived arrived;
    private boolean fromNobody;

    /** No message yet. */
    public Message() {
    }

    /** True when there is no message: none probed yet, or it is received. */
    public boolean isNull() {
        return arrived == null && !fromNobody;
    }

    /** True when the probe was for {@link MPI#PROC_NULL}. */
    public boolean isNoProc() {
        return fromNobody;
    }

    /** Waits for a message and takes it. */
    public Status mProbe(int source, int tag, Comm comm) throws MPIException {
        return transfers(comm, "Message.mProbe").take(this, source, tag, true, "Message.mProbe");
    }

    /** Takes a message that is there; null when none is. */
    public Status imProbe(int source, int tag, Comm comm) throws MPIException {
        return transfers(comm, "Message.imProbe").take(this, source, tag, false, "Message.imProbe");
    }

    /** Receives the message. */
    public Status mRecv(Object buf, int count, Datatype type) throws MPIException {
        return receive(buf, count, type, true, "Message.mRecv").waitStatus();
    }

    /** Starts to receive the message. */
    public Request imRecv(Buffer buf, int count, Datatype type) throws MPIException {
        return imRecv((Object) buf, count, type);
    }

    /** Starts to receive the message, into an array or a memory segment as well. */
    public Request imRecv(Object buf, int count, Datatype type) throws MPIException {
        return receive(buf, count, type, false, "Message.imRecv");
    }

    private Request receive(Object buf, int count, Datatype type, boolean anyArray, String call) throws MPIException {
        if (isNull()) {
            throw Errors.raise(comm, call, ErrorClass.REQUEST, "there is no message to receive");
        }
        return comm.transfers().receive(this, buf, count, type, anyArray, call);
    }

    private static Transfers transfers(Comm comm, String call) throws MPIException {
        if (comm == null) {
            throw Errors.raise(null, call, ErrorClass.COMM, "the communicator is null");
        }
        return comm.transfers();
    }

    void hold(Comm of, Arrived message) {
        comm = of;
        arrived = message;
        fromNobody = message == null;
    }

    Arrived arrived() {
        return arrived;
    }

    void release() {
        arrived = null;
        fromNobody = false;
    }
}
