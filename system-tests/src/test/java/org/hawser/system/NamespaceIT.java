package org.hawser.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.function.UnaryOperator;
import org.hawser.launcher.host.Mapping;
import org.hawser.launcher.job.JobSpec;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Jobs on hosts with networks of their own: shared memory inside each, TCP between them. */
class NamespaceIT {
    @RegisterExtension
    static final NamespaceHosts HOSTS = new NamespaceHosts(4);

    private static UnaryOperator<JobSpec.Builder> on(int count, int ranks, Mapping mapping) throws Exception {
        UnaryOperator<JobSpec.Builder> placed = HOSTS.on(count, ranks, mapping);
        return builder -> RankJob.brief(placed.apply(builder));
    }

    @AfterEach
    void nothingIsLeft() throws Exception {
        assertEquals(0, RankJob.entries(HOSTS.shm()));
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

    /** Every host takes all cores for its own; told of one only, a rank that waits lets those of other hosts run. */
    @ParameterizedTest
    @CsvSource({"teams, 20, 3, 6, CYCLIC", "mixture, 1, 2, 4, NODE"})
    void pgasProgramsRunAcrossHosts(String program, String argument, int count, int ranks, Mapping mapping)
            throws Exception {
        UnaryOperator<JobSpec.Builder> there = on(count, ranks, mapping);
        RankJob.assertRuns(PgasPrograms.class, ranks,
            builder -> there.apply(builder).jvmArgs("-XX:ActiveProcessorCount=1"), program, argument);
    }

    /** Messages, collectives and windows while connections are cut; and both models side by side. */
    @ParameterizedTest
    @CsvSource({"TcpPrograms, cuts, 3, 6", "PgasPrograms, mixture, 1, 0"})
    void encryptedProgramsRunAcrossHosts(String programs, String program, String seconds, String cuts)
            throws Exception {
        UnaryOperator<JobSpec.Builder> there = HOSTS.on(2, 4, Mapping.NODE);
        RankJob.assertRuns(NodesIT.main(programs), 4, builder -> there.apply(builder)
            .jvmArgs("-Dhawser.tcp.tls=on", "-XX:ActiveProcessorCount=1"), program, seconds, cuts);
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
