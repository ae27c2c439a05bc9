package org.hawser.system;

import java.util.function.UnaryOperator;
import org.hawser.launcher.job.JobSpec;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Ranks that are processes talk as much as they can, and everything arrives. */
class TrafficIT {
    private static final UnaryOperator<JobSpec.Builder> PLAIN = builder -> builder;

    @Test
    void ballsFlyToAndFroBetweenTwoRanks() throws Exception {
        RankJob.assertRuns(2, PLAIN, "pingPong", "20000");
    }

    @Test
    void ballsFlyBetweenMoreRanksThanCores() throws Exception {
        RankJob.assertRuns(6, PLAIN, "pingPong", "2000");
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 5})
    void aFloodOfEverybodyToEverybodyArrives(int ranks) throws Exception {
        RankJob.assertRuns(ranks, PLAIN, "flood", "5000");
    }

    @Test
    @Tag("slow")
    void sixteenRanksPutAMebibyteToEachOther() throws Exception {
        RankJob.assertRuns(16, PLAIN, "allToAll", "1048576");
    }

    @Test
    @Tag("slow")
    void sixteenRanksPassTenThousandBarriers() throws Exception {
        RankJob.assertRuns(16, PLAIN, "barriers", "10000");
    }

    @Test
    void lanesChangeHandsAmongEightRanks() throws Exception {
        RankJob.assertRuns(8, builder -> builder.jvmArgs("-Dhawser.shm.lanes=2", "-Dhawser.shm.hot=4"), "lanes",
            "30000");
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 4, 8})
    void randomOneSidedProgramsDoWhatTheModelSays(int ranks) throws Exception {
        RankJob.assertRuns(ranks, PLAIN, "oneSided", "3000");
    }

    @Test
    @Tag("slow")
    void randomOneSidedProgramsOfSixteenRanksDoWhatTheModelSays() throws Exception {
        RankJob.assertRuns(16, PLAIN, "oneSided", "2000");
    }

    @Test
    void bigDeliveriesGoRoundARing() throws Exception {
        RankJob.assertRuns(3, PLAIN, "deliveries", "4194304");
    }

    @Test
    void memoryFromElsewhereIsReachedInAnotherProcess() throws Exception {
        RankJob.assertRuns(2, PLAIN, "registered", "1000000");
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 4})
    void aRankThatComputesIsServedByItsProgressThread(int ranks) throws Exception {
        RankJob.assertRuns(ranks, builder -> builder.progress("thread"), "compute", "200");
    }

    @Test
    @Tag("slow")
    void aThousandRanksInOneJvmTalkToTheirNeighbours() throws Exception {
        RankJob.assertRuns(1024, builder -> builder.threads(true), "neighbours", "20");
    }
}
