package org.hawser.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.util.function.UnaryOperator;
import org.hawser.launcher.host.HostPlan;
import org.hawser.launcher.host.Mapping;
import org.hawser.launcher.job.JobSpec;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Jobs on hosts with networks of their own: shared memory inside each, TCP between them. */
class NamespaceIT {
    private static final int HOSTS = 4;

    @TempDir
    private static Path directory;

    private static Namespaces hosts;

    @TempDir
    private Path shm;

    @BeforeAll
    static void open() throws Exception {
        String missing = Namespaces.missing();
        assumeTrue(missing == null, missing);
        hosts = Namespaces.open(HOSTS, directory);
    }

    @AfterAll
    static void close() throws Exception {
        if (hosts != null) {
            hosts.close();
        }
    }

    @BeforeEach
    void useADirectoryOfOurOwn() {
        System.setProperty("hawser.shm.dir", shm.toString());
    }

    @AfterEach
    void nothingIsLeft() throws Exception {
        System.clearProperty("hawser.shm.dir");
        assertEquals(0, RankJob.entries(shm));
    }

    private static UnaryOperator<JobSpec.Builder> on(int count, int ranks, Mapping mapping) throws Exception {
        HostPlan plan = hosts.plan(count, ranks, mapping);
        return builder -> builder.hosts(plan);
    }

    @ParameterizedTest
    @CsvSource({"2, 4, CYCLIC", "4, 8, NODE"})
    void everyRankReachesEveryOther(int count, int ranks, Mapping mapping) throws Exception {
        RankJob.assertRuns(ranks, on(count, ranks, mapping), "allToAll", "50");
    }

    @Test
    void pairsThatTalkHaveOneConnection() throws Exception {
        RankJob.assertRuns(12, on(4, 12, Mapping.NODE), "connections");
    }

    @Test
    void memoryOfOtherHostsIsReached() throws Exception {
        RankJob.assertRuns(4, on(2, 4, Mapping.NODE), "oneSided", "20");
    }

    @Test
    void mpiProgramsRunAcrossHosts() throws Exception {
        RankJob.assertRuns(MpiPrograms.class, 4, on(2, 4, Mapping.NODE), "modes");
    }

    @Test
    void aKilledRankEndsTheJobOnAllHosts() throws Exception {
        RankJob job = RankJob.start(4, on(2, 4, Mapping.NODE), "sleep");
        job.whenAllAreUp(all -> RankJob.kill(all.pids().get(3)));
        assertEquals(137, job.await(), job::report);
        assertTrue(job.message().contains("rank 3") && job.message().contains("on h1"), job::report);
        assertTrue(job.pids().stream().allMatch(pid -> ProcessHandle.of(pid).isEmpty()), job::report);
    }
}
