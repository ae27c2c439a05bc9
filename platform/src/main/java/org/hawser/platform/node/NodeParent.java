package org.hawser.platform.node;

import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Chooses the directory under which node directories are made: {@code HAWSER_SHM_DIR} (or the system property
 * {@code hawser.shm.dir}), else {@code /dev/shm}, else the temporary directory with one line of warning.
 *
 * <p><b>Threads:</b> any.
 */
final class NodeParent {

    private static final Path SHARED_MEMORY = Path.of("/dev/shm");
    private static boolean warned;

    private NodeParent() {
    }

    static Path path() {
        String chosen = System.getProperty("hawser.shm.dir", System.getenv("HAWSER_SHM_DIR"));
        if (chosen != null && !chosen.isEmpty()) {
            return Path.of(chosen).toAbsolutePath().normalize();
        }
        if (Files.isWritable(SHARED_MEMORY)) {
            return SHARED_MEMORY;
        }
        Path fallback = Path.of(System.getProperty("java.io.tmpdir")).toAbsolutePath().normalize();
        warnOnce(fallback);
        return fallback;
    }

    /** What the names of this user's node directories begin with. */
    static String prefix() {
        StringBuilder user = new StringBuilder(System.getProperty("user.name", "unknown"));
        for (int i = 0; i < user.length(); i++) {
            if (!Character.isLetterOrDigit(user.charAt(i))) {
                user.setCharAt(i, '_');
            }
        }
        return "hawser-" + user + "-";
    }

    private static synchronized void warnOnce(Path fallback) {
        if (!warned) {
            warned = true;
            System.err.println("hawser: no /dev/shm here: shared memory lives in files under " + fallback
                + ", which may be slower (HAWSER_SHM_DIR chooses another place)");
        }
    }
}
