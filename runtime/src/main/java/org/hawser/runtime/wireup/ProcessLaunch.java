package org.hawser.runtime.wireup;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.hawser.fabric.FabricException;
import org.hawser.platform.settings.Settings;

/**
 * Connects a process with the launcher that started it.
 *
 * <p><b>Threads:</b> stateless.
 */
final class ProcessLaunch {
    private static final int CONNECT_MILLIS = 10_000;

    private ProcessLaunch() {
    }

    /** What the launcher keeps; null when it is Hawser's own, or nobody. */
    static KeyValues connect(Map<String, String> environment) {
        return switch (StartedBy.of(environment)) {
            case HAWSER, NOBODY -> null;
            case DIRECTORY -> byDirectory(environment);
            case PMI -> environment.containsKey("PMI_FD") ? byDescriptor(environment) : byPort(environment);
            case PMIX -> PmixValues.connect(environment);
            case SLURM -> byFile(environment);
        };
    }

    private static KeyValues byDirectory(Map<String, String> environment) {
        int size = number(environment, "HAWSER_SIZE");
        return Meeting.join(rank(environment, "HAWSER_RANK", "HAWSER_SIZE"), size, new MeetingFile(Path.of(required(
            environment, "HAWSER_SHARED_DIR")).toAbsolutePath().resolve("meeting")), false);
    }

    private static KeyValues byDescriptor(Map<String, String> environment) {
        int rank = rank(environment, "PMI_RANK", "PMI_SIZE");
        int size = number(environment, "PMI_SIZE");
        int descriptor = number(environment, "PMI_FD");
        try {
            return PmiClient.open(new DescriptorWire(descriptor), rank, size);
        } catch (ExceptionInInitializerError | IllegalCallerException e) {
            throw new Trouble(rank + " of " + size, "PMI at descriptor " + descriptor).failure("the process manager "
                + "cannot be reached without native access", "open", "cause=" + e.getCause(), "start java with "
                + "--enable-native-access=ALL-UNNAMED, or mpiexec with -pmi-port", e);
        }
    }

    private static KeyValues byPort(Map<String, String> environment) {
        String port = required(environment, "PMI_PORT");
        String id = required(environment, "PMI_ID");
        int colon = port.lastIndexOf(':');
        Trouble trouble = new Trouble(id, "PMI at " + port);
        try {
            SocketWire wire = SocketWire.connect(port.substring(0, Math.max(0, colon)),
                Integer.parseInt(port.substring(colon + 1)), CONNECT_MILLIS);
            return PmiClient.call(wire, id, "PMI", null);
        } catch (IllegalArgumentException e) {
            throw trouble.failure("no address of a process manager", "connect", "PMI_PORT=" + port,
                "it has the form host:port; start ranks with one launcher only", e);
        } catch (IOException e) {
            throw trouble.gone("connect", e);
        }
    }

    /** Slurm keeps nothing: the ranks of a step meet at its first task. */
    private static KeyValues byFile(Map<String, String> environment) {
        Path directory = Path.of(Settings.text("hawser.shared.dir",
            Path.of(System.getProperty("user.home"), ".hawser", "meetings").toString())).toAbsolutePath();
        String name = "slurm-" + environment.getOrDefault("SLURM_CLUSTER_NAME", "cluster") + "-"
            + required(environment, "SLURM_JOB_ID") + "-" + required(environment, "SLURM_STEP_ID") + "-"
            + environment.getOrDefault("SLURM_RESTART_COUNT", "0");
        return Meeting.join(rank(environment, "SLURM_PROCID", "SLURM_STEP_NUM_TASKS"),
            number(environment, "SLURM_STEP_NUM_TASKS"), new MeetingFile(directory.resolve(name)),
            "1".equals(environment.get("SLURM_STEP_NUM_NODES")));
    }

    /** The number of this rank; one that the job does not have would wait for others that never come. */
    private static int rank(Map<String, String> environment, String name, String ofSize) {
        int rank = number(environment, name);
        int size = number(environment, ofSize);
        if (rank < 0 || rank >= size) {
            throw FabricException.refused("the environment names a rank that its job does not have: " + name + "="
                + rank + " " + ofSize + "=" + size + " host=" + Host.name() + " (ranks are 0 to size - 1)");
        }
        return rank;
    }

    private static int number(Map<String, String> environment, String name) {
        String text = required(environment, name);
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException e) {
            throw FabricException.refused("not a number in the environment: " + name + "=" + text + " host="
                + Host.name());
        }
    }

    private static String required(Map<String, String> environment, String name) {
        String text = environment.get(name);
        if (text == null) {
            throw FabricException.refused("a variable of the environment is missing: name=" + name + " host="
                + Host.name() + " " + StartedBy.SETTING + "=" + Settings.text(StartedBy.SETTING, "auto"));
        }
        return text;
    }
}
