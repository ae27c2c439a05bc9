package org.hawser.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.function.UnaryOperator;
import org.hawser.launcher.job.JobSpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Locks of windows between processes, in every mode, and what becomes of them when their holder is killed. */
class RmaLockIT {
    private static UnaryOperator<JobSpec.Builder> with(String locks, int node) {
        // Locks that become a process's own do so with the first turn here.
        return builder -> builder.jvmArgs("-Dhawser.mpi.rma.locks=" + locks, "-Dhawser.mpi.rma.node=" + node,
            "-Dhawser.mpi.rma.bias=1");
    }

    @ParameterizedTest
    @CsvSource({"2, history, 0, 20000", "8, history, 0, 2000", "4, history, 2, 400", "3, migrate, 2, 400",
        "4, network, 0, 400", "4, cpu, 1, 400"})
    void countsUnderTheLockAreExact(int ranks, String locks, int node, int turns) throws Exception {
        RankJob.assertRuns(RmaLockPrograms.class, ranks, with(locks, node), "count", Integer.toString(turns));
    }

    @Test
    void processesOfDifferentThreadLevelsCountUnderOneLock() throws Exception {
        RankJob.assertRuns(RmaLockPrograms.class, 3, with("history", 0), "count", "4000", "levels");
    }

    /** Rank 3 has locked often enough for the lock to be its own, and does not have it when it is killed. */
    @Test
    void aProcessThatIsKilledOutsideTheLockThatIsItsOwnKeepsNobodyWaiting() throws Exception {
        RankJob job = RankJob.start(RmaLockPrograms.class, 4,
            builder -> RankJob.brief(with("history", 0).apply(builder)), "outside");
        job.whenAllAreUp(all -> RankJob.kill(all.pids().get(3)));
        job.await();
        assertEquals(3, job.lines().stream().filter("went on"::equals).count(), job::report);
    }

    @ParameterizedTest
    @CsvSource({"exclusive, history, 0", "inside, history, 0", "shared, history, 0", "exclusive, network, 0",
        "shared, network, 0", "exclusive, cpu, 2", "shared, migrate, 2"})
    void whoWaitsForAKilledHolderIsToldWithinFiveSecondsAndOtherLocksGoOn(String kind, String locks, int node)
            throws Exception {
        RankJob job = RankJob.start(RmaLockPrograms.class, 4,
            builder -> RankJob.brief(with(locks, node).apply(builder)), kind);
        long[] start = new long[1];
        job.whenAllAreUp(all -> {
            start[0] = System.nanoTime();
            RankJob.kill(all.pids().get(3));
        });
        job.await();
        double seconds = (System.nanoTime() - start[0]) / 1e9;
        assertEquals(3, job.lines().stream().filter(line -> line.startsWith("told true ")
            && line.contains("holder=3 target=0")).count(), job::report);
        assertEquals(3, job.lines().stream().filter("went on"::equals).count(), job::report);
        assertTrue(seconds <= 5, "seconds=" + seconds);
    }
}
