package org.hawser.runtime.wireup;

import java.nio.file.Path;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.hawser.fabric.WireUp;
import org.hawser.runtime.launch.JobDescription;

/**
 * Chooses where a rank finds its peers' addresses. Nothing is opened before somebody asks.
 *
 * <p><b>Threads:</b> stateless.
 */
public final class WireUps {
    private WireUps() {
    }

    /**
     * The way that fits a rank: its launcher where {@link JobDescription#WIREUP} says so, else the directory or the
     * memory that it shares with its peers.
     *
     * @param directory the node's directory, or null
     * @param shared    what the ranks of one process share, or null
     */
    public static WireUp of(int rank, Path directory, ConcurrentMap<Object, Object> shared) {
        if (directory != null && LauncherWireUp.NAME.equals(System.getenv(JobDescription.WIREUP))) {
            return new LauncherWireUp(rank, directory);
        }
        if (directory != null) {
            return new DirectoryWireUp(rank, directory);
        }
        return new SharedWireUp(rank, shared == null ? new ConcurrentHashMap<>() : shared);
    }
}
