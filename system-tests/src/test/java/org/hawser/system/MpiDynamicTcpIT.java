package org.hawser.system;

import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.function.UnaryOperator;
import org.hawser.launcher.job.JobSpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Programs on one host that start and meet others over tcp alone. */
class MpiDynamicTcpIT {
    @TempDir
    private Path directory;

    private UnaryOperator<JobSpec.Builder> options(String... more) {
        return builder -> RankJob.brief(builder).jvmArgs("-Dhawser.fabric=tcp").jvmArgs(more)
            .environment("HAWSER_SHM_DIR", directory.toString());
    }

    @ParameterizedTest
    @CsvSource({"spawn, 2, 3, 5", "family, 2, 2, 4", "introduced, 3, 0, 5", "careless, 2, 2, 4", "again, 1, 8, 9"})
    void parentsAndChildrenTalkAndPart(String program, int parents, int amount, int all) throws Exception {
        RankJob.start(MpiSpawning.class, parents, options(), program, Integer.toString(amount)).assertWell(all);
    }

    @Test
    void encryptedJobsTalk() throws Exception {
        RankJob.start(MpiSpawning.class, 2, options("-Dhawser.tcp.tls=on"), "spawn", "2").assertWell(4);
    }

    @Test
    void jobsThatWereStartedApartMeetUnderAPublishedName() throws Exception {
        String id = directory.getFileName().toString();
        RankJob server = RankJob.start(MpiMeeting.class, 2, options(), "server", "2", id);
        server.whenAllAreUp(all -> { });
        for (int ranks : new int[] {1, 3}) {
            RankJob.start(MpiMeeting.class, ranks, options(), "client", "0", id).assertWell(ranks);
        }
        server.assertWell(2);
    }

    @Test
    void jobThatListensToNobodyIsToldWhatToDo() throws Exception {
        String id = directory.getFileName().toString();
        RankJob server = RankJob.start(MpiMeeting.class, 1, options(), "server", "1", id);
        server.whenAllAreUp(all -> { });
        RankJob client = RankJob.start(MpiMeeting.class, 1,
            builder -> builder.environment("HAWSER_SHM_DIR", directory.toString()), "client", "0", id);
        assertNotEquals(0, client.await(), client::report);
        assertNotEquals(0, server.await(), server::report);
        assertTrue(client.report().contains("start both jobs with the same hawser.fabric"), client::report);
    }

    @Test
    void killedChildEndsTheJob() throws Exception {
        RankJob job = RankJob.start(MpiSpawning.class, 1, options(), "waiting", "2");
        job.whenUp(3, all -> RankJob.kill(all.pids().get(2)));
        assertNotEquals(0, job.await(), job::report);
        assertTrue(job.message().contains("rank 1 of spawned job 1") && job.message().contains("SIGKILL"), job::report);
    }
}
