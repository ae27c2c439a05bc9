package org.hawser.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.util.function.UnaryOperator;
import org.hawser.launcher.host.HostPlan;
import org.hawser.launcher.host.Mapping;
import org.hawser.launcher.job.JobSpec;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Jobs on hosts with networks of their own: shared memory inside each, TCP between them. */
class NamespaceIT {
    @TempDir
    private Path directory;

    private Namespaces hosts;

    private void open(int count) throws Exception {
        String missing = Namespaces.missing();
        assumeTrue(missing == null, missing);
        hosts = Namespaces.open(count, directory);
    }

    @AfterEach
    void close() throws Exception {
        if (hosts != null) {
            hosts.close();
        }
    }

    private UnaryOperator<JobSpec.Builder> on(int ranks, Mapping mapping) throws Exception {
        HostPlan plan = hosts.plan(ranks, mapping);
        return builder -> builder.hosts(plan);
    }

    @ParameterizedTest
    @CsvSource({"2, 4, NODE", "2, 4, CYCLIC", "4, 8, NODE"})
    void everyRankReachesEveryOther(int count, int ranks, Mapping mapping) throws Exception {
        open(count);
        RankJob.assertRuns(ranks, on(ranks, mapping), "allToAll", "50");
    }

    @Test
    void ranksOfOneHostShareItsMemory() throws Exception {
        open(2);
        RankJob.assertRuns(4, on(4, Mapping.NODE), "oneSided", "20");
    }

    @ParameterizedTest
    @CsvSource({"2, 4, NODE", "4, 4, NODE"})
    void mpiProgramsRunAcrossHosts(int count, int ranks, Mapping mapping) throws Exception {
        open(count);
        RankJob.assertRuns(MpiPrograms.class, ranks, on(ranks, mapping), "modes");
    }

    @Test
    void aKilledRankEndsTheJobOnAllHosts() throws Exception {
        open(2);
        RankJob job = RankJob.start(4, on(4, Mapping.NODE), "sleep");
        job.whenAllAreUp(all -> RankJob.kill(all.pids().get(3)));
        assertEquals(137, job.await(), job::report);
        assertTrue(job.message().contains("rank 3") && job.message().contains("on h1"), job::report);
        assertTrue(job.pids().stream().allMatch(pid -> ProcessHandle.of(pid).isEmpty()), job::report);
    }
}
