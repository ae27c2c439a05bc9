package org.hawser.system;

import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import org.hawser.fabric.RegionKey;
import org.hawser.fabric.RemoteRegion;
import org.hawser.platform.ring.MpscLayout;
import org.hawser.platform.ring.SpscLayout;
import org.hawser.runtime.Rank;
import org.hawser.runtime.Symmetric;

/** Programs in which rank 1 does something wrong while the others wait for it in a barrier. */
final class Faults {
    /** Where the mailbox begins in a rank's own file. */
    private static final long CONTROL_PAGE = 4096;

    private static final int CAPACITY = 64 << 10;

    private Faults() {
    }

    static void run(Rank rank, String fault) throws InterruptedException {
        Symmetric memory = rank.symmetric(64);
        RemoteRegion other = memory.at((rank.number() + 1) % rank.size());
        if (fault.equals("freedRegion") && rank.number() == 2) {
            memory.close();
        }
        rank.messages().register(1, (source, bytes, offset, length) -> { });
        rank.barrier();
        System.out.println("up");
        if (rank.number() == 1) {
            commit(rank, fault, other);
        }
        if (fault.startsWith("scribble") || fault.equals("noHandler") && rank.number() != 1) {
            // Until another rank's end is told.
            rank.await(() -> false);
        }
        rank.barrier();
    }

    private static void commit(Rank rank, String fault, RemoteRegion other) throws InterruptedException {
        MemorySegment bytes = MemorySegment.ofArray(new long[1_000_000]);
        RegionKey key = other.key();
        switch (fault) {
            case "putOutside" -> rank.put(other, 60, bytes, 0, 8);
            case "wrongKey" -> rank.attach(new RegionKey(key.owner(), key.id(), key.secret() ^ 1, key.length()));
            case "freedRegion" -> rank.put(other, 0, bytes, 0, 8);
            case "tooLong" -> rank.messages().send(0, 1, bytes, 0, 1_000_000);
            case "noSuchRank" -> rank.messages().send(rank.size(), 1, 1);
            case "noHandler" -> rank.messages().send(2, 77, 1);
            case "tooMuchMemory" -> rank.allocate(1L << 45);
            case "fillMemory" -> {
                while (true) {
                    rank.allocate(1 << 20);
                }
            }
            case "scribbleLane" -> {
                // So many that the lane is open, and what was sent lies in it.
                for (int i = 0; i < 1_000; i++) {
                    rank.messages().send(0, 1, 1);
                }
                scribble(rank, "rank-0.lane-0", SpscLayout.bytes(CAPACITY) - CAPACITY);
                rank.messages().send(0, 1, 1);
            }
            case "scribbleMailbox" -> scribble(rank, "rank-0", CONTROL_PAGE + MpscLayout.bytes(CAPACITY) - CAPACITY);
            case "sleep" -> Thread.sleep(100_000);
            case "spin" -> {
                while (true) {
                    rank.messages().send(0, 1, 1);
                }
            }
            default -> throw new IllegalArgumentException("no such program: " + fault);
        }
    }

    /** Writes over another rank's ring, as native code with a wrong address does. */
    private static void scribble(Rank rank, String file, long from) {
        try (FileChannel channel = FileChannel.open(rank.address().directory().resolve(file), READ, WRITE)) {
            channel.map(FileChannel.MapMode.READ_WRITE, 0, channel.size(), Arena.global()).asSlice(from)
                .fill((byte) 0x5a);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
