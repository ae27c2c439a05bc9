// CHECKSTYLE.OFF: FileLength (the API has the 120 calls of a communicator in one class)
package mpi;

import java.nio.Buffer;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import org.hawser.mpi.ErrorClass;
import org.hawser.mpi.MpiFailure;
import org.hawser.mpi.coll.Collectives;
import org.hawser.mpi.comm.Bridge;
import org.hawser.mpi.comm.Communicator;
import org.hawser.mpi.comm.CommunicatorRanks;
import org.hawser.mpi.comm.Parting;
import org.hawser.mpi.env.Environment;
import org.hawser.mpi.env.JobEnd;
import org.hawser.mpi.p2p.Operation;
import org.hawser.mpi.topology.DistributedGraph;
import org.hawser.mpi.topology.Graph;
import org.hawser.mpi.topology.Grid;

/**
 * A communicator: processes, numbered from 0, that send messages to each other apart from all other messages.
 *
 * <p>A buffer is an array of primitives, a {@link Buffer} or a {@link java.lang.foreign.MemorySegment}; what is sent or
 * received begins at its first element, whatever a buffer's position is. {@code count} items of {@code type} must fit.
 * An array has the elements that the datatype is made of, or bytes. Of MPI's own datatypes, blocking sends and receives
 * and {@link #pack} take others as well, for the bytes that they hold, unless errors are thrown: then it is one.
 * {@link MPI#PROC_NULL} as a rank makes a call do nothing.
 *
 * <pre>{@code
 * double[] row = new double[100];
 * MPI.COMM_WORLD.send(row, row.length, MPI.DOUBLE, 1, 0);
 * Status status = MPI.COMM_WORLD.recv(row, row.length, MPI.DOUBLE, MPI.ANY_SOURCE, MPI.ANY_TAG);
 * }</pre>
 *
 * <p><b>Threads:</b> any, as the level given to {@link MPI#InitThread} allows.
 */
public class Comm implements Freeable, Cloneable {
    /** Splits into processes that share memory. */
    public static final int TYPE_SHARED = 0;

    static final String UNUSABLE = "the communicator is null: it was freed, or this process is not in it";

    private static final Attributes.Keys KEYS = new Attributes.Keys();
    /** All that can be used: MPI's end is theirs. */
    private static final Set<Comm> LIVING = ConcurrentHashMap.newKeySet();

    static {
        CommunicatorRanks.openBy(Comm::open);
    }

    private final Transfers transfers = new Transfers(this);
    private Attributes attributes = new Attributes();
    private String name;
    private Errhandler errhandler;
    /** Null when there are none. */
    private Info hints;
    /** Null while the communicator cannot be used. */
    private Communicator inner;
    /** Null before the first collective. */
    private volatile Collectives collectives;
    /** The last collective that was waited for, to be used again; null while one is. */
    private final AtomicReference<CollectiveCall> idle = new AtomicReference<>();
    /** What makes it, of a communicator that {@link #iDup} returned; else null. */
    private Duplicate duplicate;

    Comm(String name) {
        this.name = name;
    }

    /** Makes it usable. */
    final void bind(Communicator communicator) {
        inner = communicator;
        transfers.bind(communicator);
        LIVING.add(this);
    }

    /** Makes it usable as one made from {@code parent}, which hands its error handler on. */
    final void bind(Communicator communicator, Comm parent) {
        handle(parent.errhandler);
        bind(communicator);
    }

    /** Takes over what a copy has of the original beside its processes. */
    final void inherit(Comm original, Info info) {
        handle(original.errhandler);
        attributes = original.attributes.copy();
        hints = info;
    }

    /** This communicator is being made. */
    final void awaits(Duplicate making) {
        duplicate = making;
    }

    /** What it waited for has come; null when it has failed. */
    final void made(Communicator communicator) {
        if (communicator == null) {
            duplicate = null;
        } else {
            bind(communicator);
        }
    }

    /** No communicator can be used any more. */
    static void endAll() {
        LIVING.forEach(comm -> comm.transfers.unbind());
        LIVING.clear();
    }

    /** For other models of the program: what a communicator is below the API; null for what is none. */
    private static Communicator open(Object group) {
        if (!(group instanceof Comm comm)) {
            return null;
        }
        Communicator below = Environment.point() == null ? null : comm.inner;
        if (below == null || below.isInter()) {
            throw new IllegalArgumentException(below == null ? UNUSABLE + ", or MPI is not running"
                : "an intercommunicator has two groups: merge it first");
        }
        return below;
    }

    /** What it is below the API; an error when it was freed, or MPI is not running. */
    final Communicator inner(String call) throws MPIException {
        if (Environment.point() == null) {
            throw Errors.raise(this, call, Environment.notRunning());
        }
        if (inner == null && duplicate != null) {
            duplicate.settle();
        }
        if (inner == null) {
            throw Errors.raise(this, call, ErrorClass.COMM, UNUSABLE);
        }
        return inner;
    }

    /** A collective that the caller waits for. */
    final CollectiveCall now(String call) throws MPIException {
        Collectives below = collectives(call);
        CollectiveCall used = idle.getAndSet(null);
        return (used == null ? new CollectiveCall(this, below, true) : used).named(call);
    }

    /** A collective that goes on while the caller does something else. */
    final CollectiveCall later(String call) throws MPIException {
        return new CollectiveCall(this, collectives(call), false).named(call);
    }

    /** Takes back what {@link #now} gave. */
    final void idle(CollectiveCall call) {
        call.clear();
        idle.set(call);
    }

    private void forgetCollectives() {
        Collectives ended = collectives;
        collectives = null;
        idle.set(null);
        if (ended != null) {
            ended.free();
        }
    }

    private Collectives collectives(String call) throws MPIException {
        Communicator usable = inner(call);
        Collectives known = collectives;
        if (known == null) {
            try {
                known = Collectives.of(usable);
            } catch (IllegalArgumentException e) {
                throw Errors.raise(this, call, ErrorClass.ARG, e.getMessage());
            }
            collectives = known;
        }
        return known;
    }

    /** What a communicator that was given as an argument is below the API. */
    static Communicator inner(Comm comm, String call) throws MPIException {
        if (comm == null) {
            throw Errors.raise(null, call, ErrorClass.COMM, "the communicator is a null reference");
        }
        return comm.inner(call);
    }

    /** The hints that are in use, for a copy; null when there are none. */
    final Info hints() {
        return hints;
    }

    final Transfers transfers() {
        return transfers;
    }

    private void handle(Errhandler given) {
        errhandler = given;
        transfers.handle(handler());
    }

    /** What becomes of errors here. */
    final Errhandler handler() {
        return errhandler == null ? MPI.ERRORS_ARE_FATAL : errhandler;
    }

    /** The rank here of a rank of the job. */
    final int rankOf(int world) {
        return transfers.rankOf(world);
    }

    /** A copy with a context of its own; {@link #dup()} says more when it fails. */
    @Override
    public Comm clone() {
        try {
            return dup();
        } catch (MPIException e) {
            throw new IllegalStateException(e);
        }
    }

    /** A copy with a context of its own, and with the attributes, hints and error handler of this one. */
    public Comm dup() throws MPIException {
        return Derivation.copy(this, new Comm(""), "Comm.dup");
    }

    /** Starts {@link #dup}; {@link #getRequest} of the copy tells when it can be used. */
    public Comm iDup() throws MPIException {
        return Derivation.startCopy(this, new Comm(""), "Comm.iDup");
    }

    /** A copy with other hints. */
    public Comm dupWithInfo(Info info) throws MPIException {
        return Derivation.copy(this, new Comm(""), info, "Comm.dupWithInfo");
    }

    /** What {@link #iDup} started; the null request for other communicators. */
    public final Request getRequest() {
        return duplicate == null ? MPI.REQUEST_NULL : duplicate.request();
    }

    /** How many processes there are; on this side, when there are two. */
    public final int getSize() throws MPIException {
        return inner("Comm.getSize").size();
    }

    /** This process's rank. */
    public final int getRank() throws MPIException {
        return inner("Comm.getRank").rank();
    }

    /** IDENT, CONGRUENT (the same groups), SIMILAR (in another order) or UNEQUAL. */
    public static int compare(Comm comm1, Comm comm2) throws MPIException {
        Communicator first = inner(comm1, "Comm.compare");
        Communicator second = inner(comm2, "Comm.compare");
        if (first == second) {
            return MPI.IDENT;
        }
        if (first.isInter() != second.isInter()) {
            return MPI.UNEQUAL;
        }
        if (first.local().equals(second.local()) && first.remote().equals(second.remote())) {
            return MPI.CONGRUENT;
        }
        return first.local().sameSet(second.local()) && first.remote().sameSet(second.remote()) ? MPI.SIMILAR
            : MPI.UNEQUAL;
    }

    /** Gives the communicator back. What is under way in it goes on to its end. */
    @Override
    public final void free() throws MPIException {
        end("Comm.free", false);
    }

    private void end(String call, boolean waits) throws MPIException {
        Communicator ended = inner(call);
        if (this == MPI.COMM_WORLD || this == MPI.COMM_SELF) {
            throw Errors.raise(this, call, ErrorClass.COMM, "the communicator cannot be freed: name=" + name);
        }
        try {
            if (waits) {
                Parting.disconnect(ended);
            } else {
                ended.end();
            }
            inner = null;
            duplicate = null;
            forgetCollectives();
            transfers.unbind();
            LIVING.remove(this);
        } catch (RuntimeException e) {
            throw Errors.raise(this, call, e);
        }
    }

    /** True once it has been freed, and at processes that are not in it. */
    public final boolean isNull() {
        return inner == null && duplicate == null && Environment.isInitialized();
    }

    /** Gives hints, in place of those with the same keys; they are kept, and Hawser looks at none of them. */
    public final void setInfo(Info info) throws MPIException {
        inner("Comm.setInfo");
        hints = Derivation.hints(this, info, "Comm.setInfo").over(hints);
    }

    /** The hints that were given; a copy. */
    public final Info getInfo() throws MPIException {
        inner("Comm.getInfo");
        return hints == null ? new Info() : hints.dup();
    }

    /** Waits for what is under way here, then {@link #free}. */
    public final void disconnect() throws MPIException {
        end("Comm.disconnect", true);
    }

    /** The processes; on this side, when there are two. */
    public final Group getGroup() throws MPIException {
        return new Group(inner("Comm.getGroup").local());
    }

    /** True when there are two groups, each of which sends to the other. */
    public final boolean isInter() throws MPIException {
        return inner("Comm.isInter").isInter();
    }

    /**
     * A communicator between two groups with no process in common, whose leaders meet in this one.
     *
     * @param localComm this process's group
     * @param localLeader the rank in {@code localComm} of the process that meets the other group's
     * @param remoteLeader the rank in this communicator of the other group's leader; looked at by the leader
     * @param tag of the meeting; looked at by the leader
     */
    public final Intercomm createIntercomm(Comm localComm, int localLeader, int remoteLeader, int tag)
            throws MPIException {
        inner(localComm, "Comm.createIntercomm");
        return Derivation.derive(localComm, new Intercomm(""), "Comm.createIntercomm",
            local -> Bridge.join(local, localLeader, inner, remoteLeader, tag));
    }

    /** Sends; the buffer may be used again when this returns. */
    public final void send(Object buf, int count, Datatype type, int dest, int tag) throws MPIException {
        transfers.send(buf, count, type, dest, tag, false, "Comm.send");
    }

    /** Receives. */
    public final Status recv(Object buf, int count, Datatype type, int source, int tag) throws MPIException {
        return statusOf(transfers.receive(buf, count, type, source, tag, "Comm.recv"));
    }

    /** Reads and recycles. So small that callers have it inlined, and pay for a status only when they look at it. */
    private Status statusOf(Operation done) {
        int source = MPI.PROC_NULL;
        int tag = MPI.ANY_TAG;
        long bytes = 0;
        if (done != null) {
            source = transfers.rankOf(done.source());
            tag = done.tag();
            bytes = done.bytes();
            transfers.recycle(done);
        }
        return new Status(source, tag, bytes);
    }

    /** Sends and receives at the same time. */
    public final Status sendRecv(Object sendbuf, int sendcount, Datatype sendtype, int dest, int sendtag,
                                 Object recvbuf, int recvcount, Datatype recvtype, int source, int recvtag)
            throws MPIException {
        return statusOf(transfers.sendReceive(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, recvtype,
            source, recvtag, "Comm.sendRecv"));
    }

    /** Sends, and receives into the same buffer. */
    public final Status sendRecvReplace(Object buf, int count, Datatype type, int dest, int sendtag, int source,
                                        int recvtag) throws MPIException {
        return statusOf(transfers.sendReceiveReplace(buf, count, type, dest, sendtag, source, recvtag));
    }

    /** Sends from a copy in the buffer that {@link MPI#attachBuffer} gave. */
    public final void bSend(Object buf, int count, Datatype type, int dest, int tag) throws MPIException {
        transfers.bufferedSend(buf, count, type, dest, tag, "Comm.bSend");
    }

    /** Sends; returns when a receive has matched. */
    public final void sSend(Object buf, int count, Datatype type, int dest, int tag) throws MPIException {
        transfers.send(buf, count, type, dest, tag, true, "Comm.sSend");
    }

    /** Sends to a receive that waits already. */
    public final void rSend(Object buf, int count, Datatype type, int dest, int tag) throws MPIException {
        transfers.send(buf, count, type, dest, tag, false, "Comm.rSend");
    }

    /** Starts a send. */
    public final Request iSend(Buffer buf, int count, Datatype type, int dest, int tag) throws MPIException {
        return iSend((Object) buf, count, type, dest, tag);
    }

    /** Starts a send; with an array or a memory segment as well. */
    public final Request iSend(Object buf, int count, Datatype type, int dest, int tag) throws MPIException {
        return transfers.startSend(buf, count, type, dest, tag, false, "Comm.iSend");
    }

    /** Starts a buffered send; a short one that finds no room in the attached buffer needs none. */
    public final Request ibSend(Buffer buf, int count, Datatype type, int dest, int tag) throws MPIException {
        return ibSend((Object) buf, count, type, dest, tag);
    }

    /** Starts a buffered send; with an array or a memory segment as well. */
    public final Request ibSend(Object buf, int count, Datatype type, int dest, int tag) throws MPIException {
        return transfers.startBufferedSend(buf, count, type, dest, tag);
    }

    /** Starts a send that is complete when a receive has matched. */
    public final Request isSend(Buffer buf, int count, Datatype type, int dest, int tag) throws MPIException {
        return isSend((Object) buf, count, type, dest, tag);
    }

    /** Starts a send that is complete when a receive has matched; with an array or a memory segment as well. */
    public final Request isSend(Object buf, int count, Datatype type, int dest, int tag) throws MPIException {
        return transfers.startSend(buf, count, type, dest, tag, true, "Comm.isSend");
    }

    /** Starts a send to a receive that waits already. */
    public final Request irSend(Buffer buf, int count, Datatype type, int dest, int tag) throws MPIException {
        return irSend((Object) buf, count, type, dest, tag);
    }

    /** Starts a send to a receive that waits already; with an array or a memory segment as well. */
    public final Request irSend(Object buf, int count, Datatype type, int dest, int tag) throws MPIException {
        return transfers.startSend(buf, count, type, dest, tag, false, "Comm.irSend");
    }

    /** Starts a receive. */
    public final Request iRecv(Buffer buf, int count, Datatype type, int source, int tag) throws MPIException {
        return iRecv((Object) buf, count, type, source, tag);
    }

    /** Starts a receive; with an array or a memory segment as well. */
    public final Request iRecv(Object buf, int count, Datatype type, int source, int tag) throws MPIException {
        return transfers.startReceive(buf, count, type, source, tag, "Comm.iRecv");
    }

    /** Prepares sends. */
    public final Prequest sendInit(Buffer buf, int count, Datatype type, int dest, int tag) throws MPIException {
        return sendInit((Object) buf, count, type, dest, tag);
    }

    /** Prepares sends; with an array or a memory segment as well. */
    public final Prequest sendInit(Object buf, int count, Datatype type, int dest, int tag) throws MPIException {
        return transfers.prepare(Prequest.Kind.SEND, buf, count, type, dest, tag, "Comm.sendInit");
    }

    /** Prepares buffered sends. */
    public final Prequest bSendInit(Buffer buf, int count, Datatype type, int dest, int tag) throws MPIException {
        return bSendInit((Object) buf, count, type, dest, tag);
    }

    /** Prepares buffered sends; with an array or a memory segment as well. */
    public final Prequest bSendInit(Object buf, int count, Datatype type, int dest, int tag) throws MPIException {
        return transfers.prepare(Prequest.Kind.BUFFERED, buf, count, type, dest, tag, "Comm.bSendInit");
    }

    /** Prepares synchronous sends. */
    public final Prequest sSendInit(Buffer buf, int count, Datatype type, int dest, int tag) throws MPIException {
        return sSendInit((Object) buf, count, type, dest, tag);
    }

    /** Prepares synchronous sends; with an array or a memory segment as well. */
    public final Prequest sSendInit(Object buf, int count, Datatype type, int dest, int tag) throws MPIException {
        return transfers.prepare(Prequest.Kind.SYNCHRONOUS, buf, count, type, dest, tag, "Comm.sSendInit");
    }

    /** Prepares sends to receives that wait already. */
    public final Prequest rSendInit(Buffer buf, int count, Datatype type, int dest, int tag) throws MPIException {
        return rSendInit((Object) buf, count, type, dest, tag);
    }

    /** Prepares sends to receives that wait already; with an array or a memory segment as well. */
    public final Prequest rSendInit(Object buf, int count, Datatype type, int dest, int tag) throws MPIException {
        return transfers.prepare(Prequest.Kind.READY, buf, count, type, dest, tag, "Comm.rSendInit");
    }

    /** Prepares receives. */
    public final Prequest recvInit(Buffer buf, int count, Datatype type, int source, int tag) throws MPIException {
        return recvInit((Object) buf, count, type, source, tag);
    }

    /** Prepares receives; with an array or a memory segment as well. */
    public final Prequest recvInit(Object buf, int count, Datatype type, int source, int tag) throws MPIException {
        return transfers.prepare(Prequest.Kind.RECEIVE, buf, count, type, source, tag, "Comm.recvInit");
    }

    /** Packs items into bytes from {@code position} on; returns the position after them. */
    public final int pack(Object inbuf, int incount, Datatype type, byte[] outbuf, int position) throws MPIException {
        return Packing.pack(this, inbuf, incount, type, outbuf, position);
    }

    /** Unpacks items from bytes; returns the position after them. */
    public final int unpack(byte[] inbuf, int position, Object outbuf, int outcount, Datatype type)
            throws MPIException {
        return Packing.unpack(this, inbuf, position, outbuf, outcount, type);
    }

    /** The bytes that packing takes at most. */
    public final int packSize(int incount, Datatype type) throws MPIException {
        return Packing.size(this, incount, type);
    }

    /** The status of a message that could be received now; null when there is none. */
    public final Status iProbe(int source, int tag) throws MPIException {
        return transfers.probe(source, tag, false, "Comm.iProbe");
    }

    /** Waits for a message that could be received; leaves it there. */
    public final Status probe(int source, int tag) throws MPIException {
        return transfers.probe(source, tag, true, "Comm.probe");
    }

    /** A new key for attributes of communicators. */
    public static int createKeyval() throws MPIException {
        Errors.check();
        return KEYS.create();
    }

    /** Gives a key back. */
    public static void freeKeyval(int keyval) throws MPIException {
        try {
            KEYS.free(keyval);
        } catch (MpiFailure e) {
            throw Errors.raise(null, "Comm.freeKeyval", e);
        }
    }

    /** Hangs something on the communicator. */
    public final void setAttr(int keyval, Object value) throws MPIException {
        inner("Comm.setAttr");
        try {
            attributes.set(KEYS, keyval, value);
        } catch (MpiFailure e) {
            throw Errors.raise(this, "Comm.setAttr", e);
        }
    }

    /** What hangs there by this key, or null; for MPI's own keys an Integer, for WTIME_IS_GLOBAL a Boolean. */
    public final Object getAttr(int keyval) throws MPIException {
        inner("Comm.getAttr");
        try {
            Object own = predefined(keyval);
            return own == null ? attributes.get(KEYS, keyval) : own;
        } catch (MpiFailure e) {
            throw Errors.raise(this, "Comm.getAttr", e);
        }
    }

    private static Object predefined(int keyval) {
        if (keyval == MPI.WTIME_IS_GLOBAL) {
            return Boolean.FALSE;
        }
        return keyval == MPI.TAG_UB ? (Integer) Integer.MAX_VALUE
            : keyval == MPI.HOST ? (Integer) MPI.PROC_NULL
            : keyval == MPI.IO ? (Integer) MPI.ANY_SOURCE
            : keyval == MPI.APPNUM ? (Integer) Environment.program()
            : keyval == MPI.LASTUSEDCODE ? (Integer) MPI.ERR_LASTCODE
            : keyval == MPI.UNIVERSE_SIZE ? (Integer) Environment.universeSize() : null;
    }

    /** Takes off what hangs there by this key. */
    public final void deleteAttr(int keyval) throws MPIException {
        inner("Comm.deleteAttr");
        try {
            attributes.delete(KEYS, keyval);
        } catch (MpiFailure e) {
            throw Errors.raise(this, "Comm.deleteAttr", e);
        }
    }

    /** CART, GRAPH or DIST_GRAPH, or UNDEFINED when there is no topology. */
    public final int getTopology() throws MPIException {
        return switch (inner("Comm.getTopology").topology()) {
            case null -> MPI.UNDEFINED;
            case Grid grid -> MPI.CART;
            case Graph graph -> MPI.GRAPH;
            case DistributedGraph graph -> MPI.DIST_GRAPH;
        };
    }

    /** Ends the job with this exit code. */
    public final void abort(int errorcode) throws MPIException {
        JobEnd.byAbort(errorcode);
    }

    // Going on without lost processes

    /**
     * Revokes the communicator: what is under way in it fails with {@link MPI#ERR_REVOKED} at all processes that live,
     * and so does all that is begun in it later, but for {@link #shrink}, {@link #agree} and the calls that ask about
     * failures. Not collective: one that has found a process lost calls it, to get the others out of what they wait
     * for. They hear of it even when the caller dies at once. In this manner an iteration is left together:
     *
     * <pre>{@code
     * try {
     *     step(comm);
     * } catch (MPIException e) {
     *     comm.revoke();
     *     comm = comm.shrink();
     *     restore(comm);
     * }
     * }</pre>
     */
    public final void revoke() throws MPIException {
        Recovery.revoke(this);
    }

    /** True once the communicator was revoked, by whomever, and this process has heard of it. */
    public final boolean isRevoked() throws MPIException {
        return inner("Comm.isRevoked").circle().isRevoked();
    }

    /**
     * A communicator of the processes of this one that live, in their order. Collective over those that live, and
     * works in a communicator that was revoked. All get the same processes; one that dies meanwhile may be among them,
     * then the next call in the new one fails, and that is shrunk again. The new one has this one's error handler, and
     * no topology.
     *
     * <pre>{@code
     * Comm rest = comm.shrink();
     * int lost = comm.getSize() - rest.getSize();
     * }</pre>
     */
    public Comm shrink() throws MPIException {
        return Recovery.shrink(this, new Comm(""), "Comm.shrink");
    }

    /**
     * The bitwise and of the flags of all processes that live, the same at all, also when some die in the middle of it.
     * Collective over those that live, and works in a communicator that was revoked. Processes that had no part in it
     * are in {@link #getFailed} at all others then. Their loss is no error of this call:
     *
     * <pre>{@code
     * boolean allWell = comm.agree(well ? 1 : 0) == 1;
     * }</pre>
     */
    public final int agree(int flag) throws MPIException {
        return Recovery.agree(this, flag);
    }

    /**
     * The processes that messages go to and that are known to have ended. Each process finds out for itself, so they
     * need not be the same everywhere; after {@link #agree} or {@link #shrink} all know at least of those that it went
     * without.
     *
     * <pre>{@code
     * if (comm.getFailed().getSize() > 0) {
     *     comm.revoke();
     * }
     * }</pre>
     */
    public final Group getFailed() throws MPIException {
        return Recovery.failed(this);
    }

    /**
     * Takes note of the processes that {@link #getFailed} has now: receives from {@link MPI#ANY_SOURCE} that have
     * failed with {@link MPI#ERR_PROC_FAILED_PENDING} because of them go on, and later ones do not fail for that.
     *
     * <pre>{@code
     * comm.ackFailed();
     * Status status = request.waitStatus();
     * }</pre>
     */
    public final void ackFailed() throws MPIException {
        Recovery.acknowledge(this);
    }

    /** The processes whose end {@link #ackFailed} has taken note of: {@code comm.getAcked().getSize()}. */
    public final Group getAcked() throws MPIException {
        return Recovery.acknowledged(this);
    }

    /** Says what becomes of errors. With COMM_WORLD's errors thrown, this process goes on when another is killed. */
    public final void setErrhandler(Errhandler errhandler) throws MPIException {
        if (errhandler == null) {
            throw Errors.raise(this, "Comm.setErrhandler", ErrorClass.ARG, "the error handler is null");
        }
        handle(errhandler);
        if (this == MPI.COMM_WORLD) {
            Environment.outlives(!errhandler.isFatal());
        }
    }

    /** What becomes of errors. */
    public final Errhandler getErrhandler() throws MPIException {
        return handler();
    }

    /** Calls the error handler: ends the job, or does nothing when errors are thrown. */
    public void callErrhandler(int errorcode) throws MPIException {
        inner("Comm.callErrhandler");
        if (handler().isFatal()) {
            throw Errors.raise(this, "Comm.callErrhandler", errorcode, "raised by the program: code=" + errorcode);
        }
    }

    /** Waits until all have come here. */
    public final void barrier() throws MPIException {
        RootedCalls.barrier(now("Comm.barrier"));
    }

    /** Starts {@code barrier}. */
    public final Request iBarrier() throws MPIException {
        return RootedCalls.barrier(later("Comm.iBarrier")).request();
    }

    /** Sends the root's items to all. */
    public final void bcast(Object buf, int count, Datatype type, int root) throws MPIException {
        RootedCalls.bcast(now("Comm.bcast"), buf, count, type, root);
    }

    /** Starts {@code bcast}. */
    public final Request iBcast(Buffer buf, int count, Datatype type, int root) throws MPIException {
        return iBcast((Object) buf, count, type, root);
    }

    /** Starts {@code bcast}; with arrays or memory segments as well. */
    public final Request iBcast(Object buf, int count, Datatype type, int root) throws MPIException {
        return RootedCalls.bcast(later("Comm.iBcast"), buf, count, type, root).request();
    }

    /** Collects items of all at the root. */
    public final void gather(Object sendbuf, int sendcount, Datatype sendtype, Object recvbuf, int recvcount,
            Datatype recvtype, int root) throws MPIException {
        RootedCalls.gather(now("Comm.gather"), sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root);
    }

    /** Collects in place. */
    public final void gather(Object buf, int count, Datatype type, int root) throws MPIException {
        RootedCalls.gather(now("Comm.gather"), buf, count, type, root);
    }

    /** Starts {@code gather}. */
    public final Request iGather(Buffer sendbuf, int sendcount, Datatype sendtype, Buffer recvbuf, int recvcount,
            Datatype recvtype, int root) throws MPIException {
        return iGather((Object) sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root);
    }

    /** Starts {@code gather}; with arrays or memory segments as well. */
    public final Request iGather(Object sendbuf, int sendcount, Datatype sendtype, Object recvbuf, int recvcount,
            Datatype recvtype, int root) throws MPIException {
        return RootedCalls.gather(later("Comm.iGather"), sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype,
            root).request();
    }

    /** Starts {@code gather} in place. */
    public final Request iGather(Buffer buf, int count, Datatype type, int root) throws MPIException {
        return iGather((Object) buf, count, type, root);
    }

    /** Starts {@code gather} in place; with arrays or memory segments as well. */
    public final Request iGather(Object buf, int count, Datatype type, int root) throws MPIException {
        return RootedCalls.gather(later("Comm.iGather"), buf, count, type, root).request();
    }

    /** Collects different amounts at the root. */
    public final void gatherv(Object sendbuf, int sendcount, Datatype sendtype, Object recvbuf, int[] recvcount,
            int[] displs, Datatype recvtype, int root) throws MPIException {
        RootedCalls.gatherv(now("Comm.gatherv"), sendbuf, sendcount, sendtype, recvbuf, recvcount, displs, recvtype,
            root);
    }

    /** Collects different amounts in place; at the root. */
    public final void gatherv(Object recvbuf, int[] recvcount, int[] displs, Datatype recvtype, int root)
            throws MPIException {
        RootedCalls.gatherv(now("Comm.gatherv"), recvbuf, recvcount, displs, recvtype, root);
    }

    /** Collects different amounts in place; not at the root. */
    public final void gatherv(Object sendbuf, int sendcount, Datatype sendtype, int root) throws MPIException {
        RootedCalls.gatherv(now("Comm.gatherv"), sendbuf, sendcount, sendtype, root);
    }

    /** Starts {@code gatherv}. */
    public final Request iGatherv(Buffer sendbuf, int sendcount, Datatype sendtype, Buffer recvbuf, int[] recvcount,
            int[] displs, Datatype recvtype, int root) throws MPIException {
        return iGatherv((Object) sendbuf, sendcount, sendtype, recvbuf, recvcount, displs, recvtype, root);
    }

    /** Starts {@code gatherv}; with arrays or memory segments as well. */
    public final Request iGatherv(Object sendbuf, int sendcount, Datatype sendtype, Object recvbuf, int[] recvcount,
            int[] displs, Datatype recvtype, int root) throws MPIException {
        return RootedCalls.gatherv(later("Comm.iGatherv"), sendbuf, sendcount, sendtype, recvbuf, recvcount, displs,
            recvtype, root).request();
    }

    /** Starts {@code gatherv} in place; at the root. */
    public final Request iGatherv(Buffer recvbuf, int[] recvcount, int[] displs, Datatype recvtype, int root)
            throws MPIException {
        return iGatherv((Object) recvbuf, recvcount, displs, recvtype, root);
    }

    /** Starts {@code gatherv} in place; at the root; with arrays or memory segments as well. */
    public final Request iGatherv(Object recvbuf, int[] recvcount, int[] displs, Datatype recvtype, int root)
            throws MPIException {
        return RootedCalls.gatherv(later("Comm.iGatherv"), recvbuf, recvcount, displs, recvtype, root).request();
    }

    /** Starts {@code gatherv} in place; not at the root. */
    public final Request iGatherv(Buffer sendbuf, int sendcount, Datatype sendtype, int root) throws MPIException {
        return iGatherv((Object) sendbuf, sendcount, sendtype, root);
    }

    /** Starts {@code gatherv} in place; not at the root; with arrays or memory segments as well. */
    public final Request iGatherv(Object sendbuf, int sendcount, Datatype sendtype, int root) throws MPIException {
        return RootedCalls.gatherv(later("Comm.iGatherv"), sendbuf, sendcount, sendtype, root).request();
    }

    /** Deals the root's items out. */
    public final void scatter(Object sendbuf, int sendcount, Datatype sendtype, Object recvbuf, int recvcount,
            Datatype recvtype, int root) throws MPIException {
        RootedCalls.scatter(now("Comm.scatter"), sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root);
    }

    /** Deals out in place. */
    public final void scatter(Object buf, int count, Datatype type, int root) throws MPIException {
        RootedCalls.scatter(now("Comm.scatter"), buf, count, type, root);
    }

    /** Starts {@code scatter}. */
    public final Request iScatter(Buffer sendbuf, int sendcount, Datatype sendtype, Buffer recvbuf, int recvcount,
            Datatype recvtype, int root) throws MPIException {
        return iScatter((Object) sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root);
    }

    /** Starts {@code scatter}; with arrays or memory segments as well. */
    public final Request iScatter(Object sendbuf, int sendcount, Datatype sendtype, Object recvbuf, int recvcount,
            Datatype recvtype, int root) throws MPIException {
        return RootedCalls.scatter(later("Comm.iScatter"), sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype,
            root).request();
    }

    /** Starts {@code scatter} in place. */
    public final Request iScatter(Buffer buf, int count, Datatype type, int root) throws MPIException {
        return iScatter((Object) buf, count, type, root);
    }

    /** Starts {@code scatter} in place; with arrays or memory segments as well. */
    public final Request iScatter(Object buf, int count, Datatype type, int root) throws MPIException {
        return RootedCalls.scatter(later("Comm.iScatter"), buf, count, type, root).request();
    }

    /** Deals different amounts out. */
    public final void scatterv(Object sendbuf, int[] sendcount, int[] displs, Datatype sendtype, Object recvbuf,
            int recvcount, Datatype recvtype, int root) throws MPIException {
        RootedCalls.scatterv(now("Comm.scatterv"), sendbuf, sendcount, displs, sendtype, recvbuf, recvcount, recvtype,
            root);
    }

    /** Deals different amounts out in place; at the root. */
    public final void scatterv(Object sendbuf, int[] sendcount, int[] displs, Datatype sendtype, int root)
            throws MPIException {
        RootedCalls.scatterv(now("Comm.scatterv"), sendbuf, sendcount, displs, sendtype, root);
    }

    /** Deals different amounts out in place; not at the root. */
    public final void scatterv(Object recvbuf, int recvcount, Datatype recvtype, int root) throws MPIException {
        RootedCalls.scatterv(now("Comm.scatterv"), recvbuf, recvcount, recvtype, root);
    }

    /** Starts {@code scatterv}. */
    public final Request iScatterv(Buffer sendbuf, int[] sendcount, int[] displs, Datatype sendtype, Buffer recvbuf,
            int recvcount, Datatype recvtype, int root) throws MPIException {
        return iScatterv((Object) sendbuf, sendcount, displs, sendtype, recvbuf, recvcount, recvtype, root);
    }

    /** Starts {@code scatterv}; with arrays or memory segments as well. */
    public final Request iScatterv(Object sendbuf, int[] sendcount, int[] displs, Datatype sendtype, Object recvbuf,
            int recvcount, Datatype recvtype, int root) throws MPIException {
        return RootedCalls.scatterv(later("Comm.iScatterv"), sendbuf, sendcount, displs, sendtype, recvbuf, recvcount,
            recvtype, root).request();
    }

    /** Starts {@code scatterv} in place; at the root. */
    public final Request iScatterv(Buffer sendbuf, int[] sendcount, int[] displs, Datatype sendtype, int root)
            throws MPIException {
        return iScatterv((Object) sendbuf, sendcount, displs, sendtype, root);
    }

    /** Starts {@code scatterv} in place; at the root; with arrays or memory segments as well. */
    public final Request iScatterv(Object sendbuf, int[] sendcount, int[] displs, Datatype sendtype, int root)
            throws MPIException {
        return RootedCalls.scatterv(later("Comm.iScatterv"), sendbuf, sendcount, displs, sendtype, root).request();
    }

    /** Starts {@code scatterv} in place; not at the root. */
    public final Request iScatterv(Buffer recvbuf, int recvcount, Datatype recvtype, int root) throws MPIException {
        return iScatterv((Object) recvbuf, recvcount, recvtype, root);
    }

    /** Starts {@code scatterv} in place; not at the root; with arrays or memory segments as well. */
    public final Request iScatterv(Object recvbuf, int recvcount, Datatype recvtype, int root) throws MPIException {
        return RootedCalls.scatterv(later("Comm.iScatterv"), recvbuf, recvcount, recvtype, root).request();
    }

    /** Collects items of all at all. */
    public final void allGather(Object sendbuf, int sendcount, Datatype sendtype, Object recvbuf, int recvcount,
            Datatype recvtype) throws MPIException {
        ExchangeCalls.allGather(now("Comm.allGather"), sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype);
    }

    /** Collects at all in place. */
    public final void allGather(Object buf, int count, Datatype type) throws MPIException {
        ExchangeCalls.allGather(now("Comm.allGather"), buf, count, type);
    }

    /** Starts {@code allGather}. */
    public final Request iAllGather(Buffer sendbuf, int sendcount, Datatype sendtype, Buffer recvbuf, int recvcount,
            Datatype recvtype) throws MPIException {
        return iAllGather((Object) sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype);
    }

    /** Starts {@code allGather}; with arrays or memory segments as well. */
    public final Request iAllGather(Object sendbuf, int sendcount, Datatype sendtype, Object recvbuf, int recvcount,
            Datatype recvtype) throws MPIException {
        return ExchangeCalls.allGather(later("Comm.iAllGather"), sendbuf, sendcount, sendtype, recvbuf, recvcount,
            recvtype).request();
    }

    /** Starts {@code allGather} in place. */
    public final Request iAllGather(Buffer buf, int count, Datatype type) throws MPIException {
        return iAllGather((Object) buf, count, type);
    }

    /** Starts {@code allGather} in place; with arrays or memory segments as well. */
    public final Request iAllGather(Object buf, int count, Datatype type) throws MPIException {
        return ExchangeCalls.allGather(later("Comm.iAllGather"), buf, count, type).request();
    }

    /** Collects different amounts at all. */
    public final void allGatherv(Object sendbuf, int sendcount, Datatype sendtype, Object recvbuf, int[] recvcount,
            int[] displs, Datatype recvtype) throws MPIException {
        ExchangeCalls.allGatherv(now("Comm.allGatherv"), sendbuf, sendcount, sendtype, recvbuf, recvcount, displs,
            recvtype);
    }

    /** Collects different amounts at all in place. */
    public final void allGatherv(Object recvbuf, int[] recvcount, int[] displs, Datatype recvtype)
            throws MPIException {
        ExchangeCalls.allGatherv(now("Comm.allGatherv"), recvbuf, recvcount, displs, recvtype);
    }

    /** Starts {@code allGatherv}. */
    public final Request iAllGatherv(Buffer sendbuf, int sendcount, Datatype sendtype, Buffer recvbuf,
            int[] recvcount, int[] displs, Datatype recvtype) throws MPIException {
        return iAllGatherv((Object) sendbuf, sendcount, sendtype, recvbuf, recvcount, displs, recvtype);
    }

    /** Starts {@code allGatherv}; with arrays or memory segments as well. */
    public final Request iAllGatherv(Object sendbuf, int sendcount, Datatype sendtype, Object recvbuf,
            int[] recvcount, int[] displs, Datatype recvtype) throws MPIException {
        return ExchangeCalls.allGatherv(later("Comm.iAllGatherv"), sendbuf, sendcount, sendtype, recvbuf, recvcount,
            displs, recvtype).request();
    }

    /** Starts {@code allGatherv} in place. */
    public final Request iAllGatherv(Buffer buf, int[] count, int[] displs, Datatype type) throws MPIException {
        return iAllGatherv((Object) buf, count, displs, type);
    }

    /** Starts {@code allGatherv} in place; with arrays or memory segments as well. */
    public final Request iAllGatherv(Object buf, int[] count, int[] displs, Datatype type) throws MPIException {
        return ExchangeCalls.allGatherv(later("Comm.iAllGatherv"), buf, count, displs, type).request();
    }

    /** Each sends items to each. */
    public final void allToAll(Object sendbuf, int sendcount, Datatype sendtype, Object recvbuf, int recvcount,
            Datatype recvtype) throws MPIException {
        ExchangeCalls.allToAll(now("Comm.allToAll"), sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype);
    }

    /** Starts {@code allToAll}. */
    public final Request iAllToAll(Buffer sendbuf, int sendcount, Datatype sendtype, Buffer recvbuf, int recvcount,
            Datatype recvtype) throws MPIException {
        return iAllToAll((Object) sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype);
    }

    /** Starts {@code allToAll}; with arrays or memory segments as well. */
    public final Request iAllToAll(Object sendbuf, int sendcount, Datatype sendtype, Object recvbuf, int recvcount,
            Datatype recvtype) throws MPIException {
        return ExchangeCalls.allToAll(later("Comm.iAllToAll"), sendbuf, sendcount, sendtype, recvbuf, recvcount,
            recvtype).request();
    }

    /** Each sends different amounts to each. */
    public final void allToAllv(Object sendbuf, int[] sendcount, int[] sdispls, Datatype sendtype, Object recvbuf,
            int[] recvcount, int[] rdispls, Datatype recvtype) throws MPIException {
        ExchangeCalls.allToAllv(now("Comm.allToAllv"), sendbuf, sendcount, sdispls, sendtype, recvbuf, recvcount,
            rdispls, recvtype);
    }

    /** Starts {@code allToAllv}. */
    public final Request iAllToAllv(Buffer sendbuf, int[] sendcount, int[] sdispls, Datatype sendtype, Buffer recvbuf,
            int[] recvcount, int[] rdispls, Datatype recvtype) throws MPIException {
        return iAllToAllv((Object) sendbuf, sendcount, sdispls, sendtype, recvbuf, recvcount, rdispls, recvtype);
    }

    /** Starts {@code allToAllv}; with arrays or memory segments as well. */
    public final Request iAllToAllv(Object sendbuf, int[] sendcount, int[] sdispls, Datatype sendtype, Object recvbuf,
            int[] recvcount, int[] rdispls, Datatype recvtype) throws MPIException {
        return ExchangeCalls.allToAllv(later("Comm.iAllToAllv"), sendbuf, sendcount, sdispls, sendtype, recvbuf,
            recvcount, rdispls, recvtype).request();
    }

    /** Each sends different amounts and types to each. */
    public final void allToAllw(Object sendbuf, int[] sendcount, int[] sdispls, Datatype[] sendtypes, Object recvbuf,
            int[] recvcount, int[] rdispls, Datatype[] recvtypes) throws MPIException {
        ExchangeCalls.allToAllw(now("Comm.allToAllw"), sendbuf, sendcount, sdispls, sendtypes, recvbuf, recvcount,
            rdispls, recvtypes);
    }

    /** Starts {@code allToAllw}. */
    public final Request iAllToAllw(Buffer sendbuf, int[] sendcount, int[] sdispls, Datatype[] sendtypes,
            Buffer recvbuf, int[] recvcount, int[] rdispls, Datatype[] recvtypes) throws MPIException {
        return iAllToAllw((Object) sendbuf, sendcount, sdispls, sendtypes, recvbuf, recvcount, rdispls, recvtypes);
    }

    /** Starts {@code allToAllw}; with arrays or memory segments as well. */
    public final Request iAllToAllw(Object sendbuf, int[] sendcount, int[] sdispls, Datatype[] sendtypes,
            Object recvbuf, int[] recvcount, int[] rdispls, Datatype[] recvtypes) throws MPIException {
        return ExchangeCalls.allToAllw(later("Comm.iAllToAllw"), sendbuf, sendcount, sdispls, sendtypes, recvbuf,
            recvcount, rdispls, recvtypes).request();
    }

    /** Collects items of the neighbours. */
    public final void neighborAllGather(Object sendbuf, int sendcount, Datatype sendtype, Object recvbuf,
            int recvcount, Datatype recvtype) throws MPIException {
        NeighborCalls.allGather(now("Comm.neighborAllGather"), sendbuf, sendcount, sendtype, recvbuf, recvcount,
            recvtype);
    }

    /** Starts {@code neighborAllGather}. */
    public final Request iNeighborAllGather(Buffer sendbuf, int sendcount, Datatype sendtype, Buffer recvbuf,
            int recvcount, Datatype recvtype) throws MPIException {
        return iNeighborAllGather((Object) sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype);
    }

    /** Starts {@code neighborAllGather}; with arrays or memory segments as well. */
    public final Request iNeighborAllGather(Object sendbuf, int sendcount, Datatype sendtype, Object recvbuf,
            int recvcount, Datatype recvtype) throws MPIException {
        return NeighborCalls.allGather(later("Comm.iNeighborAllGather"), sendbuf, sendcount, sendtype, recvbuf,
            recvcount, recvtype).request();
    }

    /** Collects different amounts of the neighbours. */
    public final void neighborAllGatherv(Object sendbuf, int sendcount, Datatype sendtype, Object recvbuf,
            int[] recvcount, int[] displs, Datatype recvtype) throws MPIException {
        NeighborCalls.allGatherv(now("Comm.neighborAllGatherv"), sendbuf, sendcount, sendtype, recvbuf, recvcount,
            displs, recvtype);
    }

    /** Starts {@code neighborAllGatherv}. */
    public final Request iNeighborAllGatherv(Buffer sendbuf, int sendcount, Datatype sendtype, Buffer recvbuf,
            int[] recvcount, int[] displs, Datatype recvtype) throws MPIException {
        return iNeighborAllGatherv((Object) sendbuf, sendcount, sendtype, recvbuf, recvcount, displs, recvtype);
    }

    /** Starts {@code neighborAllGatherv}; with arrays or memory segments as well. */
    public final Request iNeighborAllGatherv(Object sendbuf, int sendcount, Datatype sendtype, Object recvbuf,
            int[] recvcount, int[] displs, Datatype recvtype) throws MPIException {
        return NeighborCalls.allGatherv(later("Comm.iNeighborAllGatherv"), sendbuf, sendcount, sendtype, recvbuf,
            recvcount, displs, recvtype).request();
    }

    /** Each sends items to each neighbour. */
    public final void neighborAllToAll(Object sendbuf, int sendcount, Datatype sendtype, Object recvbuf,
                                       int recvcount, Datatype recvtype) throws MPIException {
        NeighborCalls.allToAll(now("Comm.neighborAllToAll"), sendbuf, sendcount, sendtype, recvbuf, recvcount,
            recvtype);
    }

    /** Starts {@code neighborAllToAll}. */
    public final Request iNeighborAllToAll(Buffer sendbuf, int sendcount, Datatype sendtype, Buffer recvbuf,
            int recvcount, Datatype recvtype) throws MPIException {
        return iNeighborAllToAll((Object) sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype);
    }

    /** Starts {@code neighborAllToAll}; with arrays or memory segments as well. */
    public final Request iNeighborAllToAll(Object sendbuf, int sendcount, Datatype sendtype, Object recvbuf,
            int recvcount, Datatype recvtype) throws MPIException {
        return NeighborCalls.allToAll(later("Comm.iNeighborAllToAll"), sendbuf, sendcount, sendtype, recvbuf, recvcount,
            recvtype).request();
    }

    /** Each sends different amounts to each neighbour. */
    public final void neighborAllToAllv(Object sendbuf, int[] sendcount, int[] sdispls, Datatype sendtype,
            Object recvbuf, int[] recvcount, int[] rdispls, Datatype recvtype) throws MPIException {
        NeighborCalls.allToAllv(now("Comm.neighborAllToAllv"), sendbuf, sendcount, sdispls, sendtype, recvbuf,
            recvcount, rdispls, recvtype);
    }

    /** Starts {@code neighborAllToAllv}. */
    public final Request iNeighborAllToAllv(Buffer sendbuf, int[] sendcount, int[] sdispls, Datatype sendtype,
            Buffer recvbuf, int[] recvcount, int[] rdispls, Datatype recvtype) throws MPIException {
        return iNeighborAllToAllv((Object) sendbuf, sendcount, sdispls, sendtype, recvbuf, recvcount, rdispls,
            recvtype);
    }

    /** Starts {@code neighborAllToAllv}; with arrays or memory segments as well. */
    public final Request iNeighborAllToAllv(Object sendbuf, int[] sendcount, int[] sdispls, Datatype sendtype,
            Object recvbuf, int[] recvcount, int[] rdispls, Datatype recvtype) throws MPIException {
        return NeighborCalls.allToAllv(later("Comm.iNeighborAllToAllv"), sendbuf, sendcount, sdispls, sendtype, recvbuf,
            recvcount, rdispls, recvtype).request();
    }

    /** Combines items of all at the root. */
    public final void reduce(Object sendbuf, Object recvbuf, int count, Datatype type, Op op, int root)
            throws MPIException {
        ReductionCalls.reduce(now("Comm.reduce"), sendbuf, recvbuf, count, type, op, root);
    }

    /** Combines in place. */
    public final void reduce(Object buf, int count, Datatype type, Op op, int root) throws MPIException {
        ReductionCalls.reduce(now("Comm.reduce"), buf, count, type, op, root);
    }

    /** Starts {@code reduce}. */
    public final Request iReduce(Buffer sendbuf, Buffer recvbuf, int count, Datatype type, Op op, int root)
            throws MPIException {
        return iReduce((Object) sendbuf, recvbuf, count, type, op, root);
    }

    /** Starts {@code reduce}; with arrays or memory segments as well. */
    public final Request iReduce(Object sendbuf, Object recvbuf, int count, Datatype type, Op op, int root)
            throws MPIException {
        return ReductionCalls.reduce(later("Comm.iReduce"), sendbuf, recvbuf, count, type, op, root).request();
    }

    /** Starts {@code reduce} in place. */
    public final Request iReduce(Buffer buf, int count, Datatype type, Op op, int root) throws MPIException {
        return iReduce((Object) buf, count, type, op, root);
    }

    /** Starts {@code reduce} in place; with arrays or memory segments as well. */
    public final Request iReduce(Object buf, int count, Datatype type, Op op, int root) throws MPIException {
        return ReductionCalls.reduce(later("Comm.iReduce"), buf, count, type, op, root).request();
    }

    /** Combines items of all at all. */
    public final void allReduce(Object sendbuf, Object recvbuf, int count, Datatype type, Op op) throws MPIException {
        ReductionCalls.allReduce(now("Comm.allReduce"), sendbuf, recvbuf, count, type, op);
    }

    /** Combines at all in place. */
    public final void allReduce(Object buf, int count, Datatype type, Op op) throws MPIException {
        ReductionCalls.allReduce(now("Comm.allReduce"), buf, count, type, op);
    }

    /** Starts {@code allReduce}. */
    public final Request iAllReduce(Buffer sendbuf, Buffer recvbuf, int count, Datatype type, Op op)
            throws MPIException {
        return iAllReduce((Object) sendbuf, recvbuf, count, type, op);
    }

    /** Starts {@code allReduce}; with arrays or memory segments as well. */
    public final Request iAllReduce(Object sendbuf, Object recvbuf, int count, Datatype type, Op op)
            throws MPIException {
        return ReductionCalls.allReduce(later("Comm.iAllReduce"), sendbuf, recvbuf, count, type, op).request();
    }

    /** Starts {@code allReduce} in place. */
    public final Request iAllReduce(Buffer buf, int count, Datatype type, Op op) throws MPIException {
        return iAllReduce((Object) buf, count, type, op);
    }

    /** Starts {@code allReduce} in place; with arrays or memory segments as well. */
    public final Request iAllReduce(Object buf, int count, Datatype type, Op op) throws MPIException {
        return ReductionCalls.allReduce(later("Comm.iAllReduce"), buf, count, type, op).request();
    }

    /** Combines, and deals different amounts out. */
    public final void reduceScatter(Object sendbuf, Object recvbuf, int[] recvcounts, Datatype type, Op op)
            throws MPIException {
        ReductionCalls.reduceScatter(now("Comm.reduceScatter"), sendbuf, recvbuf, recvcounts, type, op);
    }

    /** The same in place. */
    public final void reduceScatter(Object buf, int[] counts, Datatype type, Op op) throws MPIException {
        ReductionCalls.reduceScatter(now("Comm.reduceScatter"), buf, buf, counts, type, op);
    }

    /** Starts {@code reduceScatter}. */
    public final Request iReduceScatter(Buffer sendbuf, Buffer recvbuf, int[] recvcounts, Datatype type, Op op)
            throws MPIException {
        return iReduceScatter((Object) sendbuf, recvbuf, recvcounts, type, op);
    }

    /** Starts {@code reduceScatter}; with arrays or memory segments as well. */
    public final Request iReduceScatter(Object sendbuf, Object recvbuf, int[] recvcounts, Datatype type, Op op)
            throws MPIException {
        return ReductionCalls.reduceScatter(later("Comm.iReduceScatter"), sendbuf, recvbuf, recvcounts, type,
            op).request();
    }

    /** Starts {@code reduceScatter} in place. */
    public final Request iReduceScatter(Buffer buf, int[] counts, Datatype type, Op op) throws MPIException {
        return iReduceScatter((Object) buf, counts, type, op);
    }

    /** Starts {@code reduceScatter} in place; with arrays or memory segments as well. */
    public final Request iReduceScatter(Object buf, int[] counts, Datatype type, Op op) throws MPIException {
        return ReductionCalls.reduceScatter(later("Comm.iReduceScatter"), buf, buf, counts, type, op).request();
    }

    /** Combines, and deals equal amounts out. */
    public final void reduceScatterBlock(Object sendbuf, Object recvbuf, int recvcount, Datatype type, Op op)
            throws MPIException {
        ReductionCalls.reduceScatterBlock(now("Comm.reduceScatterBlock"), sendbuf, recvbuf, recvcount, type, op);
    }

    /** The same in place. */
    public final void reduceScatterBlock(Object buf, int count, Datatype type, Op op) throws MPIException {
        ReductionCalls.reduceScatterBlock(now("Comm.reduceScatterBlock"), buf, buf, count, type, op);
    }

    /** Starts {@code reduceScatterBlock}. */
    public final Request iReduceScatterBlock(Buffer sendbuf, Buffer recvbuf, int recvcount, Datatype type, Op op)
            throws MPIException {
        return iReduceScatterBlock((Object) sendbuf, recvbuf, recvcount, type, op);
    }

    /** Starts {@code reduceScatterBlock}; with arrays or memory segments as well. */
    public final Request iReduceScatterBlock(Object sendbuf, Object recvbuf, int recvcount, Datatype type, Op op)
            throws MPIException {
        return ReductionCalls.reduceScatterBlock(later("Comm.iReduceScatterBlock"), sendbuf, recvbuf, recvcount, type,
            op).request();
    }

    /** Starts {@code reduceScatterBlock} in place. */
    public final Request iReduceScatterBlock(Buffer buf, int count, Datatype type, Op op) throws MPIException {
        return iReduceScatterBlock((Object) buf, count, type, op);
    }

    /** Starts {@code reduceScatterBlock} in place; with arrays or memory segments as well. */
    public final Request iReduceScatterBlock(Object buf, int count, Datatype type, Op op) throws MPIException {
        return ReductionCalls.reduceScatterBlock(later("Comm.iReduceScatterBlock"), buf, buf, count, type,
            op).request();
    }

    /** Combines items of this process alone. */
    public static void reduceLocal(Object inbuf, Object inoutbuf, int count, Datatype type, Op op) throws MPIException {
        Op.combine(inbuf, inoutbuf, count, type, op);
    }

    /** Gives it a name, for messages. */
    public final void setName(String name) throws MPIException {
        inner("Comm.setName");
        if (name == null) {
            throw Errors.raise(this, "Comm.setName", ErrorClass.ARG, "the name is null");
        }
        this.name = name.substring(0, Math.min(name.length(), MPI.MAX_OBJECT_NAME));
    }

    /** Its name. */
    public final String getName() throws MPIException {
        inner("Comm.getName");
        return name;
    }
}
