package mpi;

import java.lang.ref.Reference;
import java.nio.Buffer;
import org.hawser.mpi.Caller;
import org.hawser.mpi.ErrorClass;
import org.hawser.mpi.MpiFailure;
import org.hawser.mpi.comm.Communicator;
import org.hawser.mpi.datatype.Memory;
import org.hawser.mpi.env.AttachedBuffer;
import org.hawser.mpi.env.Environment;
import org.hawser.mpi.group.Members;
import org.hawser.mpi.p2p.Arrived;
import org.hawser.mpi.p2p.Circle;
import org.hawser.mpi.p2p.Envelope;
import org.hawser.mpi.p2p.Operation;
import org.hawser.mpi.p2p.PointToPoint;
import org.hawser.mpi.p2p.Probes;
import org.hawser.platform.libc.Notices;

/**
 * The point-to-point calls of one communicator: checks arguments, finds the memory, translates ranks, and calls the
 * floor below. Everything that is checked is checked before anything moves.
 *
 * <p>One comparison each lets the usual arguments pass; whatever does not pass is looked at again, out of line, and is
 * an error, or one of the special ranks.
 *
 * <p><b>Threads:</b> any. <b>Allocates:</b> a request per non-blocking call, a status where one is returned.
 */
final class Transfers {
    private static final int PROC_NULL = -2;
    private static final int ANY_SOURCE = PointToPoint.ANY_SOURCE;
    private static final int ANY_TAG = PointToPoint.ANY_TAG;
    /** Up to this many bytes a buffered send that is waited for later, or whose errors are fatal, needs no room. */
    private static final int LONGEST_UNBUFFERED = 4096;
    /** Up to this many bytes a message is copied packed. */
    private static final int MOST_PACKED = Integer.MAX_VALUE - 8;

    /** Whether a line has told of a receive with too little room; two threads may tell it twice. */
    private static boolean roomTold;

    private final Comm comm;
    /** Of the group that messages go to; 0 while the communicator cannot be used. */
    private int size;
    /** Member i is this rank of the job or, where the table is null, {@code first + i}. */
    private int[] table;
    private int first;
    private Members members = Members.EMPTY;
    private int context;
    /** Knows whether the communicator was revoked. */
    private Circle circle;
    /** Whether an array must have the elements of the datatype in blocking calls too. */
    private boolean exact;
    /** What carries the messages; null until the communicator can be used. */
    private PointToPoint point;
    private Probes probes;

    Transfers(Comm comm) {
        this.comm = comm;
    }

    void bind(Communicator communicator) {
        members = communicator.remote();
        table = members.table();
        first = members.first();
        context = communicator.context();
        point = communicator.point();
        probes = point.probes();
        circle = communicator.circle();
        size = members.size();
        // One look less for every call: a communicator that was revoked has no ranks to send to.
        circle.whenRevoked(this::unbind);
    }

    /** Refuses calls from now on; what is under way goes on, and still knows the ranks. */
    void unbind() {
        size = 0;
    }

    /**
     * With errors that are thrown, a program hears of arrays that do not fit the datatype. With errors that end the job
     * it was not written to hear of them: its arrays are taken for their bytes, as they were in the old bindings.
     */
    void handle(Errhandler handler) {
        exact = !handler.isFatal();
    }

    /** The rank in the communicator of a rank of the job. */
    int rankOf(int world) {
        return table == null ? world - first : members.indexOf(world);
    }

    /** Gives back an operation of this communicator that is done. */
    void recycle(Operation done) {
        point.recycle(done);
    }

    private int world(int rank) {
        return table == null ? first + rank : table[rank];
    }

    // Blocking

    void send(Object buffer, int count, Datatype type, int dest, int tag, boolean synchronous, String call)
            throws MPIException {
        try {
            if ((count | tag) < 0 || dest < 0 || dest >= size || type == null) {
                checkSend(count, type, dest, tag);
                return;
            }
            int item = type.dense();
            if (item < 0) {
                sendItems(point, buffer, count, type, dest, tag, synchronous);
                return;
            }
            long bytes = (long) count * item;
            long place = Memory.place(buffer, arrays(type), bytes, false);
            point.send(context, world(dest), tag, synchronous, Memory.array(buffer, bytes), place, bytes);
        } catch (RuntimeException e) {
            throw Errors.raise(comm, call, e);
        } finally {
            Reference.reachabilityFence(buffer);
        }
    }

    /** Sends items with gaps, or so large ones that their bytes are counted with care. */
    private void sendItems(PointToPoint point, Object buffer, int count, Datatype type, int dest, int tag,
                           boolean synchronous) {
        long place = Datatype.place(buffer, count, type, false);
        point.send(context, world(dest), tag, synchronous, Datatype.array(buffer, count, type), place,
            Datatype.packed(count, type), type.layout());
    }

    /** The operation is done and has not failed; null when the source is nobody. */
    Operation receive(Object buffer, int count, Datatype type, int source, int tag, String call) throws MPIException {
        try {
            int from = source(count, type, source, tag);
            if (from == PROC_NULL) {
                return null;
            }
            int item = type.dense();
            Operation operation;
            if (item < 0) {
                long place = Datatype.place(buffer, count, type, true);
                operation = point.receive(context, from, tag, Datatype.array(buffer, count, type), place,
                    Datatype.packed(count, type), type.layout());
            } else {
                long bytes = (long) count * item;
                long place = Memory.place(buffer, arrays(type), bytes, true);
                operation = point.receive(context, from, tag, Memory.array(buffer, bytes), place, bytes);
            }
            if (operation.failure() != null) {
                throw failed(operation);
            }
            return operation;
        } catch (RuntimeException e) {
            int room = room(e, buffer, count, type);
            if (room >= 0) {
                return receive(buffer, room, type, source, tag, call);
            }
            throw Errors.raise(comm, call, e);
        } finally {
            Reference.reachabilityFence(buffer);
        }
    }

    Operation sendReceive(Object out, int outCount, Datatype outType, int dest, int outTag, Object in, int inCount,
                          Datatype inType, int source, int inTag, String call) throws MPIException {
        checkOut(out, outCount, outType, dest, outTag, call);
        Operation receiving = beginReceive(in, inCount, inType, source, inTag, true, call);
        try {
            send(out, outCount, outType, dest, outTag, false, call);
        } catch (MPIException e) {
            if (receiving != null) {
                point.cancel(receiving);
                point.release(receiving);
            }
            throw e;
        }
        try {
            if (receiving != null) {
                point.finish(receiving);
                if (receiving.failure() != null) {
                    throw failed(receiving);
                }
            }
            return receiving;
        } catch (RuntimeException e) {
            throw Errors.raise(comm, call, e);
        }
    }

    /** Refuses a send that would fail after the receive beside it has begun. */
    private void checkOut(Object out, int count, Datatype type, int dest, int tag, String call) throws MPIException {
        try {
            if (checkSend(count, type, dest, tag)) {
                place(out, count, type, false, true);
            }
        } catch (RuntimeException e) {
            throw Errors.raise(comm, call, e);
        }
    }

    Operation sendReceiveReplace(Object buffer, int count, Datatype type, int dest, int outTag, int source, int inTag)
            throws MPIException {
        Object copy;
        long bytes;
        try {
            checkCommon(count, type);
            long place = place(buffer, count, type, true, true);
            bytes = Datatype.packed(count, type);
            if (bytes <= MOST_PACKED) {
                byte[] packed = new byte[(int) bytes];
                type.layout().pack(Datatype.array(buffer, count, type), place, 0, bytes, packed, 0);
                copy = packed;
            } else {
                copy = Memory.copy(buffer, Datatype.reach(count, type));
            }
        } catch (RuntimeException e) {
            throw Errors.raise(comm, "Comm.sendRecvReplace", e);
        }
        boolean packed = bytes <= MOST_PACKED;
        return sendReceive(copy, packed ? (int) bytes : count, packed ? MPI.BYTE : type, dest, outTag, buffer, count,
            type, source, inTag, "Comm.sendRecvReplace");
    }

    void bufferedSend(Object buffer, int count, Datatype type, int dest, int tag, String call) throws MPIException {
        try {
            if (checkSend(count, type, dest, tag)) {
                long place = place(buffer, count, type, false, true);
                Object array = Datatype.array(buffer, count, type);
                long bytes = Datatype.packed(count, type);
                AttachedBuffer.send(point, context, world(dest), tag, (copy, at) ->
                    type.layout().pack(array, place, 0, bytes, copy, at), bytes, exact || bytes > LONGEST_UNBUFFERED);
            }
        } catch (RuntimeException e) {
            throw Errors.raise(comm, call, e);
        } finally {
            Reference.reachabilityFence(buffer);
        }
    }

    // Non-blocking

    Request startSend(Object buffer, int count, Datatype type, int dest, int tag, boolean synchronous, String call)
            throws MPIException {
        Operation operation = beginSend(buffer, count, type, dest, tag, synchronous, call);
        return operation == null ? new Request(comm, PROC_NULL) : new Request(comm, operation);
    }

    Request startReceive(Object buffer, int count, Datatype type, int source, int tag, String call)
            throws MPIException {
        Operation operation = beginReceive(buffer, count, type, source, tag, false, call);
        return operation == null ? new Request(comm, PROC_NULL) : new Request(comm, operation);
    }

    /** A short message that the attached buffer has no room for needs none: it is sent from where it lies. */
    Request startBufferedSend(Object buffer, int count, Datatype type, int dest, int tag) throws MPIException {
        if (size > 0 && type != null && type.dense() >= 0 && (long) count * type.dense() <= LONGEST_UNBUFFERED
                && !AttachedBuffer.hasRoom(point, (long) count * type.dense())) {
            return startSend(buffer, count, type, dest, tag, false, "Comm.ibSend");
        }
        bufferedSend(buffer, count, type, dest, tag, "Comm.ibSend");
        return new Request(comm, ANY_SOURCE);
    }

    private Operation beginSend(Object buffer, int count, Datatype type, int dest, int tag, boolean synchronous,
                                String call) throws MPIException {
        try {
            if (((count | tag) < 0 || dest < 0 || dest >= size || type == null) && !checkSend(count, type, dest, tag)) {
                return null;
            }
            int item = type.dense();
            if (item >= 0) {
                long bytes = (long) count * item;
                long place = Memory.place(buffer, type.arrays(), bytes, false);
                return point.startSend(context, world(dest), tag, synchronous, Memory.array(buffer, bytes), place,
                    bytes, buffer);
            }
            long place = Datatype.place(buffer, count, type, false);
            return point.startSend(context, world(dest), tag, synchronous,
                Datatype.array(buffer, count, type), place, Datatype.packed(count, type), type.gaps(), buffer);
        } catch (RuntimeException e) {
            throw Errors.raise(comm, call, e);
        }
    }

    private Operation beginReceive(Object buffer, int count, Datatype type, int source, int tag, boolean anyArray,
                                   String call) throws MPIException {
        try {
            int from = source(count, type, source, tag);
            if (from == PROC_NULL) {
                return null;
            }
            int item = type.dense();
            if (item >= 0) {
                long bytes = (long) count * item;
                long place = Memory.place(buffer, anyArray ? arrays(type) : type.arrays(), bytes, true);
                return point.startReceive(context, from, tag, Memory.array(buffer, bytes), place, bytes, buffer);
            }
            long place = place(buffer, count, type, true, anyArray);
            return point.startReceive(context, from, tag, Datatype.array(buffer, count, type), place,
                Datatype.packed(count, type), type.gaps(), buffer);
        } catch (RuntimeException e) {
            int room = room(e, buffer, count, type);
            if (room >= 0) {
                return beginReceive(buffer, room, type, source, tag, anyArray, call);
            }
            throw Errors.raise(comm, call, e);
        }
    }

    // Persistent

    Prequest prepare(Prequest.Kind kind, Object buffer, int count, Datatype type, int peer, int tag, String call)
            throws MPIException {
        try {
            boolean receives = kind == Prequest.Kind.RECEIVE;
            boolean somebody = receives ? source(count, type, peer, tag) != PROC_NULL
                : checkSend(count, type, peer, tag);
            if (somebody) {
                Datatype.place(buffer, count, type, receives);
            }
        } catch (RuntimeException e) {
            if (kind != Prequest.Kind.RECEIVE || room(e, buffer, count, type) < 0) {
                throw Errors.raise(comm, call, e);
            }
        }
        return new Prequest(comm, kind, buffer, count, type.kept(), peer, tag);
    }

    void start(Prequest request, Prequest.Kind kind, Object buffer, int count, Datatype type, int peer, int tag)
            throws MPIException {
        if (kind == Prequest.Kind.BUFFERED) {
            bufferedSend(buffer, count, type, peer, tag, "Prequest.start");
            request.complete(ANY_SOURCE);
            return;
        }
        Operation operation = kind == Prequest.Kind.RECEIVE
            ? beginReceive(buffer, count, type, peer, tag, false, "Prequest.start")
            : beginSend(buffer, count, type, peer, tag, kind == Prequest.Kind.SYNCHRONOUS, "Prequest.start");
        if (operation == null) {
            request.complete(PROC_NULL);
        } else {
            request.begin(operation);
        }
    }

    // Probing

    /** The status of a message that can be received; null when there is none and {@code waits} is false. */
    Status probe(int source, int tag, boolean waits, String call) throws MPIException {
        try {
            int from = source(0, MPI.BYTE, source, tag);
            if (from == PROC_NULL) {
                return new Status(PROC_NULL, ANY_TAG, 0);
            }
            Envelope found = new Envelope();
            if (!probes.peek(context, from, tag, found)) {
                if (waits) {
                    probes.await(context, from, tag, found);
                } else {
                    point.progress();
                    if (!probes.peek(context, from, tag, found)) {
                        probes.check(context, from);
                        return null;
                    }
                }
            }
            return new Status(rankOf(found.source()), found.tag(), found.bytes());
        } catch (RuntimeException e) {
            throw Errors.raise(comm, call, e);
        }
    }

    /** As {@link #probe}, and takes the message. */
    Status take(Message message, int source, int tag, boolean waits, String call) throws MPIException {
        try {
            int from = source(0, MPI.BYTE, source, tag);
            if (from == PROC_NULL) {
                message.hold(comm, null);
                return new Status(PROC_NULL, ANY_TAG, 0);
            }
            Arrived taken = waits ? probes.awaitAndTake(context, from, tag) : probes.take(context, from, tag);
            if (taken == null) {
                probes.check(context, from);
                return null;
            }
            message.hold(comm, taken);
            return new Status(rankOf(taken.source()), taken.tag(), taken.bytes());
        } catch (RuntimeException e) {
            throw Errors.raise(comm, call, e);
        }
    }

    /** Starts to receive what {@link #take} took. */
    Request receive(Message message, Object buffer, int count, Datatype type, boolean anyArray, String call)
            throws MPIException {
        if (message.isNoProc()) {
            message.release();
            return new Request(comm, PROC_NULL);
        }
        try {
            source(count, type, ANY_SOURCE, ANY_TAG);
            long place = place(buffer, count, type, true, anyArray);
            Operation operation = point.startReceive(message.arrived(),
                Datatype.array(buffer, count, type), place, Datatype.packed(count, type), type.gaps(), buffer);
            message.release();
            return new Request(comm, operation);
        } catch (RuntimeException e) {
            throw Errors.raise(comm, call, e);
        }
    }

    // Arguments

    /** The arrays that blocking calls find items in. */
    private int arrays(Datatype type) {
        return exact ? type.arrays() : type.anyArrays();
    }

    private long place(Object buffer, int count, Datatype type, boolean written, boolean anyArray) {
        return anyArray && !exact ? Datatype.placeInAny(buffer, count, type, written)
            : Datatype.place(buffer, count, type, written);
    }

    /**
     * How many items a receive has room for that was refused because its direct buffer ends before they do; -1 for all
     * else. The old bindings did not look where direct buffers end, and no harm is done if what comes is shorter.
     */
    private int room(RuntimeException refusal, Object buffer, int count, Datatype type) {
        if (exact || !(refusal instanceof MpiFailure failure) || failure.errorClass() != ErrorClass.BUFFER
                || !(buffer instanceof Buffer nio) || !nio.isDirect() || nio.isReadOnly() || type.dense() <= 0) {
            return -1;
        }
        int room = (int) Math.min(Integer.MAX_VALUE, Memory.bytes(nio) / type.dense());
        if (room >= count) {
            return -1;
        }
        if (!roomTold) {
            roomTold = true;
            Notices.once("a direct buffer has room for fewer items than a receive is to take; more than that would be"
                + " an error: count=" + count + " room=" + room + Caller.place());
        }
        return room;
    }

    private MpiFailure failed(Operation operation) {
        MpiFailure failure = operation.failure();
        point.recycle(operation);
        return failure;
    }

    /** Where a receive looks: a rank of the job, ANY_SOURCE or PROC_NULL. */
    private int source(int count, Datatype type, int source, int tag) {
        if (count < 0 || tag < ANY_TAG || source < 0 || source >= size || type == null) {
            checkCommon(count, type);
            if (tag < ANY_TAG) {
                throw new MpiFailure(ErrorClass.TAG, "the tag is neither ANY_TAG nor 0 or more: tag=" + tag);
            }
            if (source != ANY_SOURCE && source != PROC_NULL) {
                throw noSuchRank(source);
            }
            return source;
        }
        return world(source);
    }

    /** Refuses bad arguments of a send; false when it goes to nobody. */
    private boolean checkSend(int count, Datatype type, int dest, int tag) {
        checkCommon(count, type);
        if (tag < 0) {
            throw new MpiFailure(ErrorClass.TAG, "the tag is negative: tag=" + tag);
        }
        if (dest == PROC_NULL) {
            return false;
        }
        if (dest < 0 || dest >= size) {
            throw noSuchRank(dest);
        }
        return true;
    }

    private void checkCommon(int count, Datatype type) {
        Environment.check();
        if (size == 0) {
            if (circle != null && !comm.isNull()) {
                circle.checkWhole();
            }
            throw new MpiFailure(ErrorClass.COMM, Comm.UNUSABLE);
        }
        Datatype.layoutOf(type);
        if (count < 0) {
            throw new MpiFailure(ErrorClass.COUNT, "the count is negative: count=" + count);
        }
    }

    private MpiFailure noSuchRank(int rank) {
        return new MpiFailure(ErrorClass.RANK, "no such rank in the communicator: rank=" + rank + " size=" + size);
    }
}
