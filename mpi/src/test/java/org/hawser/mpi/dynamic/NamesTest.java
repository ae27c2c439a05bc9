package org.hawser.mpi.dynamic;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.hawser.mpi.Running;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** What becomes of published names at the end of the process that has published them. */
@ExtendWith(Running.class)
class NamesTest {
    @TempDir
    private Path directory;

    @BeforeEach
    void useADirectoryOfOurOwn() throws Exception {
        Names.close();
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwx------"));
        System.setProperty("hawser.mpi.names", directory.toString());
    }

    @AfterEach
    void useTheNodesAgain() {
        System.clearProperty("hawser.mpi.names");
        Names.close();
    }

    /** The entry that publishing made. */
    private Path published(String service, String port) throws Exception {
        List<Path> before = entries();
        Names.publish(service, port);
        List<Path> now = entries();
        now.removeAll(before);
        assertEquals(1, now.size());
        return now.getFirst();
    }

    private List<Path> entries() throws Exception {
        try (var found = Files.list(directory)) {
            return new ArrayList<>(found.toList());
        }
    }

    @Test
    void atTheEndOnlyEntriesThatAreStillThisProcesssAreTakenBack() throws Exception {
        Path first = published("first", "port 1");
        Path second = published("second", "port 2");
        published("third", "port 3");
        // As another process does it: the first is taken back, the second is published anew.
        Files.delete(first);
        List<String> others = List.of("1", "port of another", "second", "another node");
        Files.write(second, others);
        Names.close();
        assertEquals(List.of(second), entries());
        assertEquals(others, Files.readAllLines(second));
    }
}
