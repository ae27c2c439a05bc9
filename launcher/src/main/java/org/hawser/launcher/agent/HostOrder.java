package org.hawser.launcher.agent;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.hawser.fabric.NodeMap;
import org.hawser.launcher.job.JobSpec;
import org.hawser.runtime.spawn.SpawnRequest;

/**
 * A {@link HostPart} on its way to another host.
 *
 * <pre>
 * patience (int), parent of the host's directory (text, empty: the usual one), name of the directory (text),
 * job (text), node (int), nodes (text), secret (bytes),
 * main class, arguments, JVM arguments, progress, bound, reads input, environment, directory, class path,
 * whether ranks asked for it (boolean), and what they asked for if so
 * </pre>
 *
 * <p>It goes over the agent's own channel and nowhere else: the secret is in it.
 *
 * <p><b>Threads:</b> stateless.
 */
public final class HostOrder {
    /** Variables of the launcher's that concern its own host alone. */
    private static final List<String> OWN = List.of("HAWSER_JAVA_HOME", "HAWSER_NO_BUILD", "HAWSER_SHM_DIR",
        "HAWSER_RANK", "HAWSER_SIZE", "HAWSER_NODES", "HAWSER_LOCAL_SIZE", "HAWSER_JOB_ID", "HAWSER_JOB_DIR",
        "HAWSER_WIREUP", "HAWSER_PROGRESS", "HAWSER_CORES", "HAWSER_LAUNCHER", "HAWSER_LAUNCHER_PID", "HAWSER_PARENT",
        "HAWSER_PROGRAM");

    private HostOrder() {
    }

    /** The order for a host. */
    public static Frame of(HostPart part) {
        return Frame.of(FrameKind.ORDER, out -> encode(part, out));
    }

    private static void encode(HostPart part, DataOutputStream out) throws IOException {
        JobSpec spec = part.spec();
        String parent = System.getProperty("hawser.shm.dir", System.getenv("HAWSER_SHM_DIR"));
        out.writeInt(part.patience());
        Texts.write(out, parent == null ? "" : parent);
        Texts.write(out, part.directoryName());
        Texts.write(out, part.jobId());
        out.writeInt(part.node());
        Texts.write(out, part.nodes().toString());
        Texts.writeBytes(out, part.secret());
        Texts.write(out, spec.main());
        Texts.writeAll(out, spec.args());
        Texts.writeAll(out, jvmArgs(spec));
        Texts.write(out, spec.progress());
        out.writeBoolean(spec.bind());
        out.writeBoolean(spec.input());
        Texts.writeAll(out, environment(spec));
        Path directory = spec.directory() == null ? Path.of("") : spec.directory();
        Texts.write(out, directory.toAbsolutePath().toString());
        CarriedClassPath.encode(spec.classPath(), out);
        out.writeBoolean(part.spawn() != null);
        if (part.spawn() != null) {
            part.spawn().encode(out);
        }
    }

    /** Ranks write in the encoding of the launcher's terminal, whatever the locale on their own host is. */
    private static List<String> jvmArgs(JobSpec spec) {
        String encoding = System.getProperty("native.encoding");
        List<String> all = new ArrayList<>(List.of("-Dstdout.encoding=" + encoding, "-Dstderr.encoding=" + encoding));
        all.addAll(spec.jvmArgs());
        return all;
    }

    /** Settings reach all ranks, wherever they are. */
    private static Map<String, String> environment(JobSpec spec) {
        Map<String, String> variables = new TreeMap<>();
        System.getenv().forEach((name, value) -> {
            if (name.startsWith("HAWSER_") && !OWN.contains(name)) {
                variables.put(name, value);
            }
        });
        variables.putAll(spec.environment());
        return variables;
    }

    /**
     * What comes first.
     *
     * @param patience seconds that the launcher may be silent
     * @param parent   where the host's directory is to be made; empty for the usual place
     * @param name     the name of the host's directory
     */
    public record Place(int patience, String parent, String name) {
        /** Reads it. */
        public static Place decode(DataInputStream in) throws IOException {
            int patience = in.readInt();
            String parent = Texts.read(in);
            return new Place(patience, parent, Texts.read(in));
        }
    }

    /**
     * Reads the rest.
     *
     * @param place     what came first
     * @param directory the host's, in which classes are left that came along
     */
    public static HostPart decode(DataInputStream in, Place place, Path directory) throws IOException {
        String jobId = Texts.read(in);
        int node = in.readInt();
        NodeMap nodes = NodeMap.parse(Texts.read(in));
        byte[] secret = Texts.readBytes(in);
        JobSpec.Builder spec = JobSpec.of(nodes.size(), Texts.read(in))
            .args(Texts.readAll(in).toArray(new String[0])).jvmArgs(Texts.readAll(in).toArray(new String[0]))
            .progress(Texts.read(in)).bind(in.readBoolean()).input(in.readBoolean());
        Texts.readMap(in).forEach(spec::environment);
        spec.directory(existing(Path.of(Texts.read(in)))).classPath(CarriedClassPath.decode(in, directory));
        SpawnRequest spawn = in.readBoolean() ? SpawnRequest.decode(in) : null;
        return new HostPart(jobId, node, nodes, spec.build(), secret, place.patience, spawn);
    }

    private static Path existing(Path directory) {
        if (Files.isDirectory(directory)) {
            return directory;
        }
        System.err.println("the job's directory is not on this host: " + directory + "; ranks run in "
            + Path.of("").toAbsolutePath());
        return null;
    }
}
