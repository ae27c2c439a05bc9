package org.hawser.mpi.p2p;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.ref.Reference;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.hawser.runtime.Rank;
import org.hawser.testkit.Medium;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Lengths are longs. */
@Tag("slow")
@Tag("once")
class HugeMessageTest {
    private static final long BYTES = (1L << 31) + 12_345;

    /** Memory that the machine can give, or 0 where it does not say. */
    private static long available() throws Exception {
        Path information = Path.of("/proc/meminfo");
        return !Files.isReadable(information) ? 0 : Files.readAllLines(information).stream()
            .filter(line -> line.startsWith("MemAvailable:"))
            .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) << 10).findFirst().orElse(0);
    }

    /** Memory that is neither the runtime's nor counted as direct memory: a file without a name. */
    private static MemorySegment mapped(Arena arena) throws IOException {
        Path shared = Path.of("/dev/shm");
        Path file = Files.isWritable(shared) ? Files.createTempFile(shared, "huge", "")
            : Files.createTempFile("huge", "");
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            return channel.map(FileChannel.MapMode.READ_WRITE, 0, BYTES, arena);
        } finally {
            Files.delete(file);
        }
    }

    @ParameterizedTest
    @CsvSource({"shm, false, true", "shm, true, false", "tcp, false, true"})
    void aMessageOfMoreThanTwoGibibytesArrives(String fabric, boolean runtimeMemory, boolean postedFirst)
            throws Exception {
        long available = available();
        assumeTrue(available > 3 * BYTES, "not enough memory: available=" + available + " wanted=" + 3 * BYTES);
        try (Arena arena = Arena.ofShared()) {
            // Regions in files are not counted as the JVM's own memory, of which there is less.
            P2pJob.run(Medium.inFiles(fabric), 2, (rank, p2p) ->
                exchange(rank, p2p, runtimeMemory ? rank.allocate(BYTES).memory() : mapped(arena), postedFirst));
        }
    }

    private static void exchange(Rank rank, PointToPoint p2p, MemorySegment memory, boolean postedFirst) {
        // Both at once: the machine takes longer to give so much memory than the message takes.
        Contents.fill(memory, 1 + rank.number());
        if (rank.number() == 0) {
            rank.barrier();
            p2p.send(0, 1, 1, false, null, memory.address(), BYTES);
        } else {
            Operation receive = postedFirst ? post(p2p, memory) : null;
            rank.barrier();
            if (receive == null) {
                new Messages(p2p).until("it is seen", () -> p2p.probes().peek(0, 0, 1, new Envelope()));
                receive = post(p2p, memory);
            }
            p2p.await(receive);
            assertEquals(BYTES, receive.bytes());
            Contents.check(memory, 1, "huge message");
            p2p.recycle(receive);
        }
        Reference.reachabilityFence(memory);
    }

    private static Operation post(PointToPoint p2p, MemorySegment memory) {
        return p2p.startReceive(0, 0, 1, null, memory.address(), BYTES, memory);
    }
}
