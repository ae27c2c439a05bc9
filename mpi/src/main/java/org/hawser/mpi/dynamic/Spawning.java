package org.hawser.mpi.dynamic;

import java.io.IOException;
import org.hawser.mpi.ErrorClass;
import org.hawser.mpi.MpiFailure;
import org.hawser.mpi.comm.Communicator;
import org.hawser.mpi.comm.Encounter;
import org.hawser.runtime.spawn.SpawnException;
import org.hawser.runtime.spawn.SpawnOrigin;
import org.hawser.runtime.spawn.SpawnRequest;
import org.hawser.runtime.spawn.Spawner;

/**
 * Starts processes and connects with them: the root opens a port, has the processes started, and tells them the port;
 * they connect to it when they begin. From there on it is as between any two groups.
 *
 * <p><b>Threads:</b> one at a time and communicator. <b>Allocates:</b> per call.
 */
public final class Spawning {
    /** Looks at the new processes are this far apart. */
    private static final long LOOK_NANOS = 20_000_000;

    private final Communicator own;
    private final Asking asking;
    private Spawner.Children children;
    private String port;
    private long lastLook;

    /** What the root asks for. */
    @FunctionalInterface
    public interface Asking {
        /**
         * The programs, for processes that are told {@code parent}.
         *
         * @throws MpiFailure when what was asked for makes no sense
         */
        SpawnRequest request(String parent);
    }

    private Spawning(Communicator own, Asking asking) {
        this.own = own;
        this.asking = asking;
    }

    /**
     * Collective: a communicator with new processes.
     *
     * @param asking the root's; others' are not looked at
     * @throws MpiFailure with {@code SPAWN}, at all processes, when they cannot be started or end before they connect
     */
    public static Communicator spawn(Communicator own, int root, Asking asking) {
        Spawning spawning = new Spawning(own, asking);
        try (LeaderSocket socket = new LeaderSocket(spawning::open)) {
            Communicator made = Encounter.meet(own, root, socket);
            if (spawning.children != null) {
                spawning.children.joined();
            }
            return made;
        } catch (RuntimeException e) {
            if (spawning.children != null) {
                spawning.children.abandon();
            }
            // The program asked for processes; that there are ports in it is not its concern.
            throw e instanceof MpiFailure failure && failure.errorClass() == ErrorClass.PORT
                ? new MpiFailure(ErrorClass.SPAWN, failure.getMessage(), failure) : e;
        } finally {
            if (spawning.port != null) {
                Ports.close(spawning.port);
            }
        }
    }

    /** Collective over all processes of a job that was spawned: the communicator with those who spawned it. */
    public static Communicator connectToParents(Communicator world, SpawnOrigin origin) {
        return Ports.connect(world, origin.parent(), 0);
    }

    private PatientSocket open() throws IOException {
        port = Ports.open();
        try {
            children = Spawner.current().start(asking.request(port));
        } catch (SpawnException e) {
            throw new MpiFailure(ErrorClass.SPAWN, e.getMessage(), e);
        }
        return Ports.awaitClient(own.point(), port, this::checkChildren);
    }

    private void checkChildren() {
        long now = System.nanoTime();
        if (now - lastLook < LOOK_NANOS) {
            return;
        }
        lastLook = now;
        if (!children.run()) {
            throw new MpiFailure(ErrorClass.SPAWN, "a process that was started has ended before it called MPI.Init");
        }
    }
}
