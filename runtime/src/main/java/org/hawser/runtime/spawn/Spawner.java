package org.hawser.runtime.spawn;

import java.util.concurrent.ConcurrentMap;
import org.hawser.runtime.launch.JobDescription;

/**
 * Starts ranks for a job that runs: the launcher does it where there is one, else this process.
 *
 * <pre>{@code
 * Spawner.Children children = Spawner.current().start(request);
 * while (!theyHaveJoined()) {
 *     if (!children.run()) { children.abandon(); … }
 * }
 * children.joined();
 * }</pre>
 *
 * <p><b>Threads:</b> any.
 */
public interface Spawner {
    /** Environment: where the launcher takes requests. */
    String LAUNCHER = "HAWSER_LAUNCHER";

    /**
     * Starts all ranks of a new job, or none.
     *
     * @throws SpawnException when one of the programs cannot be started
     */
    Children start(SpawnRequest request) throws SpawnException;

    /** True when it knows on which hosts ranks may run; else all run on this one. */
    default boolean knowsHosts() {
        return false;
    }

    /** Ranks that were started. */
    interface Children {
        /** False once one of them has ended. */
        boolean run();

        /** Says that all have joined: from now on they belong to the job, and if one fails the job does. */
        void joined();

        /** Ends them. */
        void abandon();
    }

    /** The one for the calling rank. */
    static Spawner current() {
        ConcurrentMap<Object, Object> shared = JobDescription.shared();
        if (shared != null) {
            return shared.get(Spawner.class) instanceof Spawner threads ? threads : request -> {
                throw new SpawnException(-1, "nobody can start ranks for threads that no launcher started");
            };
        }
        String launcher = System.getenv(LAUNCHER);
        return launcher != null ? new LauncherSpawner(launcher) : new ProcessSpawner();
    }
}
