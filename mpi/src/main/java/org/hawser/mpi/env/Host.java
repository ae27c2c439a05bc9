package org.hawser.mpi.env;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.hawser.fabric.Capability;
import org.hawser.runtime.Rank;
import org.hawser.runtime.RankAddress;

/**
 * Where this process runs.
 *
 * <p><b>Threads:</b> any. <b>Allocates:</b> when it is first asked.
 */
public final class Host {
    private Host() {
    }

    /** The host's name. */
    public static String name() {
        return Name.TEXT;
    }

    /** The same for all processes that share memory with this one, also of other jobs, and for no others. */
    public static String node(Rank rank) {
        RankAddress own = rank.address();
        String place = own.directory() == null ? "process " + own.process()
            : String.valueOf(own.directory().getParent());
        String node = own.node() + " " + place;
        if (!rank.has(Capability.DIRECT_MAPPING, rank.number())) {
            // On a network alone processes share nothing, wherever they run.
            return node + " " + own.job() + " rank " + rank.number();
        }
        // A job may be told that it has several nodes on one machine; then no other job takes part in them.
        return rank.nodes().isSingle() ? node
            : node + " " + own.job() + " node " + rank.nodes().nodeOf(rank.number());
    }

    private static String read(String file, String otherwise) {
        try {
            return Files.readString(Path.of(file)).strip();
        } catch (IOException e) {
            return otherwise;
        }
    }

    /** Read when it is first asked for. */
    private static final class Name {
        static final String TEXT = find();

        private static String find() {
            String name = System.getenv("HOSTNAME");
            return read("/proc/sys/kernel/hostname", name == null || name.isEmpty() ? "localhost" : name);
        }
    }
}
