package org.hawser.bench.lab;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.concurrent.ThreadLocalRandom;
import org.hawser.platform.node.NodeDirectory;

/**
 * The file behind the {@link Board} of one job, empty when the job starts and gone when it has ended; what a command
 * leaves that was killed, the next start removes. The programs of peers map such a file, too.
 *
 * <p><b>Threads:</b> the command's main thread.
 *
 * @param directory where it lies alone
 * @param path      in memory where the machine has a file system for that
 */
public record BoardFile(NodeDirectory directory, Path path) implements AutoCloseable {
    /**
     * Makes one.
     *
     * @throws IOException when there is no place for it
     */
    public static BoardFile create() throws IOException {
        NodeDirectory directory = NodeDirectory.create("board-"
            + HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextLong()));
        return new BoardFile(directory, Files.createFile(directory.path().resolve("board")));
    }

    @Override
    public void close() throws IOException {
        directory.close();
    }
}
