package org.hawser.fabric.shm;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class MemoryRoomTest {
    private static final Path MEMORY = Path.of("/dev/shm");

    @Test
    void whatIsAvailableAndWhatCanBeSwappedOutIsLeft() {
        assertEquals(3 << 10, MemoryRoom.left(List.of("MemTotal:  9 kB", "MemAvailable:   2 kB", "SwapFree: 1 kB")));
    }

    @Test
    void aKernelThatDoesNotSayRefusesNothing() {
        assertEquals(Long.MAX_VALUE, MemoryRoom.left(List.of("MemTotal:  9 kB", "MemFree: 1 kB")));
    }

    @Test
    void moreThanTheMachineHasIsRefusedBeforeAnythingIsTaken() {
        assumeTrue(Files.isDirectory(MEMORY), "no memory file system at " + MEMORY);
        assertThrows(IOException.class, () -> MemoryRoom.check(MEMORY, 1L << 50));
        assertDoesNotThrow(() -> MemoryRoom.check(MEMORY, 0));
    }
}
