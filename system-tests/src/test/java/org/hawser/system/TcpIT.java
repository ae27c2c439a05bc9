package org.hawser.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.hawser.launcher.job.JobSpec;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Connections of jobs whose ranks are processes of one host and talk through TCP. */
class TcpIT {
    private static JobSpec.Builder connected(JobSpec.Builder builder) {
        return builder.jvmArgs("-Dhawser.fabric=tcp");
    }

    private static RankJob assertRuns(int ranks, String... arguments) throws Exception {
        RankJob job = RankJob.start(TcpPrograms.class, ranks, TcpIT::connected, arguments[0],
            Arrays.copyOfRange(arguments, 1, arguments.length));
        assertEquals(0, job.await(), job::report);
        assertEquals(ranks, job.lines().stream().filter("well"::equals).count(), job::report);
        return job;
    }

    /**
     * For ten minutes with 1,000 cuts: {@code mvn package -pl system-tests -am -Dtest=TcpIT#cut*
     * -Dsurefire.failIfNoSpecifiedTests=false
     * -Dhawser.test.args="-Dhawser.traffic.seconds=600 -Dhawser.traffic.cuts=1000"}.
     */
    @Test
    void cutConnectionsAreMadeAgainAndNothingIsLostDoubledOrOutOfOrder() throws Exception {
        String seconds = Integer.toString(Integer.getInteger("hawser.traffic.seconds", 6));
        String cuts = Integer.toString(Integer.getInteger("hawser.traffic.cuts", 12));
        RankJob job = assertRuns(4, "cuts", seconds, cuts);
        assertTrue(job.lines().stream().anyMatch(line -> line.startsWith("cuts=")), job::report);
    }

    @ParameterizedTest
    @ValueSource(strings = {"ring", "alltoall"})
    void eachTwoThatTalkHaveOneConnection(String program) throws Exception {
        assertRuns(8, program);
    }

    @ParameterizedTest
    @ValueSource(strings = {"ring", "alltoall"})
    @Tag("slow")
    void eachTwoOfSixtyFourThatTalkHaveOneConnection(String program) throws Exception {
        RankJob job = assertRuns(64, program);
        if (program.equals("alltoall")) {
            assertTrue(job.lines().contains("connections=2016 pairs=2016"), job::report);
        }
    }
}
