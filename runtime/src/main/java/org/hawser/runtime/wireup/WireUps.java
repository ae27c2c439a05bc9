package org.hawser.runtime.wireup;

import java.nio.file.Path;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.locks.LockSupport;
import org.hawser.fabric.WireUp;
import org.hawser.runtime.launch.JobDescription;

/**
 * Chooses where a rank finds its peers' addresses. Nothing is opened before somebody asks.
 *
 * <p><b>Threads:</b> any.
 */
public final class WireUps {
    private static final long VICTIM_PATIENCE_NANOS = 1_000_000_000L;
    private static final long READER_PATIENCE_NANOS = 100_000_000;

    private WireUps() {
    }

    /**
     * The way that fits a rank: through its launcher where {@link JobDescription#WIREUP} says so, through somebody
     * else's launcher where that has started this process, else the node's directory, else what ranks of one process
     * share.
     *
     * @param directory the node's directory, or null
     * @param shared    what the ranks of one process share, or null
     */
    public static WireUp of(int rank, Path directory, ConcurrentMap<Object, Object> shared) {
        if (directory != null && LauncherWireUp.NAME.equals(System.getenv(JobDescription.WIREUP))) {
            return new LauncherWireUp(rank, directory);
        }
        ManagedJob managed = ManagedJob.joined();
        if (managed != null && shared == null && managed.directory().equals(directory)) {
            return managed.wireUp().use();
        }
        if (directory != null) {
            return new DirectoryWireUp(rank, directory);
        }
        return new SharedWireUp(rank, shared == null ? new ConcurrentHashMap<>() : shared);
    }

    /**
     * Tells the launcher that started this process that the whole job is to end, and with which code. Hawser's own
     * launcher is not told: it sees this process end.
     *
     * @param victim whether this rank fails because another one has gone; that one, or the launcher that sees its end,
     *     is given a second to come first
     */
    public static void abort(int exitCode, boolean victim) {
        ManagedJob managed = ManagedJob.joined();
        if (managed != null) {
            // Why it ends has just been printed. A manager ends its ranks at once, and drops what it has not read then.
            LockSupport.parkNanos(victim ? VICTIM_PATIENCE_NANOS : READER_PATIENCE_NANOS);
            managed.values().abort(exitCode);
        }
    }
}
