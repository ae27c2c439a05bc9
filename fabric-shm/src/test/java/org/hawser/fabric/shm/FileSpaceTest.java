package org.hawser.fabric.shm;

import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.nio.file.Path;
import org.hawser.testkit.AllocatedBytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileSpaceTest {
    private static final int LOOKS = 1_000;
    private static final int RUNS = 7;

    @TempDir
    Path directory;

    /** Hundreds of ranks look for those that have not come: an exception for each look would be a heap's growth. */
    @Test
    void aLookForWhatIsNotThereMakesNoException() {
        FileSpace space = new FileSpace(directory);
        long least = Long.MAX_VALUE;
        for (int run = 0; run < RUNS; run++) {
            long before = AllocatedBytes.ofThisThread();
            for (int i = 0; i < LOOKS; i++) {
                assertNull(space.open("rank-1", Arena.global()));
            }
            least = Math.min(least, (AllocatedBytes.ofThisThread() - before) / LOOKS);
        }
        assertTrue(least < 600, "a look allocates: bytes=" + least);
    }

    @Test
    void whereTheDirectoryIsGoneNothingIsThere() {
        assertNull(new FileSpace(directory.resolve("gone")).open("rank-1", Arena.global()));
    }
}
