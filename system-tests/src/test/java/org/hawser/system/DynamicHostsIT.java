package org.hawser.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.function.UnaryOperator;
import org.hawser.launcher.host.Mapping;
import org.hawser.launcher.job.JobSpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Programs on hosts with networks of their own that start others there, or meet. */
class DynamicHostsIT {
    @RegisterExtension
    static final NamespaceHosts HOSTS = new NamespaceHosts(2);

    private static UnaryOperator<JobSpec.Builder> on(int count, int ranks) throws Exception {
        UnaryOperator<JobSpec.Builder> placed = HOSTS.on(count, ranks, Mapping.NODE);
        return builder -> RankJob.brief(placed.apply(builder));
    }

    @ParameterizedTest
    @CsvSource({"spawn, 2, 3, 5", "introduced, 3, 0, 5", "hosted, 2, 0, 4"})
    void parentsAndChildrenTalkAndPart(String program, int parents, int amount, int all) throws Exception {
        RankJob.start(MpiSpawning.class, parents, on(2, parents), program, Integer.toString(amount)).assertWell(all);
        assertEquals(0, RankJob.entries(HOSTS.shm()), "nothing is left");
    }

    @Test
    void halvesOfOneJobMeetAtAPort() throws Exception {
        RankJob.start(MpiMeeting.class, 4, on(2, 4), "halves", "3").assertWell(4);
    }

    @Test
    void jobsThatWereStartedApartMeet() throws Exception {
        String id = HOSTS.shm().getFileName().toString();
        String names = "-Dhawser.mpi.names=" + HOSTS.shm().resolve("names");
        UnaryOperator<JobSpec.Builder> both = on(2, 2);
        RankJob server = RankJob.start(MpiMeeting.class, 2, builder -> both.apply(builder).jvmArgs(names), "server",
            "1", id);
        server.whenAllAreUp(all -> { });
        UnaryOperator<JobSpec.Builder> one = on(1, 2);
        RankJob client = RankJob.start(MpiMeeting.class, 2,
            builder -> one.apply(builder).jvmArgs(names, "-Dhawser.meet=hosts"), "client", "0", id);
        client.assertWell(2);
        server.assertWell(2);
        assertEquals(0, RankJob.entries(HOSTS.shm().resolve("names")), "the name is gone with its publisher");
    }

    @Test
    void jobThatListensToNoOtherHostIsToldWhatToDo() throws Exception {
        String id = HOSTS.shm().getFileName().toString();
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
