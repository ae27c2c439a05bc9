package org.hawser.runtime;

import java.util.concurrent.locks.LockSupport;
import org.hawser.fabric.Capability;
import org.hawser.fabric.Domain;
import org.hawser.fabric.FabricException;
import org.hawser.fabric.MappedRegion;
import org.hawser.fabric.RegionKey;
import org.hawser.platform.settings.Settings;
import org.hawser.runtime.launch.JobDescription;

/**
 * Chooses the barrier for a job: in memory where all ranks map it, by messages elsewhere or when
 * {@code hawser.barrier=dissemination} asks for it.
 *
 * <p>The memory is a region of rank 0 whose key every rank makes from the job's name. It is the one thing that ranks
 * find without being told; the mode of the job's directory keeps it from others.
 */
final class BarrierChoice {
    private static final long REGION = Regions.SYMMETRIC;
    private static final long PATIENCE_NANOS = 60_000_000_000L;

    private BarrierChoice() {
    }

    static Barrier choose(Rank rank, Domain domain, ProgressEngine engine, JobDescription job) {
        String wanted = Settings.text("hawser.barrier", "node");
        if (!wanted.equals("node") && !wanted.equals("dissemination")) {
            throw new IllegalArgumentException("setting must be node or dissemination: hawser.barrier=" + wanted);
        }
        boolean mapped = domain.has(Capability.DIRECT_MAPPING) && wanted.equals("node");
        if (!mapped) {
            return new DisseminationBarrier(rank, engine, Reserved.BARRIER);
        }
        RegionKey key = new RegionKey(0, REGION, secretOf(job.jobId()), NodeBarrier.bytes(job.size()));
        if (job.rank() == 0) {
            // Not a region of the rank's table: it must be there for ranks that join after rank 0 has left.
            domain.allocate(key.length(), key.id(), key.secret());
        }
        return new NodeBarrier(attach(domain, key).map(), engine, domain, job.rank(), job.size());
    }

    private static MappedRegion attach(Domain domain, RegionKey key) {
        domain.connect(0);
        long deadline = System.nanoTime() + PATIENCE_NANOS;
        while (true) {
            try {
                return (MappedRegion) domain.attach(key);
            } catch (FabricException e) {
                // Rank 0 is there but has not made it yet.
                if (System.nanoTime() > deadline) {
                    throw e;
                }
                LockSupport.parkNanos(500_000);
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
