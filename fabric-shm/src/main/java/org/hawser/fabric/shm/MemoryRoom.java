package org.hawser.fabric.shm;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * How much memory the machine has left for a file in memory. The file system's own limit is no answer: it may be as
 * large as the machine's memory, and the kernel then ends processes before it refuses a page.
 *
 * <p><b>Threads:</b> any. <b>Allocates:</b> per look.
 */
final class MemoryRoom {
    private static final Path MEMINFO = Path.of("/proc/meminfo");
    private static final String IN_MEMORY = "tmpfs";
    /** The program must be able to say that there is no more, also when several ranks take the last at once. */
    private static final long KEPT = 384L << 20;

    private MemoryRoom() {
    }

    /** Throws when a file of so many bytes in a directory would take the last of the machine's memory. */
    static void check(Path directory, long bytes) throws IOException {
        if (!Files.isReadable(MEMINFO) || !Files.getFileStore(directory).type().equals(IN_MEMORY)) {
            return;
        }
        long left = left(Files.readAllLines(MEMINFO));
        if (bytes > left - KEPT) {
            throw new IOException("the machine has " + left + " bytes of memory left, of which " + KEPT + " are kept");
        }
    }

    /** Bytes that can still be had, with what can be swapped out, by the lines of the kernel's account. */
    static long left(List<String> account) {
        long left = -1;
        long swap = 0;
        for (String line : account) {
            if (line.startsWith("MemAvailable:")) {
                left = bytes(line);
            } else if (line.startsWith("SwapFree:")) {
                swap = bytes(line);
            }
        }
        return left < 0 ? Long.MAX_VALUE : left + swap;
    }

    private static long bytes(String line) {
        String number = line.substring(line.indexOf(':') + 1).replace("kB", "").strip();
        return Long.parseLong(number) << 10;
    }
}
