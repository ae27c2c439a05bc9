package org.hawser.runtime.spawn;

import java.util.Map;
import java.util.concurrent.ConcurrentMap;
import org.hawser.runtime.launch.JobDescription;

/**
 * What a rank that was started by other ranks knows of its start.
 *
 * <p><b>Threads:</b> immutable.
 *
 * @param parent what those who asked for it say of themselves
 * @param program which of the programs asked for it runs
 */
public record SpawnOrigin(String parent, int program) {
    /** Environment: {@link #parent}. */
    public static final String PARENT = "HAWSER_PARENT";
    /** Environment: {@link #program}. */
    public static final String PROGRAM = "HAWSER_PROGRAM";

    /** Where a rank that is a thread has its origin in what its job shares. */
    private record Of(int rank) {
    }

    /** The calling rank's; null when a launcher or nobody started it. */
    public static SpawnOrigin current() {
        ConcurrentMap<Object, Object> shared = JobDescription.shared();
        if (shared != null) {
            return (SpawnOrigin) shared.get(new Of(JobDescription.current().rank()));
        }
        String parent = System.getenv(PARENT);
        return parent == null ? null : new SpawnOrigin(parent, Integer.parseInt(System.getenv(PROGRAM)));
    }

    /** Puts it into the environment of a rank's process. */
    public void write(Map<String, String> environment) {
        environment.put(PARENT, parent);
        environment.put(PROGRAM, Integer.toString(program));
    }

    /** Puts it into what a job of threads shares. */
    public void write(Map<Object, Object> shared, int rank) {
        shared.put(new Of(rank), this);
    }
}
