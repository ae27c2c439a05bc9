package org.hawser.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
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

/** Programs on hosts with networks of their own that start others there, or meet. */
class DynamicHostsIT {
    private static final int HOSTS = 2;

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
    void useTheUsualDirectory() {
        System.clearProperty("hawser.shm.dir");
    }

    private static UnaryOperator<JobSpec.Builder> on(int count, int ranks) throws Exception {
        HostPlan plan = hosts.plan(count, ranks, Mapping.NODE);
        return builder -> builder.hosts(plan);
    }

    private static void assertWell(RankJob job, int count) throws Exception {
        assertEquals(0, job.await(), job::report);
        assertEquals(count, job.lines().stream().filter("well"::equals).count(), job::report);
    }

    @ParameterizedTest
    @CsvSource({"spawn, 2, 3, 5", "introduced, 3, 0, 5", "hosted, 2, 0, 4"})
    void parentsAndChildrenTalkAndPart(String program, int parents, int amount, int all) throws Exception {
        assertWell(RankJob.start(MpiSpawning.class, parents, on(2, parents), program, Integer.toString(amount)), all);
        assertEquals(0, RankJob.entries(shm), "nothing is left");
    }

    @Test
    void halvesOfOneJobMeetAtAPort() throws Exception {
        assertWell(RankJob.start(MpiMeeting.class, 4, on(2, 4), "halves", "3"), 4);
    }

    @Test
    void jobsThatWereStartedApartMeet() throws Exception {
        String id = shm.getFileName().toString();
        String names = "-Dhawser.mpi.names=" + shm.resolve("names");
        UnaryOperator<JobSpec.Builder> both = on(2, 2);
        RankJob server = RankJob.start(MpiMeeting.class, 2, builder -> both.apply(builder).jvmArgs(names), "server",
            "1", id);
        server.whenAllAreUp(all -> { });
        UnaryOperator<JobSpec.Builder> one = on(1, 2);
        RankJob client = RankJob.start(MpiMeeting.class, 2,
            builder -> one.apply(builder).jvmArgs(names, "-Dhawser.meet=hosts"), "client", "0", id);
        assertWell(client, 2);
        assertWell(server, 2);
        assertEquals(0, RankJob.entries(shm.resolve("names")), "the name is gone with its publisher");
    }

    @Test
    void jobThatListensToNoOtherHostIsToldWhatToDo() throws Exception {
        String id = shm.getFileName().toString();
        RankJob server = RankJob.start(MpiMeeting.class, 2, on(2, 2), "server", "1", id);
        server.whenAllAreUp(all -> { });
        RankJob client = RankJob.start(MpiMeeting.class, 1, on(1, 1), "client", "0", id);
        assertNotEquals(0, client.await(), client::report);
        assertNotEquals(0, server.await(), server::report);
        assertTrue(client.report().contains("hawser.meet=hosts"), client::report);
    }

    @Test
    void killedChildOnAnotherHostEndsTheJob() throws Exception {
        RankJob job = RankJob.start(MpiSpawning.class, 2, on(2, 2), "waiting", "2");
        job.whenUp(4, all -> RankJob.kill(all.pids().get(3)));
        assertNotEquals(0, job.await(), job::report);
        assertTrue(job.message().contains("rank 1 of spawned job 1") && job.message().contains("SIGKILL"), job::report);
    }
}
