package org.hawser.testkit;

import org.hawser.runtime.Rank;
import org.hawser.runtime.launch.JobDescription;

/**
 * Jobs whose ranks are threads of the test's JVM.
 *
 * <pre>{@code
 * LocalRanks.run(4, rank -> {
 *     rank.barrier();
 *     assertEquals(4, rank.size());
 * });
 * }</pre>
 *
 * <p><b>Threads:</b> one job at a time: settings are those of the JVM. <b>Allocates:</b> a thread per rank.
 */
public final class LocalRanks {
    private final Medium medium;
    private final boolean progressThread;

    private LocalRanks(Medium medium, boolean progressThread) {
        this.medium = medium;
        this.progressThread = progressThread;
    }

    /** Ranks on {@code medium}. */
    public static LocalRanks on(Medium medium) {
        return new LocalRanks(medium, false);
    }

    /** Runs a job of {@code size} ranks on the {@linkplain Medium#standard standard medium}. */
    public static void run(int size, RankProgram program) {
        on(Medium.standard()).start(size, program);
    }

    /** The same, each rank with a progress thread. */
    public LocalRanks withProgressThreads() {
        return new LocalRanks(medium, true);
    }

    /** Runs a job of {@code size} ranks; throws the first failure, with its rank. */
    public void start(int size, RankProgram program) {
        try (Medium.Meeting meeting = medium.open()) {
            RankThreads.run(size, number -> {
                Rank rank = join(meeting, number, size);
                try {
                    program.run(rank);
                } catch (Throwable e) {
                    // Aside: leaving may wait for peers, and the failure must be told whatever they do.
                    Thread.ofPlatform().daemon().start(rank::close);
                    throw e;
                }
                rank.close();
            });
        }
    }

    private Rank join(Medium.Meeting meeting, int number, int size) {
        JobDescription job = new JobDescription(meeting.job(), number, medium.nodes(size), meeting.path(),
            meeting.path() == null, progressThread, 0);
        return Rank.join(job, meeting.shared());
    }
}
