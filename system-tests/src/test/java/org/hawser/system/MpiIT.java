package org.hawser.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.function.UnaryOperator;
import org.hawser.launcher.job.JobSpec;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** MPI programs whose ranks are processes, or threads of one. */
class MpiIT {
    private static final UnaryOperator<JobSpec.Builder> PROCESSES = builder -> builder;
    private static final UnaryOperator<JobSpec.Builder> THREADS = builder -> builder.threads(true);

    private static void assertRuns(int ranks, boolean threads, String program, Object... arguments) throws Exception {
        RankJob.assertRuns(MpiPrograms.class, ranks, threads ? THREADS : PROCESSES, program, words(arguments));
    }

    private static void assertAnswers(int ranks, boolean threads, String program, Object... arguments)
            throws Exception {
        RankJob.assertAnswers(MpiPrograms.class, ranks, threads ? THREADS : PROCESSES, program, words(arguments));
    }

    private static UnaryOperator<JobSpec.Builder> brief(boolean threads) {
        return builder -> RankJob.brief(builder).threads(threads);
    }

    private static String[] words(Object... arguments) {
        return List.of(arguments).stream().map(Object::toString).toArray(String[]::new);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void everyBufferGoesToEveryOther(boolean threads) throws Exception {
        assertAnswers(2, threads, "buffers");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void everyModeSends(boolean threads) throws Exception {
        assertAnswers(4, threads, "modes");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void receivesMakeNoStatusThatNobodyLooksAt(boolean threads) throws Exception {
        assertRuns(2, threads, "allocation");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void requestsAreStartedAgainAndEndInEveryForm(boolean threads) throws Exception {
        assertAnswers(2, threads, "requests", 30);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void receivesIntoOneBufferEnd(boolean threads) throws Exception {
        assertAnswers(2, threads, "sameMemory");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void probesFindWhatIsReceivedAfterwards(boolean threads) throws Exception {
        assertAnswers(2, threads, "probes", 40);
    }

    @ParameterizedTest
    @CsvSource({"1, false", "100000, false", "3000000, false", "100000, true"})
    void sendsThatNobodyWaitsForArriveBeforeTheEnd(int items, boolean threads) throws Exception {
        assertAnswers(3, threads, "unwaited", items);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void requestsThatNobodyCanCompleteAreGivenUpInTheEndAndALineTells(boolean threads) throws Exception {
        RankJob job = RankJob.start(MpiPrograms.class, 2, brief(threads), "leftover");
        assertEquals(0, job.await(), job::report);
        assertEquals(2, job.lines().stream().filter("well"::equals).count(), job::report);
        assertEquals(2, job.lines().stream().filter(line -> line.contains("pending=2; they are given up")).count(),
            job::report);
    }

    @Test
    void aRankThatEndsWithoutFinalizeIsNamedWhenOthersFailForLackOfIt() throws Exception {
        RankJob job = RankJob.start(MpiPrograms.class, 2, RankJob::brief, "hurried");
        assertEquals(75, job.await(), job::report);
        assertTrue(job.message().contains("rank 1 ") && job.message().contains("with exit code 0: rank 0 (")
            && job.message().contains("MPI.Finalize"), job::report);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void abortWithZeroEndsAllRanksAndIsNoFailure(boolean threads) throws Exception {
        RankJob job = RankJob.start(MpiPrograms.class, 3, brief(threads), "enough");
        assertEquals(0, job.await(), job::report);
        assertEquals("", job.message(), job::report);
        assertTrue(job.lines().stream().anyMatch(line -> line.contains("abort called by rank 1 of 3")), job::report);
        assertTrue(job.lines().stream().noneMatch(line -> line.contains("ERR_")), job::report);
    }

    @ParameterizedTest
    @CsvSource({"3, 3, false", "3, 3, true", "512, 1, false", "137, 137, true"})
    void theCodeOfAnAbortIsTheJobsAndTheMessageSaysThatOneWasCalled(int code, int exitCode, boolean threads)
            throws Exception {
        RankJob job = RankJob.start(MpiPrograms.class, 3, brief(threads), "enough", Integer.toString(code));
        assertEquals(exitCode, job.await(), job::report);
        assertTrue(job.message().matches("(?s)hawser: rank 1 \\(pid \\d+ on [^)]+\\) failed: abort called at .*: code="
            + code + "(\\R.*)?"), job::report);
    }

    @ParameterizedTest
    @CsvSource({"hawser.mpi.attach=foo, 'must be auto, on or off', false", "hawser.mpi.eager=long, least=0 most=, true",
        "hawser.barrier=foo, must be node or dissemination, true", "hawser.shm.lanes=99, least=0 most=64, false",
        "hawser.mpi.universe=0, least=1 most=, false"})
    void aSettingWithAWrongValueIsToldAsTheMistakeItIs(String setting, String allowed, boolean threads)
            throws Exception {
        RankJob job = RankJob.start(MpiPrograms.class, 1,
            builder -> RankJob.brief(builder).threads(threads).jvmArgs("-D" + setting), "mistakes");
        assertEquals(1, job.await(), job::report);
        assertTrue(job.lines().stream().anyMatch(line -> line.contains("MPIException: MPI.Init: ERR_ARG: setting ")
            && line.contains(setting) && line.contains(allowed)), job::report);
        assertTrue(job.lines().stream().noneMatch(line -> line.contains("fault inside")), job::report);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void mistakesAreRefusedWithClassAndReasonAndHarmNothing(boolean threads) throws Exception {
        assertAnswers(3, threads, "mistakes");
    }

    @ParameterizedTest
    @CsvSource({"2, false", "3, true"})
    void callsWithBuffersAndCopiesOfCommunicatorsAreWhatTheOthersAre(int ranks, boolean threads) throws Exception {
        assertAnswers(ranks, threads, "overloads");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void itemsWithGapsArrive(boolean threads) throws Exception {
        assertAnswers(3, threads, "types");
    }

    @Test
    void itemsWithGapsArriveOverTcp() throws Exception {
        RankJob.assertAnswers(MpiPrograms.class, 3, builder -> builder.jvmArgs("-Dhawser.fabric=tcp"), "types");
    }

    @ParameterizedTest
    @ValueSource(strings = {"pack", "multi-w", "sgrs"})
    void itemsWithGapsArriveOnEachPath(String path) throws Exception {
        RankJob.assertAnswers(MpiPrograms.class, 2, builder -> builder.jvmArgs("-Dhawser.mpi.noncontiguous=" + path),
            "types");
    }

    /**
     * For ten minutes each: {@code mvn package -pl system-tests -am -Dtest=MpiIT#random*
     * -Dsurefire.failIfNoSpecifiedTests=false -Dhawser.test.args=-Dhawser.traffic.seconds=600}.
     */
    @ParameterizedTest
    @CsvSource({"2, false", "4, false", "4, true", "8, false"})
    void randomTrafficArrivesWholeAndInOrder(int ranks, boolean threads) throws Exception {
        assertRuns(ranks, threads, "traffic", Integer.getInteger("hawser.traffic.seconds", 2));
    }

    @Test
    @Tag("slow")
    void randomTrafficOfSixteenRanksArrivesWholeAndInOrder() throws Exception {
        assertRuns(16, false, "traffic", Integer.getInteger("hawser.traffic.seconds", 3));
    }

    @ParameterizedTest
    @ValueSource(strings = {"read", "write"})
    void randomTrafficArrivesWithTheTraditionalRendezvous(String protocol) throws Exception {
        RankJob.assertRuns(MpiPrograms.class, 4, builder -> builder.jvmArgs("-Dhawser.mpi.protocol=" + protocol,
            "-Dhawser.mpi.eager=1024"), "traffic", "1");
    }

    @Test
    void aKilledRankIsAnErrorAtThoseThatWaitForItWithinFiveSeconds() throws Exception {
        RankJob job = RankJob.start(MpiPrograms.class, 4, RankJob::brief, "lost", "1000000");
        long[] start = new long[1];
        job.whenAllAreUp(all -> {
            start[0] = System.nanoTime();
            RankJob.kill(all.pids().get(3));
        });
        job.await();
        double seconds = (System.nanoTime() - start[0]) / 1e9;
        assertEquals(3, job.lines().stream().filter(line -> line.startsWith("told true ")).count(), job::report);
        assertTrue(seconds <= 5, "seconds=" + seconds);
    }

    @Test
    void aKilledRankEndsTheJobWhereErrorsAreFatal() throws Exception {
        RankJob job = RankJob.start(MpiPrograms.class, 4, RankJob::brief, "lostFatal", "1000000");
        job.whenAllAreUp(all -> RankJob.kill(all.pids().get(3)));
        assertNotEquals(0, job.await(), job::report);
        assertTrue(job.message().contains("rank 3") && job.message().contains("SIGKILL"), job::report);
        assertTrue(job.lines().stream().noneMatch(line -> line.startsWith("told")), job::report);
    }
}
