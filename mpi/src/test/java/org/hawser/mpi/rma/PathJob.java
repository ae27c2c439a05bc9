package org.hawser.mpi.rma;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.hawser.fabric.MappedRegion;
import org.hawser.fabric.RegionKey;
import org.hawser.fabric.RemoteRegion;
import org.hawser.mpi.p2p.PointToPoint;
import org.hawser.platform.memory.RawWords;
import org.hawser.runtime.Rank;
import org.hawser.testkit.CoreOnlyProvider;
import org.hawser.testkit.LocalRanks;
import org.hawser.testkit.Medium;

/** Two ranks, of which one has memory and the other the way to it: mapped, by the kernel, or by the owner's agent. */
final class PathJob {
    /** A way to a peer's memory. */
    enum Way {
        MAPPED(Medium.standard()),
        KERNEL(Medium.standardInFiles()),
        AGENT(Medium.inMemory(CoreOnlyProvider.NAME));

        final Medium medium;

        Way(Medium medium) {
            this.medium = medium;
        }
    }

    /** What the rank without memory does; the memory is there to look at, since both are threads. */
    @FunctionalInterface
    interface Program {
        void run(Path path, MemorySegment memory, PointToPoint point) throws Exception;
    }

    private PathJob() {
    }

    static void run(Way way, long bytes, Program program) {
        try (Arena arena = Arena.ofShared()) {
            MemorySegment memory = arena.allocate(bytes, 64);
            LocalRanks.on(way.medium).start(2, rank -> {
                PointToPoint point = new PointToPoint(rank);
                rank.barrier();
                byte[] key = new byte[RegionKey.BYTES];
                if (rank.number() == 1) {
                    rank.register(memory).key().encode(MemorySegment.ofArray(key), 0);
                }
                byte[] told = rank.exchange().broadcast(1, key);
                if (rank.number() == 0) {
                    RemoteRegion region = rank.attach(RegionKey.decode(MemorySegment.ofArray(told), 0));
                    program.run(path(rank, point, region), memory, point);
                }
                point.finish();
                rank.barrier();
            });
        }
    }

    private static Path path(Rank rank, PointToPoint point, RemoteRegion region) {
        if (region instanceof MappedRegion mapped) {
            return new MappedPath(RawWords.addressOf(mapped.map()), mapped, point, null);
        }
        Path noUpdates = new MappedPath(0, null, point, null);
        return new FabricPath(point, 1 - rank.number(), region, 0, noUpdates);
    }
}
