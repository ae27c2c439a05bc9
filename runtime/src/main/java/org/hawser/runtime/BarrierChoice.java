package org.hawser.runtime;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import org.hawser.fabric.Capability;
import org.hawser.fabric.Domain;
import org.hawser.fabric.FabricException;
import org.hawser.fabric.MappedRegion;
import org.hawser.fabric.NodeMap;
import org.hawser.fabric.RegionKey;
import org.hawser.platform.idle.Naps;
import org.hawser.platform.settings.Settings;
import org.hawser.runtime.launch.JobDescription;

/**
 * Chooses the kind of a job's barriers, of which each model has one: in memory where all ranks map it, by messages
 * elsewhere or when {@code hawser.barrier=dissemination} asks for it; both where several nodes have several ranks.
 *
 * <p>The memory is a region of the node's first rank whose key every rank makes from the job's name. It is the one
 * thing that ranks find without being told; the mode of the job's directory keeps it from others.
 */
final class BarrierChoice {
    private static final long REGION = Regions.SYMMETRIC;
    private static final long PATIENCE_NANOS = 60_000_000_000L;

    private BarrierChoice() {
    }

    /** As many as there are, by their numbers. */
    static Barrier[] choose(Rank rank, Domain domain, ProgressEngine engine, JobDescription job) {
        String wanted = Settings.word("hawser.barrier", "node", "node", "dissemination");
        NodeMap nodes = job.nodes();
        // All ranks must choose alike: whether nodes map their memory is the same on all of them.
        boolean mapped = domain.has(Capability.DIRECT_MAPPING, job.rank()) && wanted.equals("node");
        Barrier[] all = new Barrier[Rank.BARRIERS];
        if (!mapped || nodes.nodes() == nodes.size() && !nodes.isSingle()) {
            Arrays.setAll(all, i -> new DisseminationBarrier(rank, engine, Reserved.BARRIER + i));
        } else if (nodes.isSingle()) {
            MemorySegment memory = memory(domain, job, 0, job.size());
            Arrays.setAll(all, i -> new NodeBarrier(part(memory, i), engine, domain, job.rank(), job.size()));
        } else {
            int[] members = nodes.ranksOn(nodes.nodeOf(job.rank()));
            int index = nodes.localIndex(job.rank());
            MemorySegment memory = memory(domain, job, members[0], members.length);
            Arrays.setAll(all, i -> hierarchical(rank, engine, nodes.firstRanks(), Reserved.BARRIER + i,
                new NodeBarrier(part(memory, i), engine, domain, members, index), index == 0 ? -1 : members[0]));
        }
        return all;
    }

    private static Barrier hierarchical(Rank rank, ProgressEngine engine, int[] firstRanks, int handler,
                                        NodeBarrier node, int first) {
        if (first < 0) {
            return new HierarchicalBarrier(engine, node,
                new DisseminationBarrier(rank, engine, handler, firstRanks));
        }
        return new HierarchicalBarrier(engine, node,
            barrier -> rank.messages().sendAny(first, handler, DisseminationBarrier.gathered(barrier)));
    }

    /** What a barrier has of the memory of all. */
    private static MemorySegment part(MemorySegment memory, int barrier) {
        long bytes = memory.byteSize() / Rank.BARRIERS;
        return memory.asSlice(barrier * bytes, bytes);
    }

    /** The memory of {@code count} ranks for all barriers, which the first of them makes. */
    private static MemorySegment memory(Domain domain, JobDescription job, int first, int count) {
        RegionKey key = new RegionKey(first, REGION, secretOf(job.jobId()),
            Rank.BARRIERS * NodeBarrier.bytes(count));
        if (job.rank() == first) {
            // Not a region of the rank's table: it must be there for ranks that join after this one has left.
            domain.allocate(key.length(), key.id(), key.secret());
        }
        return attach(domain, key).map();
    }

    private static MappedRegion attach(Domain domain, RegionKey key) {
        domain.connect(key.owner());
        long deadline = System.nanoTime() + PATIENCE_NANOS;
        Naps naps = new Naps();
        while (true) {
            try {
                return (MappedRegion) domain.attach(key);
            } catch (FabricException e) {
                // The first rank is there but has not made it yet.
                if (System.nanoTime() > deadline) {
                    throw e;
                }
                naps.take(Long.MAX_VALUE);
            }
        }
    }

    private static long secretOf(String jobId) {
        long hash = 0xcbf29ce484222325L;
        for (int i = 0; i < jobId.length(); i++) {
            hash = (hash ^ jobId.charAt(i)) * 0x100000001b3L;
        }
        return hash ^ hash >>> 29;
    }
}
