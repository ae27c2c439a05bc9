package org.hawser.system;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Programs of collectives, whose ranks are processes or threads of one. */
class CollIT {
    private static void assertRuns(int ranks, boolean threads, String program, Object... arguments) throws Exception {
        RankJob.assertRuns(CollPrograms.class, ranks, builder -> builder.threads(threads), program,
            List.of(arguments).stream().map(Object::toString).toArray(String[]::new));
    }

    @ParameterizedTest
    @CsvSource({"1, false", "2, false", "3, false", "4, true", "5, false"})
    void collectivesDoWhatTheirDefinitionsSay(int ranks, boolean threads) throws Exception {
        assertRuns(ranks, threads, "definitions");
    }

    @Test
    @Tag("slow")
    void collectivesOfEightDoWhatTheirDefinitionsSay() throws Exception {
        assertRuns(8, true, "definitions");
    }

    @ParameterizedTest
    @CsvSource({"3, true", "4, false"})
    void collectivesOfPartsDoWhatTheirDefinitionsSay(int ranks, boolean threads) throws Exception {
        assertRuns(ranks, threads, "parts");
    }

    @ParameterizedTest
    @CsvSource({"1, true", "2, true", "3, true", "4, false", "5, true", "8, true"})
    void neighboursExchangeOnGridsAndGraphs(int ranks, boolean threads) throws Exception {
        assertRuns(ranks, threads, "neighbours");
    }

    @ParameterizedTest
    @CsvSource({"2, true", "3, true", "4, true", "5, false", "8, true"})
    void groupsGetWhatTheOtherGives(int ranks, boolean threads) throws Exception {
        assertRuns(ranks, threads, "across");
    }

    @ParameterizedTest
    @CsvSource({"1, true", "2, true", "3, false", "4, true", "5, true"})
    void mistakesInCollectivesAreToldAndHarmNothing(int ranks, boolean threads) throws Exception {
        assertRuns(ranks, threads, "wrong");
    }

    /**
     * For ten minutes each: {@code mvn package -pl system-tests -am -Dtest=CollIT#random*
     * -Dsurefire.failIfNoSpecifiedTests=false -Dhawser.test.args=-Dhawser.traffic.seconds=600}.
     */
    @ParameterizedTest
    @CsvSource({"3, true", "4, false"})
    void randomMixturesOfMessagesCollectivesAndThreadsAddUp(int ranks, boolean threads) throws Exception {
        assertRuns(ranks, threads, "mixture", Integer.getInteger("hawser.traffic.seconds", 2));
    }

    @Test
    @Tag("slow")
    void randomMixturesOfEightRanksAddUp() throws Exception {
        assertRuns(8, false, "mixture", Integer.getInteger("hawser.traffic.seconds", 3));
    }
}
