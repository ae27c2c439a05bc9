package mpi;

import java.nio.Buffer;
import java.util.function.Supplier;
import org.hawser.mpi.ErrorClass;
import org.hawser.mpi.MpiFailure;
import org.hawser.mpi.comm.Creation;
import org.hawser.mpi.comm.Edges;
import org.hawser.mpi.comm.GraphMaking;
import org.hawser.mpi.comm.LayingOut;
import org.hawser.mpi.dynamic.Names;
import org.hawser.mpi.dynamic.Ports;
import org.hawser.mpi.topology.DistributedGraph;
import org.hawser.mpi.topology.Graph;
import org.hawser.mpi.topology.Grid;

/**
 * A communicator of one group, whose processes send to each other.
 *
 * <pre>{@code
 * Intracomm half = MPI.COMM_WORLD.split(rank % 2, rank);
 * }</pre>
 *
 * <p><b>Threads:</b> as {@link Comm}.
 */
public class Intracomm extends Comm {
    Intracomm(String name) {
        super(name);
    }

    @Override
    public Intracomm clone() {
        return (Intracomm) super.clone();
    }

    @Override
    public Intracomm dup() throws MPIException {
        return Derivation.copy(this, new Intracomm(""), "Intracomm.dup");
    }

    @Override
    public Intracomm iDup() throws MPIException {
        return Derivation.startCopy(this, new Intracomm(""), "Intracomm.iDup");
    }

    @Override
    public Intracomm dupWithInfo(Info info) throws MPIException {
        return Derivation.copy(this, new Intracomm(""), info, "Intracomm.dupWithInfo");
    }

    @Override
    public Intracomm shrink() throws MPIException {
        return Recovery.shrink(this, new Intracomm(""), "Intracomm.shrink");
    }

    /**
     * One communicator per colour, in the order of the keys, and of the ranks where keys are equal. With
     * {@link MPI#UNDEFINED} as its colour a process gets a communicator that is null.
     */
    public final Intracomm split(int colour, int key) throws MPIException {
        return Derivation.derive(this, new Intracomm(""), "Intracomm.split",
            inner -> Creation.split(inner, colour, key));
    }

    /** One communicator per set of processes of a kind: {@link #TYPE_SHARED}, or UNDEFINED for those who want none. */
    public final Intracomm splitType(int splitType, int key, Info info) throws MPIException {
        return Derivation.derive(this, new Intracomm(""), "Intracomm.splitType", inner -> {
            if (splitType != TYPE_SHARED && splitType != MPI.UNDEFINED) {
                throw new MpiFailure(ErrorClass.ARG, "no such kind of split: splitType=" + splitType);
            }
            return Creation.splitByNode(inner, splitType == TYPE_SHARED, key);
        });
    }

    /** A communicator of some of these processes; all call it, and those that are not in the group get a null one. */
    public final Intracomm create(Group group) throws MPIException {
        return Derivation.derive(this, new Intracomm(""), "Intracomm.create",
            inner -> Creation.create(inner, () -> Group.inner(group)));
    }

    /** A communicator of some of these processes; only they call it, several at a time when their tags differ. */
    public final Intracomm createGroup(Group group, int tag) throws MPIException {
        return Derivation.derive(this, new Intracomm(""), "Intracomm.createGroup",
            inner -> Creation.createOfGroup(inner, Group.inner(group), tag));
    }

    /**
     * A communicator laid out as a grid. Processes beyond the grid's places get one that is null.
     *
     * @param dims the lengths
     * @param periods which dimensions are rings
     * @param reorder whether ranks may change, so that neighbours share a node
     */
    public final CartComm createCart(int[] dims, boolean[] periods, boolean reorder) throws MPIException {
        return Derivation.derive(this, new CartComm(""), "Intracomm.createCart",
            inner -> LayingOut.grid(inner, () -> Grid.of(dims, periods), reorder));
    }

    /**
     * A communicator laid out as a graph. Processes beyond the graph's nodes get one that is null.
     *
     * @param index where the edges of each node end among all
     * @param edges where the edges lead
     * @param reorder whether ranks may change, so that neighbours share a node
     */
    public final GraphComm createGraph(int[] index, int[] edges, boolean reorder) throws MPIException {
        return Derivation.derive(this, new GraphComm(""), "Intracomm.createGraph",
            inner -> LayingOut.graph(inner, () -> Graph.of(index, edges), reorder));
    }

    /**
     * A communicator laid out as a graph of which each process gives some edges.
     *
     * @param sources where edges begin
     * @param degrees how many edges begin at each
     * @param destinations where the edges of all sources end, one source after the other
     * @param weights of the edges
     * @param info hints; there are none to take
     * @param reorder whether ranks may change, so that neighbours share a node
     */
    public final GraphComm createDistGraph(int[] sources, int[] degrees, int[] destinations, int[] weights, Info info,
            boolean reorder) throws MPIException {
        return Derivation.derive(this, new GraphComm(""), "Intracomm.createDistGraph",
            inner -> GraphMaking.general(inner,
                () -> Edges.of(sources, degrees, destinations, Derivation.given(weights, "weights")), reorder));
    }

    /** The same without weights. */
    public final GraphComm createDistGraph(int[] sources, int[] degrees, int[] destinations, Info info,
            boolean reorder) throws MPIException {
        return Derivation.derive(this, new GraphComm(""), "Intracomm.createDistGraph",
            inner -> GraphMaking.general(inner, () -> Edges.of(sources, degrees, destinations, null), reorder));
    }

    /**
     * A communicator laid out as a graph of which each process gives the edges that lead to it and away from it.
     *
     * @param sources where edges that lead here begin
     * @param sourceWeights their weights
     * @param destinations where edges that lead away end
     * @param destWeights their weights
     * @param info hints; there are none to take
     * @param reorder whether ranks may change, so that neighbours share a node
     */
    public final GraphComm createDistGraphAdjacent(int[] sources, int[] sourceWeights, int[] destinations,
            int[] destWeights, Info info, boolean reorder) throws MPIException {
        return Derivation.derive(this, new GraphComm(""), "Intracomm.createDistGraphAdjacent",
            inner -> GraphMaking.adjacent(inner, () -> new DistributedGraph(Derivation.given(sources, "sources"),
                Derivation.given(sourceWeights, "sourceWeights"), Derivation.given(destinations, "destinations"),
                Derivation.given(destWeights, "destWeights"), true), reorder));
    }

    /** The same without weights. */
    public final GraphComm createDistGraphAdjacent(int[] sources, int[] destinations, Info info, boolean reorder)
            throws MPIException {
        return Derivation.derive(this, new GraphComm(""), "Intracomm.createDistGraphAdjacent",
            inner -> GraphMaking.adjacent(inner, () -> {
                int[] from = Derivation.given(sources, "sources");
                int[] to = Derivation.given(destinations, "destinations");
                return new DistributedGraph(from, Edges.ones(from.length), to, Edges.ones(to.length), false);
            }, reorder));
    }

    /** Combines items of all up to this one. */
    public final void scan(Object sendbuf, Object recvbuf, int count, Datatype type, Op op) throws MPIException {
        ReductionCalls.scan(now("Intracomm.scan"), sendbuf, recvbuf, count, type, op);
    }

    /** The same in place. */
    public final void scan(Object recvbuf, int count, Datatype type, Op op) throws MPIException {
        ReductionCalls.scan(now("Intracomm.scan"), recvbuf, recvbuf, count, type, op);
    }

    /** Starts {@code scan}. */
    public final Request iScan(Buffer sendbuf, Buffer recvbuf, int count, Datatype type, Op op) throws MPIException {
        return iScan((Object) sendbuf, recvbuf, count, type, op);
    }

    /** Starts {@code scan}; with arrays or memory segments as well. */
    public final Request iScan(Object sendbuf, Object recvbuf, int count, Datatype type, Op op) throws MPIException {
        return ReductionCalls.scan(later("Intracomm.iScan"), sendbuf, recvbuf, count, type, op).request();
    }

    /** Starts {@code scan} in place. */
    public final Request iScan(Buffer buf, int count, Datatype type, Op op) throws MPIException {
        return iScan((Object) buf, count, type, op);
    }

    /** Starts {@code scan} in place; with arrays or memory segments as well. */
    public final Request iScan(Object buf, int count, Datatype type, Op op) throws MPIException {
        return ReductionCalls.scan(later("Intracomm.iScan"), buf, buf, count, type, op).request();
    }

    /** Combines items of all before this one. */
    public final void exScan(Object sendbuf, Object recvbuf, int count, Datatype type, Op op) throws MPIException {
        ReductionCalls.exScan(now("Intracomm.exScan"), sendbuf, recvbuf, count, type, op);
    }

    /** The same in place. */
    public final void exScan(Object buf, int count, Datatype type, Op op) throws MPIException {
        ReductionCalls.exScan(now("Intracomm.exScan"), buf, buf, count, type, op);
    }

    /** Starts {@code exScan}. */
    public final Request iExScan(Buffer sendbuf, Buffer recvbuf, int count, Datatype type, Op op)
            throws MPIException {
        return iExScan((Object) sendbuf, recvbuf, count, type, op);
    }

    /** Starts {@code exScan}; with arrays or memory segments as well. */
    public final Request iExScan(Object sendbuf, Object recvbuf, int count, Datatype type, Op op)
            throws MPIException {
        return ReductionCalls.exScan(later("Intracomm.iExScan"), sendbuf, recvbuf, count, type, op).request();
    }

    /** Starts {@code exScan} in place. */
    public final Request iExScan(Buffer buf, int count, Datatype type, Op op) throws MPIException {
        return iExScan((Object) buf, count, type, op);
    }

    /** Starts {@code exScan} in place; with arrays or memory segments as well. */
    public final Request iExScan(Object buf, int count, Datatype type, Op op) throws MPIException {
        return ReductionCalls.exScan(later("Intracomm.iExScan"), buf, buf, count, type, op).request();
    }

    /** Opens a port that others can connect to, and returns its name. */
    public static String openPort() throws MPIException {
        return below("Intracomm.openPort", Ports::open);
    }

    /** Opens a port; Hawser looks at no hints. */
    public static String openPort(Info info) throws MPIException {
        return openPort();
    }

    /** Closes a port; groups that wait there are told that nobody accepts. */
    public static void closePort(String name) throws MPIException {
        below("Intracomm.closePort", () -> {
            Ports.close(name);
            return null;
        });
    }

    /** Waits for a group that connects. The port is one that the root has opened; the others' is not looked at. */
    public final Intercomm accept(String port, int root) throws MPIException {
        return Spawned.accept(this, port, root);
    }

    /** Waits for a group that connects; Hawser looks at no hints. */
    public final Intercomm accept(String port, Info info, int root) throws MPIException {
        return accept(port, root);
    }

    /** Connects to a group that accepts, and waits until it does. The port is the root's. */
    public final Intercomm connect(String port, int root) throws MPIException {
        return Spawned.connect(this, port, root);
    }

    /** Connects to a group that accepts; Hawser looks at no hints. */
    public final Intercomm connect(String port, Info info, int root) throws MPIException {
        return connect(port, root);
    }

    /** Publishes a port under a name that all programs of this user on this machine can look up. */
    public static void publishName(String service, String port) throws MPIException {
        below("Intracomm.publishName", () -> {
            Names.publish(service, port);
            return null;
        });
    }

    /** Publishes a port under a name; Hawser looks at no hints. */
    public static void publishName(String service, Info info, String port) throws MPIException {
        publishName(service, port);
    }

    /** Takes a published name back. */
    public static void unpublishName(String service, String port) throws MPIException {
        below("Intracomm.unpublishName", () -> {
            Names.unpublish(service);
            return null;
        });
    }

    /** Takes a published name back; Hawser looks at no hints. */
    public static void unpublishName(String service, Info info, String port) throws MPIException {
        unpublishName(service, port);
    }

    /** The port that was published under a name. */
    public static String lookupName(String service) throws MPIException {
        return below("Intracomm.lookupName", () -> Names.lookUp(service));
    }

    /** The port that was published under a name; Hawser looks at no hints. */
    public static String lookupName(String service, Info info) throws MPIException {
        return lookupName(service);
    }

    private static <T> T below(String call, Supplier<T> work) throws MPIException {
        Errors.check();
        try {
            return work.get();
        } catch (RuntimeException e) {
            throw Errors.raise(null, call, e);
        }
    }

    /**
     * Starts processes, which are a world of their own, and connects with them. All arguments but {@code root} are the
     * root's. Hints are {@code wdir}, {@code path}, {@code host} (this one) and {@code soft}.
     *
     * @param command a class, a jar, a Java source file or an executable file
     * @param argv the program's arguments, or null
     * @param errcodes one per process, or null: what became of it
     */
    public final Intercomm spawn(String command, String[] argv, int maxprocs, Info info, int root, int[] errcodes)
            throws MPIException {
        return Spawned.spawn(this, new String[] {command}, new String[][] {argv}, new int[] {maxprocs},
            new Info[] {info}, root, errcodes, "Intracomm.spawn");
    }

    /** Starts processes of several programs, all in one world; {@link MPI#APPNUM} tells them which one they run. */
    public final Intercomm spawnMultiple(String[] commands, String[][] argv, int[] maxprocs, Info[] info, int root,
            int[] errcodes) throws MPIException {
        return Spawned.spawn(this, commands, argv, maxprocs, info, root, errcodes, "Intracomm.spawnMultiple");
    }
}
