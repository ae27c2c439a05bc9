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
    /** Counted page by page; the figure in the status lags behind by some. */
    private static final Path ROLLUP = Path.of("/proc/self/smaps_rollup");

    private ProcessMemory() {
    }

    /** Bytes resident now; 0 where the kernel does not tell. */
    static long resident() {
        long counted = read(ROLLUP, "Rss:");
        return counted > 0 ? counted : read(STATUS, "VmRSS:");
    }

    /** Bytes resident now, those that several processes have together divided among them; 0 where nobody tells. */
    static long proportional() {
        return read(ROLLUP, "Pss:");
    }

    /** The most bytes resident since the start; 0 where the kernel does not tell. */
    static long mostResident() {
        return read(STATUS, "VmHWM:");
    }

    private static long read(Path file, String name) {
        try {
            for (String line : Files.readAllLines(file)) {
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
