package org.hawser.system;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.function.UnaryOperator;
import org.hawser.launcher.job.JobSpec;
import org.hawser.testkit.CoreOnlyProvider;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** PGAS programs whose ranks are processes, or threads of one, alone and beside MPI. */
class PgasIT {
    private static final String SECONDS = Integer.toString(Integer.getInteger("hawser.traffic.seconds", 1));

    private static UnaryOperator<JobSpec.Builder> on(String medium) {
        return builder -> switch (medium) {
            case "shm" -> builder;
            case "tcp" -> builder.jvmArgs("-Dhawser.fabric=tcp");
            case "core" -> builder.jvmArgs("-Dhawser.fabric=" + CoreOnlyProvider.NAME);
            case "threads" -> builder.threads(true);
            case "tcp threads" -> builder.threads(true).jvmArgs("-Dhawser.fabric=tcp");
            default -> throw new IllegalArgumentException("no such medium: " + medium);
        };
    }

    private static void assertRuns(int ranks, String medium, String program, String argument) throws Exception {
        RankJob.assertRuns(PgasPrograms.class, ranks, on(medium), program, argument);
    }

    private static void assertAnswers(int ranks, String medium, String program, String argument) throws Exception {
        RankJob.assertAnswers(PgasPrograms.class, ranks, on(medium), program, argument);
    }

    /** A failure tells its seed; {@code random -SEED} runs that program alone. */
    @ParameterizedTest
    @CsvSource({"2, shm", "4, shm", "4, tcp", "3, core", "4, threads"})
    void randomProgramsDoWhatOneThreadWouldHaveDone(int ranks, String medium) throws Exception {
        assertRuns(ranks, medium, "random", SECONDS);
    }

    @ParameterizedTest
    @CsvSource({"8, shm", "8, tcp", "16, threads"})
    @Tag("slow")
    void randomProgramsOfManyDoWhatOneThreadWouldHaveDone(int ranks, String medium) throws Exception {
        assertRuns(ranks, medium, "random", SECONDS);
    }

    /**
     * For ten minutes: {@code mvn package -pl system-tests -am -Dtest=PgasIT#neither*
     * -Dsurefire.failIfNoSpecifiedTests=false -Dhawser.test.args="-Dhawser.traffic.seconds=600"}; over two hosts,
     * {@link NodesIT}. A failure tells its seed.
     */
    @ParameterizedTest
    @CsvSource({"2, shm", "4, shm", "4, tcp", "4, threads"})
    void neitherModelStarvesTheOther(int ranks, String medium) throws Exception {
        assertRuns(ranks, medium, "mixture", SECONDS);
    }

    /** A Java thread in each model's barriers; then MPI's are revoked, and the others go on. */
    @ParameterizedTest
    @CsvSource({"2, shm", "4, shm", "3, tcp", "4, threads"})
    void barriersOfTheTwoModelsDoNotMeet(int ranks, String medium) throws Exception {
        assertRuns(ranks, medium, "barriers", "1000");
    }

    @ParameterizedTest
    @CsvSource({"recv, shm", "recv, tcp", "recv, core", "ssend, tcp", "barrier, tcp", "probe, core"})
    void whoWaitsInMpiServesPgas(String how, String medium) throws Exception {
        assertAnswers(3, medium, "servingInMpi", how);
    }

    @ParameterizedTest
    @CsvSource({"barrier, shm", "barrier, tcp", "split, tcp", "semaphore, tcp", "lock, tcp", "lock, shm",
        "collective, core", "call, tcp"})
    void whoWaitsInPgasServesMpi(String how, String medium) throws Exception {
        assertAnswers(3, medium, "servingInPgas", how);
    }

    @ParameterizedTest
    @ValueSource(strings = {"lock", "semaphore", "barrier", "split", "collective", "call", "alloc"})
    void aKilledThreadIsAnErrorAtThoseThatNeedIt(String how) throws Exception {
        RankJob job = RankJob.start(PgasPrograms.class, 3, RankJob::brief, "bereft", how);
        job.whenAllAreUp(all -> RankJob.kill(all.pids().get(2)));
        job.await();
        assertEquals(2, job.lines().stream().filter(line -> line.startsWith("told ")).count(), job::report);
    }

    @Test
    void aKilledThreadIsAnErrorOverTcp() throws Exception {
        RankJob job = RankJob.start(PgasPrograms.class, 3, builder -> on("tcp").apply(RankJob.brief(builder)), "bereft",
            "lock");
        job.whenAllAreUp(all -> RankJob.kill(all.pids().get(2)));
        job.await();
        assertEquals(2, job.lines().stream().filter(line -> line.startsWith("told ")).count(), job::report);
    }

    /** Waits of some seconds: that is how long it takes until a lost rank is noticed. */
    @ParameterizedTest
    @CsvSource({"semaphore, shm", "lock, shm", "alloc, shm", "lock, tcp", "semaphore, tcp"})
    void aKilledRankIsNoneOfATeamsThatItIsNotIn(String how, String medium) throws Exception {
        RankJob job = RankJob.start(PgasPrograms.class, 4, builder -> on(medium).apply(RankJob.brief(builder)),
            "survivors", how);
        job.await();
        assertEquals(3, job.lines().stream().filter("well"::equals).count(), job::report);
    }

    @ParameterizedTest
    @ValueSource(strings = {"shm", "threads"})
    void aProgramThatForgetsToCloseEndsAllTheSame(String medium) throws Exception {
        assertAnswers(2, medium, "unclosed", "");
    }

    @ParameterizedTest
    @ValueSource(strings = {"shm", "threads"})
    void itDoesNotStartWhenTheRankHasLeft(String medium) throws Exception {
        assertAnswers(2, medium, "afterFinalize", "");
    }

    @ParameterizedTest
    @ValueSource(strings = {"shm", "tcp", "threads"})
    void aHandlerThatThrewBeforeTheEndKeepsNobodyWaiting(String medium) throws Exception {
        assertAnswers(3, medium, "troubledEnd", "");
    }

    @ParameterizedTest
    @CsvSource({"64, threads", "8, shm", "8, tcp"})
    void manyRanksDoOneThingOfEachKind(int ranks, String medium) throws Exception {
        assertAnswers(ranks, medium, "kinds", "");
    }

    @ParameterizedTest
    @CsvSource({"64, tcp threads", "16, shm", "16, tcp"})
    @Tag("slow")
    void manyMoreRanksDoOneThingOfEachKind(int ranks, String medium) throws Exception {
        assertAnswers(ranks, medium, "kinds", "");
    }

    @Test
    void aQuarterOfAThousandRanksShareAnArray() throws Exception {
        assertAnswers(256, "threads", "crowd", "");
    }

    @Test
    @Tag("slow")
    void aThousandRanksDoOneThingOfEachKind() throws Exception {
        assertAnswers(1024, "threads", "kinds", "");
    }
}
