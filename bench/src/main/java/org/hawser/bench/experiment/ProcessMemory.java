package org.hawser.bench.experiment;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What the kernel says about this process's memory.
 *
 * <p><b>Threads:</b> any.
 */
final class ProcessMemory {
    private static final Path STATUS = Path.of("/proc/self/status");

    private ProcessMemory() {
    }

    /** Bytes resident now; 0 where the kernel does not tell. */
    static long resident() {
        return read("VmRSS:");
    }

    /** The most bytes resident since the start; 0 where the kernel does not tell. */
    static long mostResident() {
        return read("VmHWM:");
    }

    private static long read(String name) {
        try {
            for (String line : Files.readAllLines(STATUS)) {
                if (line.startsWith(name)) {
                    return Long.parseLong(line.substring(name.length(), line.lastIndexOf(' ')).trim()) << 10;
                }
            }
        } catch (IOException e) {
            return 0;
        }
        return 0;
    }
}
