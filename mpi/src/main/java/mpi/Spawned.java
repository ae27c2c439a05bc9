package mpi;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.hawser.mpi.ErrorClass;
import org.hawser.mpi.MpiFailure;
import org.hawser.mpi.comm.Communicator;
import org.hawser.mpi.dynamic.Ports;
import org.hawser.mpi.dynamic.SoftCount;
import org.hawser.mpi.dynamic.Spawning;
import org.hawser.mpi.env.Environment;
import org.hawser.runtime.spawn.SpawnOrigin;
import org.hawser.runtime.spawn.SpawnRequest;
import org.hawser.runtime.spawn.Spawner;

/**
 * Communicators with processes that were not there before: checks what is asked for, and makes the two groups meet.
 *
 * <p><b>Threads:</b> as the communicator that they are made from.
 */
final class Spawned {
    private static final Set<String> HOSTS = Set.of("localhost", "127.0.0.1", "::1");

    private Spawned() {
    }

    /** The communicator with those who spawned this process; one that is null when nobody did. */
    static void connectToParents(Intercomm parent) throws MPIException {
        SpawnOrigin origin = SpawnOrigin.current();
        if (origin != null) {
            Derivation.derive(MPI.COMM_WORLD, parent, "MPI.Init",
                world -> Spawning.connectToParents(world, origin));
        }
    }

    static Intercomm accept(Intracomm comm, String port, int root) throws MPIException {
        return Derivation.derive(comm, new Intercomm(""), "Intracomm.accept", own -> {
            checkRoot(own, root);
            return Ports.accept(own, port, root);
        });
    }

    static Intercomm connect(Intracomm comm, String port, int root) throws MPIException {
        return Derivation.derive(comm, new Intercomm(""), "Intracomm.connect", own -> {
            checkRoot(own, root);
            return Ports.connect(own, port, root);
        });
    }

    /** Arguments but {@code root} are the root's; {@code codes} may be null. */
    static Intercomm spawn(Intracomm comm, String[] commands, String[][] argv, int[] counts, Info[] infos, int root,
                           int[] codes, String call) throws MPIException {
        if (codes != null) {
            Arrays.fill(codes, MPI.ERR_SPAWN);
        }
        Intercomm children = Derivation.derive(comm, new Intercomm(""), call, own -> {
            checkRoot(own, root);
            return Spawning.spawn(own, root, parent -> request(parent, commands, argv, counts, infos));
        });
        if (codes != null) {
            Arrays.fill(codes, 0, Math.min(codes.length, children.getRemoteSize()), MPI.SUCCESS);
        }
        return children;
    }

    private static void checkRoot(Communicator own, int root) {
        if (root < 0 || root >= own.size()) {
            throw new MpiFailure(ErrorClass.ROOT, "no such rank in the communicator: root=" + root + " size="
                + own.size());
        }
    }

    private static SpawnRequest request(String parent, String[] commands, String[][] argv, int[] counts,
                                        Info[] infos) {
        if (commands == null || counts == null || counts.length < commands.length || commands.length == 0
                || argv != null && argv.length < commands.length || infos != null && infos.length < commands.length) {
            throw new MpiFailure(ErrorClass.ARG, "not as many arguments, counts or hints as commands");
        }
        List<SpawnRequest.Program> programs = new ArrayList<>();
        for (int i = 0; i < commands.length; i++) {
            Info info = infos == null || infos[i] == null || infos[i].isNull() ? null : infos[i];
            List<String> arguments = argv == null || argv[i] == null ? List.of() : List.of(argv[i]);
            programs.add(program(commands[i], arguments, counts[i], info));
        }
        try {
            return new SpawnRequest(parent, programs);
        } catch (IllegalArgumentException e) {
            throw new MpiFailure(ErrorClass.SPAWN, e.getMessage(), e);
        }
    }

    private static SpawnRequest.Program program(String command, List<String> arguments, int count, Info info) {
        if (command == null || command.isEmpty()) {
            throw new MpiFailure(ErrorClass.ARG, "a command is null or empty");
        }
        if (count < 0) {
            throw new MpiFailure(ErrorClass.ARG, "the number of processes is negative: maxprocs=" + count);
        }
        if (!Spawner.current().knowsHosts()) {
            checkHost(value(info, "host"));
        }
        int wanted = SoftCount.of(value(info, "soft"), count);
        return new SpawnRequest.Program(command, arguments, wanted, value(info, "wdir"), value(info, "path"),
            value(info, "host"));
    }

    /** Where no launcher is that has hosts, all processes run on this machine. */
    private static void checkHost(String hosts) {
        for (String host : hosts.split(",")) {
            String name = host.strip().replaceFirst(":\\d+$", "");
            if (!name.isEmpty() && !HOSTS.contains(name) && !name.equals(Environment.hostName())) {
                throw new MpiFailure(ErrorClass.SPAWN, "processes can be started on this host only: host=" + name
                    + " this=" + Environment.hostName() + "; start the job with hawser run --hosts");
            }
        }
    }

    private static String value(Info info, String key) {
        try {
            String value = info == null ? null : info.get(key);
            return value == null ? "" : value;
        } catch (MPIException e) {
            throw new MpiFailure(ErrorClass.INFO, e.getMessage(), e);
        }
    }
}
