package org.hawser.bench.lab;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * How long this thread has waited for its core while somebody else had it, as the kernel counts it.
 *
 * <p><b>Threads:</b> the one that made it. <b>Allocates:</b> a line of text per look.
 */
final class RunQueue {
    private static final Path OWN = Path.of("/proc/thread-self/schedstat");

    private final ByteBuffer text = ByteBuffer.allocate(128);
    private final FileChannel file;

    /** Of the calling thread. */
    RunQueue() {
        file = open();
    }

    /** Nanoseconds since the thread began; always 0 where the kernel does not tell. */
    long waitedNanos() {
        if (file == null) {
            return 0;
        }
        try {
            int length = file.read(text.clear(), 0);
            // "time on the core, time waiting for it, turns"
            return Long.parseLong(new String(text.array(), 0, length, StandardCharsets.US_ASCII).split(" ")[1]);
        } catch (IOException e) {
            return 0;
        }
    }

    private static FileChannel open() {
        try {
            return FileChannel.open(OWN, StandardOpenOption.READ);
        } catch (IOException e) {
            return null;
        }
    }
}
