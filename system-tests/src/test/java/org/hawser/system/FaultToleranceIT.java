package org.hawser.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Ranks die, and the others go on without them. */
class FaultToleranceIT {
    private static RankJob run(int ranks, String program, Object... arguments) throws Exception {
        return runOn("shm", ranks, program, List.of(arguments));
    }

    private static RankJob runOn(String fabric, int ranks, String program, List<?> arguments) throws Exception {
        RankJob job = RankJob.start(FaultTolerantPrograms.class, ranks,
            builder -> RankJob.brief(builder).jvmArgs("-Dhawser.fabric=" + fabric), program,
            arguments.stream().map(Object::toString).toArray(String[]::new));
        int exitCode = job.await();
        assertNotEquals(124, exitCode, job::report);
        return job;
    }

    private static long count(RankJob job, String beginning) {
        return job.lines().stream().filter(line -> line.startsWith(beginning)).count();
    }

    @Test
    void aLostRankIsAnErrorAtThoseThatNeedItAndNoOthers() throws Exception {
        RankJob job = run(4, "others");
        assertEquals(3, count(job, "well"), job::report);
    }

    /** Over connections a rank is lost when they cannot be made again. */
    @ParameterizedTest
    @CsvSource({"4, others, 0, 3", "4, revoke, 0, 4", "3, leftovers, 0, 2", "5, locks, 0, 4", "5, making, 1, 4"})
    void theSameIsTrueBetweenHosts(int ranks, String program, long seed, int left) throws Exception {
        RankJob job = runOn("tcp", ranks, program, List.of(seed));
        assertEquals(left, count(job, "well"), job::report);
    }

    @ParameterizedTest
    @CsvSource({"5, rounds, 2, 'left '", "5, agreements, 3, 'history '"})
    void ranksMayDieInAnythingBetweenHosts(int ranks, String program, long seed, String said) throws Exception {
        RankJob job = runOn("tcp", ranks, program, List.of(seed));
        assertTrue(count(job, "well") >= 1, job::report);
        assertEquals(1, job.lines().stream().filter(line -> line.startsWith(said)).distinct().count(), job::report);
    }

    @Test
    void aCollectiveFailsForALostRankThatNobodyHasMet() throws Exception {
        RankJob job = run(7, "unmet");
        assertEquals(6, count(job, "well"), job::report);
    }

    @Test
    void receivesFromAnybodyWaitForTheProgramToTakeNote() throws Exception {
        RankJob job = run(3, "anybody");
        assertEquals(2, count(job, "well"), job::report);
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 4, 6})
    void aRevokedCommunicatorLetsEverybodyGo(int ranks) throws Exception {
        RankJob job = run(ranks, "revoke");
        assertEquals(ranks <= 4 ? ranks : ranks - 1, count(job, "well"), job::report);
    }

    @ParameterizedTest
    @CsvSource({"2, 1", "2, 2", "2, 3", "3, 4", "3, 5"})
    void aTargetMayDieInItsPartOfACopy(int ranks, long seed) throws Exception {
        RankJob job = RankJob.start(FaultTolerantPrograms.class, ranks,
            builder -> builder.jvmArgs("-Dhawser.joint=64K"), "copies", Long.toString(seed));
        assertNotEquals(124, job.await(), job::report);
        assertEquals(ranks - 1, count(job, "well"), job::report);
    }

    @Test
    void givingBackWorksWithoutTheLost() throws Exception {
        RankJob job = run(3, "leftovers");
        assertEquals(2, count(job, "well"), job::report);
    }

    /** Another seed is another program: {@code FaultTolerantPrograms rounds SEED}. */
    @ParameterizedTest
    @CsvSource({"4, 1", "5, 2", "6, 3", "8, 4", "4, 5", "6, 6"})
    void ranksMayDieInAnythingAndTheRestFinishes(int ranks, long seed) throws Exception {
        RankJob job = run(ranks, "rounds", seed);
        long well = count(job, "well");
        assertTrue(well >= 1, job::report);
        assertEquals(well, count(job, "left "), job::report);
        assertEquals(1, job.lines().stream().filter(line -> line.startsWith("left ")).distinct().count(), job::report);
    }

    @ParameterizedTest
    @CsvSource({"4, 1", "6, 2", "8, 3", "5, 4"})
    void ranksMayDieInAgreementsAndAllThatAreLeftSeeTheSame(int ranks, long seed) throws Exception {
        RankJob job = run(ranks, "agreements", seed);
        assertTrue(count(job, "well") >= 1, job::report);
        assertEquals(1, job.lines().stream().filter(line -> line.startsWith("history ")).distinct().count(),
            job::report);
    }
}
