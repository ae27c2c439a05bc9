package org.hawser.mpi.env;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.hawser.runtime.launch.JobDescription;

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

    /** The same for all processes of the job that share memory, and for no others. */
    public static String node() {
        return Node.TEXT;
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

    /** Read when it is first asked for. */
    private static final class Node {
        // One machine may have several directories for one job, and several machines one name.
        static final String TEXT = name() + " " + read("/proc/sys/kernel/random/boot_id", "") + " "
            + JobDescription.current().directory();
    }
}
