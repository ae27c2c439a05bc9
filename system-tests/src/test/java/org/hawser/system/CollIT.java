package org.hawser.system;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Programs of collectives, whose ranks are processes or threads of one. */
class CollIT {
    private static void assertAnswers(int ranks, boolean threads, String program) throws Exception {
        RankJob.assertAnswers(CollPrograms.class, ranks, builder -> builder.threads(threads), program);
    }

    private static void assertAddsUp(int ranks, boolean threads, int usualSeconds) throws Exception {
        RankJob.assertRuns(CollPrograms.class, ranks, builder -> builder.threads(threads), "mixture",
            Integer.toString(Integer.getInteger("hawser.traffic.seconds", usualSeconds)));
    }

    @ParameterizedTest
    @CsvSource({"1, false", "2, false", "3, false", "4, true", "5, false"})
    void collectivesDoWhatTheirDefinitionsSay(int ranks, boolean threads) throws Exception {
        assertAnswers(ranks, threads, "definitions");
    }

    @Test
    @Tag("slow")
    void collectivesOfEightDoWhatTheirDefinitionsSay() throws Exception {
        assertAnswers(8, true, "definitions");
    }

    @ParameterizedTest
    @CsvSource({"3, true", "4, false"})
    void collectivesOfPartsDoWhatTheirDefinitionsSay(int ranks, boolean threads) throws Exception {
        assertAnswers(ranks, threads, "parts");
    }

    @ParameterizedTest
    @CsvSource({"1, true", "2, true", "3, true", "4, false", "5, true", "8, true"})
    void neighboursExchangeOnGridsAndGraphs(int ranks, boolean threads) throws Exception {
        assertAnswers(ranks, threads, "neighbours");
    }

    @ParameterizedTest
    @CsvSource({"2, true", "3, true", "4, true", "5, false", "8, true"})
    void groupsGetWhatTheOtherGives(int ranks, boolean threads) throws Exception {
        assertAnswers(ranks, threads, "across");
    }

    @ParameterizedTest
    @CsvSource({"1, true", "2, true", "3, false", "4, true", "5, true"})
    void mistakesInCollectivesAreToldAndHarmNothing(int ranks, boolean threads) throws Exception {
        assertAnswers(ranks, threads, "wrong");
    }

    /**
     * For ten minutes each: {@code mvn package -pl system-tests -am -Dtest=CollIT#random*
     * -Dsurefire.failIfNoSpecifiedTests=false -Dhawser.test.args=-Dhawser.traffic.seconds=600}.
     */
    @ParameterizedTest
    @CsvSource({"3, true", "4, false"})
    void randomMixturesOfMessagesCollectivesAndThreadsAddUp(int ranks, boolean threads) throws Exception {
        assertAddsUp(ranks, threads, 2);
    }

    @Test
    @Tag("slow")
    void randomMixturesOfEightRanksAddUp() throws Exception {
        assertAddsUp(8, false, 3);
    }
}
