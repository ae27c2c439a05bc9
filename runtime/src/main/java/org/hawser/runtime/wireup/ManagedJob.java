package org.hawser.runtime.wireup;

import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.hawser.fabric.FabricException;
import org.hawser.fabric.NodeMap;
import org.hawser.fabric.WireUp;
import org.hawser.platform.libc.Notices;
import org.hawser.platform.node.NodeDirectory;

/**
 * The job that this process is a rank of when somebody else's launcher started it with a plain {@code java} command:
 * {@code mpiexec}, {@code mpirun}, {@code srun}, or a script that numbers ranks.
 *
 * <p>The ranks agree in three rounds through whatever their launcher keeps for them ({@link KeyValues}). First each
 * says which node it is on, and rank 0 draws the job's name and its secret; then rank 0 says which ranks share a node,
 * so that no other rank has to ask after all; then each has entered its node's directory in shared memory, which is
 * made by the first and removed by the last.
 *
 * <p><b>Threads:</b> any. <b>Allocates:</b> once in a process.
 */
public final class ManagedJob {
    private static final int JOB_ID_BYTES = 8;
    /** Of the text that says which ranks share a node: what fits in the values of any process manager. */
    private static final int PIECE = 200;

    private static final AtomicReference<ManagedJob> JOINED = new AtomicReference<>();

    private static RuntimeException failure;

    private final KeyValues values;
    private final String id;
    private final NodeMap nodes;
    private final byte[] secret;
    private final int cores;
    private final NodeDirectory directory;
    private final ManagedWireUp wireUp;

    /** Agrees with the other ranks, of which this one is on the node of that name. */
    ManagedJob(KeyValues values, String node) {
        this.values = values;
        byte[] known = values.secret();
        String ownCores = NodeCores.own();
        values.put("node", node);
        values.put("cores", ownCores);
        if (values.rank() == 0) {
            values.put("job", drawn(JOB_ID_BYTES));
            if (known == null) {
                values.put("secret", drawn(WireUp.SECRET_BYTES));
            }
        }
        values.fence();
        if (values.rank() == 0) {
            putInPieces(collectNodes().toString());
        }
        values.fence();
        id = required(0, "job");
        nodes = NodeMap.parse(inPieces());
        secret = known != null ? known : HexFormat.of().parseHex(required(0, "secret"));
        cores = countCores(ownCores);
        directory = enter();
        values.fence();
        wireUp = new ManagedWireUp(values, secret, this::leave);
    }

    /**
     * Joins the job, when there is one.
     *
     * @param environment the variables of the process
     * @return null when Hawser's own launcher started this process, or nobody
     * @throws FabricException when the launcher fails; the text says who, where, and what to do
     */
    public static synchronized ManagedJob join(Map<String, String> environment) {
        if (failure != null) {
            // The launcher has begun a conversation with this process, and has none of a second beginning.
            throw failure;
        }
        if (JOINED.get() == null) {
            ManagedJob job = joinOnce(environment);
            if (job == null) {
                return null;
            }
            JOINED.set(job);
            ManagerWatch.start(job, StartedBy.of(environment));
            Runtime.getRuntime().addShutdownHook(new Thread(job::endOfProcess, "hawser-leave-launcher"));
        }
        return JOINED.get();
    }

    private static ManagedJob joinOnce(Map<String, String> environment) {
        try {
            KeyValues values = ProcessLaunch.connect(environment);
            return values == null ? null : new ManagedJob(values, NodeIdentity.own());
        } catch (RuntimeException e) {
            failure = e;
            throw e;
        }
    }

    /** The one that this process has joined, or null. */
    static ManagedJob joined() {
        return JOINED.get();
    }

    /** Unique to this run: letters and digits. */
    public String id() {
        return id;
    }

    /** This rank. */
    public int rank() {
        return values.rank();
    }

    /** Which ranks share a node. */
    public NodeMap nodes() {
        return nodes;
    }

    /** The cores that this node's ranks have together, also where each is bound to its own. */
    public int cores() {
        return cores;
    }

    /** This node's directory in shared memory. */
    public Path directory() {
        return directory.path();
    }

    /** Where this rank finds the others. */
    ManagedWireUp wireUp() {
        return wireUp;
    }

    KeyValues values() {
        return values;
    }

    private NodeMap collectNodes() {
        List<String> names = new ArrayList<>();
        for (int rank = 0; rank < values.size(); rank++) {
            names.add(required(rank, "node"));
        }
        return NodeMap.of(names);
    }

    /** Asks nobody where this rank alone has cores enough for all. */
    private int countCores(String own) {
        int usable = Runtime.getRuntime().availableProcessors();
        int[] near = nodes.ranksOn(nodes.nodeOf(values.rank()));
        if (usable >= near.length) {
            return usable;
        }
        List<String> lists = new ArrayList<>();
        for (int rank : near) {
            lists.add(required(rank, "cores"));
        }
        return NodeCores.count(own, lists, usable);
    }

    private void putInPieces(String text) {
        int pieces = (text.length() + PIECE - 1) / PIECE;
        for (int i = 0; i < pieces; i++) {
            values.put("nodes-" + i, text.substring(i * PIECE, Math.min(text.length(), (i + 1) * PIECE)));
        }
        values.put("nodes", Integer.toString(pieces));
    }

    private String inPieces() {
        String count = required(0, "nodes");
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < Integer.parseInt(count); i++) {
            text.append(required(0, "nodes-" + i));
        }
        return text.toString();
    }

    private String required(int owner, String name) {
        String value = values.get(owner, name);
        if (value == null) {
            throw new FabricException(FabricException.Severity.FATAL, "the process manager does not know what a rank "
                + "has told it: rank=" + values.rank() + " of " + values.size() + " host=" + Host.name() + " name="
                + name + " from=" + owner + "; all ranks must use one version of Hawser, and one launcher");
        }
        return value;
    }

    private NodeDirectory enter() {
        // Nodes that see one shared memory all the same, as network namespaces do, must not meet in it.
        String name = id + "-" + nodes.nodeOf(values.rank());
        try {
            return NodeDirectory.enter(name);
        } catch (IOException e) {
            throw new FabricException(FabricException.Severity.FATAL, "cannot enter the node's directory: rank="
                + values.rank() + " of " + values.size() + " host=" + Host.name() + " " + e.getMessage()
                + "; HAWSER_SHM_DIR names another place for shared memory", e);
        }
    }

    private static String drawn(int bytes) {
        byte[] drawn = new byte[bytes];
        new SecureRandom().nextBytes(drawn);
        return HexFormat.of().formatHex(drawn);
    }

    /** The end of this rank's part in the job; one that has called {@code exit} before goes without a word. */
    private void leave() {
        try {
            directory.close();
        } catch (IOException e) {
            // The next job on this node removes what is left.
            Notices.once("cannot remove " + directory.path() + ": " + e.getMessage());
        }
        if (!ProgramEnd.isByExit()) {
            values.close();
        }
    }

    /** A rank that has joined leaves in a hook of its own, when it has left its peers. */
    private void endOfProcess() {
        if (!wireUp.isUsed()) {
            wireUp.close();
        }
    }
}
