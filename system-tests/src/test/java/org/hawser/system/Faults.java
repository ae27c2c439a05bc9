package org.hawser.system;

import java.lang.foreign.MemorySegment;
import org.hawser.fabric.RegionKey;
import org.hawser.fabric.RemoteRegion;
import org.hawser.runtime.Rank;
import org.hawser.runtime.Symmetric;

/** Programs in which rank 1 does something wrong while the others wait for it in a barrier. */
final class Faults {
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
        } else if (fault.equals("noHandler")) {
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
            case "sleep" -> Thread.sleep(100_000);
            case "spin" -> {
                while (true) {
                    rank.messages().send(0, 1, 1);
                }
            }
            default -> throw new IllegalArgumentException("no such program: " + fault);
        }
    }
}
