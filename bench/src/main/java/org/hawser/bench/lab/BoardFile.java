package org.hawser.bench.lab;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The file behind the {@link Board} of one job, empty when the job starts and gone when it has ended. The programs of
 * peers map such a file, too.
 *
 * <p><b>Threads:</b> the command's main thread.
 *
 * @param path in memory where the machine has a file system for that
 */
public record BoardFile(Path path) implements AutoCloseable {
    private static final Path IN_MEMORY = Path.of("/dev/shm");

    /**
     * Makes one.
     *
     * @throws IOException when there is no place for it
     */
    public static BoardFile create() throws IOException {
        String prefix = "hawser-bench-";
        return new BoardFile(Files.isWritable(IN_MEMORY) ? Files.createTempFile(IN_MEMORY, prefix, ".board")
            : Files.createTempFile(prefix, ".board"));
    }

    @Override
    public void close() throws IOException {
        Files.deleteIfExists(path);
    }
}
