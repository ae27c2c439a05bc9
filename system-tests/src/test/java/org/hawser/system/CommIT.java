package org.hawser.system;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Programs that make communicators, whose ranks are processes or threads of one. */
class CommIT {
    private static void assertAnswers(int ranks, boolean threads, String program, Object... arguments)
            throws Exception {
        RankJob.assertAnswers(CommPrograms.class, ranks, builder -> builder.threads(threads), program,
            List.of(arguments).stream().map(Object::toString).toArray(String[]::new));
    }

    @ParameterizedTest
    @CsvSource({"1, true", "2, true", "3, true", "4, false", "5, true", "8, true"})
    void copiesTakeOverWhatTheyShouldAndAreApart(int ranks, boolean threads) throws Exception {
        assertAnswers(ranks, threads, "copies");
    }

    @ParameterizedTest
    @CsvSource({"1, true", "2, true", "3, false", "4, true", "5, true", "8, true"})
    void partsHaveTheirMembersInTheirOrder(int ranks, boolean threads) throws Exception {
        assertAnswers(ranks, threads, "parts");
    }

    @ParameterizedTest
    @CsvSource({"2, true", "3, true", "4, true", "5, false", "8, true"})
    void groupsTalkAcrossAndMerge(int ranks, boolean threads) throws Exception {
        assertAnswers(ranks, threads, "bridges");
    }

    @ParameterizedTest
    @CsvSource({"1, true", "2, false", "3, true", "4, true", "8, true"})
    void whatIsPendingOutlivesItsCommunicatorAndContextsAreUsedAgain(int ranks, boolean threads) throws Exception {
        assertAnswers(ranks, threads, "ends", 3000);
    }

    @Test
    @Tag("slow")
    void moreCommunicatorsAreMadeInTurnThanThereAreContexts() throws Exception {
        RankJob.assertRuns(CommPrograms.class, 2, builder -> builder.threads(true), "ends", "100000");
    }

    @ParameterizedTest
    @CsvSource({"1, true", "2, true", "4, false", "5, true"})
    void threadsMakeCommunicatorsAtTheSameTime(int ranks, boolean threads) throws Exception {
        assertAnswers(ranks, threads, "crowd", 20);
    }

    @ParameterizedTest
    @CsvSource({"1, true", "2, false", "3, true", "4, true", "5, true", "8, true"})
    void processesLieInGridsAndGraphs(int ranks, boolean threads) throws Exception {
        assertAnswers(ranks, threads, "layouts");
    }

    @ParameterizedTest
    @CsvSource({"1, true", "2, true", "3, false", "4, true", "5, true", "8, true"})
    void whatCannotBeMadeIsRefusedEverywhere(int ranks, boolean threads) throws Exception {
        assertAnswers(ranks, threads, "refusals");
    }

    /**
     * For ten minutes each: {@code mvn package -pl system-tests -am -Dtest=CommIT#random*
     * -Dsurefire.failIfNoSpecifiedTests=false -Dhawser.test.args=-Dhawser.traffic.seconds=600}.
     */
    @ParameterizedTest
    @CsvSource({"1, true", "3, true", "4, false", "5, true"})
    void randomMixturesOfMessagesCollectivesAndMakingsAreWhole(int ranks, boolean threads) throws Exception {
        RankJob.assertRuns(CommPrograms.class, ranks, builder -> builder.threads(threads), "mixture",
            Integer.toString(Integer.getInteger("hawser.traffic.seconds", 2)));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 2, 4})
    void aKilledRankIsAnErrorAtAllThatMakeCommunicatorsWithIt(int victim) throws Exception {
        RankJob job = RankJob.start(CommPrograms.class, 5, RankJob::brief, "bereft");
        job.whenAllAreUp(all -> RankJob.kill(all.pids().get(victim)));
        job.await();
        assertEquals(4, job.lines().stream().filter(line -> line.startsWith("told true ")).count(), job::report);
    }
}
