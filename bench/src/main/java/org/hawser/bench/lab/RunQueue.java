package org.hawser.bench.lab;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/**
 * How long this thread has waited for its core while somebody else had it, as the kernel counts it. The agents of this
 * process, which serve connections or make progress, are not somebody else: their time is a part of what is measured.
 *
 * <p><b>Threads:</b> the one that made it. <b>Allocates:</b> a line of text per look and agent.
 */
final class RunQueue {
    private static final Path OWN = Path.of("/proc/thread-self/schedstat");
    private static final Path THREADS = Path.of("/proc/self/task");
    /** How the names of agents begin, of which the kernel keeps 15 characters. */
    private static final List<String> AGENTS = List.of("hawser-tcp", "hawser-progress");

    private final ByteBuffer text = ByteBuffer.allocate(128);
    private final FileChannel file;
    private final List<FileChannel> agents = new ArrayList<>();

    /** Of the calling thread; agents are those that there are now. */
    RunQueue() {
        file = open(OWN);
        try (DirectoryStream<Path> threads = Files.newDirectoryStream(THREADS)) {
            for (Path thread : threads) {
                if (isAgent(thread)) {
                    agents.add(open(thread.resolve("schedstat")));
                }
            }
        } catch (IOException e) {
            // Where there are no such files there is nothing to tell.
            agents.clear();
        }
    }

    private static boolean isAgent(Path thread) {
        try {
            String name = Files.readString(thread.resolve("comm"));
            return AGENTS.stream().anyMatch(name::startsWith);
        } catch (IOException e) {
            // It has just ended.
            return false;
        }
    }

    /** Nanoseconds since the thread began, less those that agents had a core; 0 where the kernel does not tell. */
    long waitedNanos() {
        // "time on the core, time waiting for it, turns"
        long nanos = number(file, 1);
        for (FileChannel agent : agents) {
            nanos -= number(agent, 0);
        }
        return nanos;
    }

    private long number(FileChannel from, int place) {
        if (from == null) {
            return 0;
        }
        try {
            int length = from.read(text.clear(), 0);
            return Long.parseLong(new String(text.array(), 0, length, StandardCharsets.US_ASCII).split(" ")[place]);
        } catch (IOException e) {
            return 0;
        }
    }

    private static FileChannel open(Path path) {
        try {
            return FileChannel.open(path, StandardOpenOption.READ);
        } catch (IOException e) {
            return null;
        }
    }
}
