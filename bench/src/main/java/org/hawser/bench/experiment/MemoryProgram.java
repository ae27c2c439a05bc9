package org.hawser.bench.experiment;

import java.io.IOException;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import org.hawser.launcher.job.JobSpec;
import org.hawser.launcher.job.LocalJob;
import org.hawser.runtime.Rank;

/**
 * The ranks whose memory is measured.
 *
 * <p><b>Threads:</b> {@link #run} on the command's main thread; {@link #main} on the thread of each rank.
 */
public final class MemoryProgram {
    private static final int NEIGHBOURS = 4;
    /** Enough for a neighbour to be given a lane of its own. */
    private static final int MESSAGES = 64;
    private static final int TALK = 1;

    private MemoryProgram() {
    }

    /** Runs a job of that many ranks. */
    static MemoryUse run(int ranks) throws IOException, InterruptedException {
        List<MemoryUse> uses = new ArrayList<>();
        JobSpec spec = JobSpec.of(ranks, MemoryProgram.class.getName()).classPath(List.of(MeasuringJob.ownClasses()))
            // A young generation of one size, so that the heap's growth is not taken for the runtime's.
            .threads(true).jvmArgs("-Xmn24m", "-XX:MaxDirectMemorySize=4g").output((rank, error, line) -> {
                if (MemoryUse.isLine(line)) {
                    uses.add(MemoryUse.parse(line));
                } else {
                    System.err.println(line);
                }
            }).build();
        MeasuringJob.await(LocalJob.start(spec), "memory");
        return uses.getFirst();
    }

    /**
     * Runs on every rank.
     *
     * @param arguments none
     */
    public static void main(String[] arguments) {
        try (Rank rank = Rank.join()) {
            Arrivals arrivals = new Arrivals();
            rank.messages().register(TALK, arrivals);
            rank.barrier();
            long[] idle = look(rank);
            talk(rank, arrivals);
            long[] talking = look(rank);
            if (rank.number() == 0) {
                System.out.println(new MemoryUse(rank.size(), idle[0], idle[1], talking[0], talking[1]).toLine());
            }
            rank.barrier();
        }
    }

    /** To the two ranks on each side; in a small job some of them are the same. */
    private static void talk(Rank rank, Arrivals arrivals) {
        for (int i = 0; i < MESSAGES; i++) {
            for (int step : new int[] {-2, -1, 1, 2}) {
                rank.messages().send(Math.floorMod(rank.number() + step, rank.size()), TALK, i);
            }
            rank.progress();
        }
        arrivals.awaitAmongMany(rank, MESSAGES * (long) NEIGHBOURS);
        rank.barrier();
    }

    /** Off-heap and resident bytes, seen by rank 0 while the others wait. */
    private static long[] look(Rank rank) {
        long[] bytes = new long[2];
        if (rank.number() == 0) {
            System.gc();
            for (BufferPoolMXBean pool : ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class)) {
                if (pool.getName().equals("direct")) {
                    bytes[0] = pool.getMemoryUsed();
                }
            }
            bytes[1] = ProcessMemory.resident();
        }
        rank.barrier();
        return bytes;
    }
}
