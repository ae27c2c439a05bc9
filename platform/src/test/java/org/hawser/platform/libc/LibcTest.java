package org.hawser.platform.libc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LibcTest {
    private static final int ENOENT = 2;

    @TempDir
    private Path directory;

    @BeforeAll
    static void needsTheKernel() {
        assumeTrue(Libc.available(), Libc::unavailableReason);
    }

    @Test
    void aReservationOfAFileThatIsNotThereSaysSo() {
        Errno error = assertThrows(Errno.class, () -> Libc.reserve(directory.resolve("none").toString(), 4096));
        assertEquals(ENOENT, error.number(), error.getMessage());
    }

    @Test
    void aReservationMakesTheFileThatLong() throws IOException {
        Path file = Files.createFile(directory.resolve("file"));
        Libc.reserve(file.toString(), 12_345);
        assertEquals(12_345, Files.size(file));
    }
}
