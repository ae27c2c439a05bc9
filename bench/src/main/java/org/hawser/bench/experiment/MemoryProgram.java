package org.hawser.bench.experiment;

import java.io.IOException;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
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
    private static final int COLLECTIONS = 5;
    /** Until every rank sleeps, and with it all is there that sleeping needs. */
    private static final long SETTLE_NANOS = 400_000_000L;

    /**
     * JVM arguments with which nothing becomes resident that ranks do not ask for: the heap is resident from the start,
     * its free part is of one size, and nothing is compiled.
     */
    static final List<String> ALL_RESIDENT = List.of("-Xint", "-Xms192m", "-Xmx192m", "-Xmn24m", "-XX:+AlwaysPreTouch");

    private MemoryProgram() {
    }

    /** Runs a job of that many ranks, with these arguments for their JVM. */
    static MemoryUse run(int ranks, List<String> jvmArguments) throws IOException, InterruptedException {
        return run(MemoryProgram.class, ranks, jvmArguments);
    }

    /** The same with another program, which prints its {@link MemoryUse}. */
    static MemoryUse run(Class<?> program, int ranks, List<String> jvmArguments)
            throws IOException, InterruptedException {
        List<MemoryUse> uses = new ArrayList<>();
        JobSpec spec = JobSpec.of(ranks, program.getName()).classPath(List.of(MeasuringJob.ownClasses()))
            .threads(true).jvmArgs("-XX:MaxDirectMemorySize=4g").jvmArgs(jvmArguments.toArray(String[]::new))
            .output((rank, error, line) -> {
                if (MemoryUse.isLine(line)) {
                    uses.add(MemoryUse.parse(line));
                } else if (!line.startsWith(PgasHello.HELLO)) {
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
            MemoryUse.Look idle = look(rank);
            talk(rank, arrivals);
            MemoryUse.Look talking = look(rank);
            if (rank.number() == 0) {
                System.out.println(new MemoryUse(rank.size(), idle, talking).toLine());
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

    /** By rank 0, while the others sleep; null at those. */
    static MemoryUse.Look look(Rank rank) {
        MemoryUse.Look seen = null;
        if (rank.number() == 0) {
            long settled = System.nanoTime() + SETTLE_NANOS;
            rank.await(() -> System.nanoTime() - settled > 0);
            // Before the resident bytes, since looking at the heap for the first time loads classes.
            long heap = liveHeap();
            seen = new MemoryUse.Look(offHeap(), heap, ProcessMemory.resident());
        }
        rank.barrier();
        return seen;
    }

    /** The least that collections leave: one that comes between two allocations leaves what the second one made. */
    private static long liveHeap() {
        MemoryMXBean memory = ManagementFactory.getMemoryMXBean();
        long least = Long.MAX_VALUE;
        for (int i = 0; i < COLLECTIONS; i++) {
            System.gc();
            least = Math.min(least, memory.getHeapMemoryUsage().getUsed());
        }
        return least;
    }

    private static long offHeap() {
        return ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
            .filter(pool -> pool.getName().equals("direct")).mapToLong(BufferPoolMXBean::getMemoryUsed).sum();
    }
}
