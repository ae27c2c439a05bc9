package org.hawser.launcher.job;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Directories of this process alone, which go when it ends.
 *
 * <p><b>Threads:</b> any.
 */
final class TemporaryDirectory {
    private static final Map<String, Path> MADE = new HashMap<>();

    private TemporaryDirectory() {
    }

    /** The one for a purpose, the same at each call; only this user can look into it. */
    static Path of(String purpose) throws IOException {
        synchronized (MADE) {
            Path made = MADE.get(purpose);
            if (made == null) {
                Path directory = Files.createTempDirectory("hawser-" + purpose).toAbsolutePath();
                Runtime.getRuntime().addShutdownHook(new Thread(() -> removeIfPossible(directory)));
                MADE.put(purpose, directory);
                made = directory;
            }
            return made;
        }
    }

    /** Removes a file, or a directory with all that is in it. Who finds it gone already has what it wants. */
    static void remove(Path entry) throws IOException {
        List<Path> paths;
        try (Stream<Path> all = Files.walk(entry)) {
            paths = all.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path path : paths) {
            Files.deleteIfExists(path);
        }
    }

    private static void removeIfPossible(Path directory) {
        try {
            remove(directory);
        } catch (IOException e) {
            // It stays, then; there is nobody left to tell.
            return;
        }
    }
}
