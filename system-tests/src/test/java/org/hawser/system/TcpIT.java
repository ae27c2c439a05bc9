package org.hawser.system;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.function.UnaryOperator;
import org.hawser.launcher.job.JobSpec;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Connections of jobs whose ranks are processes of one host and talk through TCP. */
class TcpIT {
    private static RankJob assertRuns(int ranks, UnaryOperator<JobSpec.Builder> options, String... arguments)
            throws Exception {
        RankJob job = RankJob.start(TcpPrograms.class, ranks, builder -> connected(options.apply(builder)),
            arguments[0], Arrays.copyOfRange(arguments, 1, arguments.length));
        job.assertWell(ranks);
        return job;
    }

    private static JobSpec.Builder connected(JobSpec.Builder builder) {
        return builder.jvmArgs("-Dhawser.fabric=tcp");
    }

    /**
     * For ten minutes with 1,000 cuts: {@code mvn package -pl system-tests -am -Dtest=TcpIT#cut*
     * -Dsurefire.failIfNoSpecifiedTests=false
     * -Dhawser.test.args="-Dhawser.traffic.seconds=600 -Dhawser.traffic.cuts=1000"}.
     */
    @ParameterizedTest
    @ValueSource(strings = {"off", "on"})
    void cutConnectionsAreMadeAgainAndNothingIsLostDoubledOrOutOfOrder(String tls) throws Exception {
        String seconds = Integer.toString(Integer.getInteger("hawser.traffic.seconds", 6));
        String cuts = Integer.toString(Integer.getInteger("hawser.traffic.cuts", 12));
        RankJob job = assertRuns(4, builder -> builder.jvmArgs("-Dhawser.tcp.tls=" + tls), "cuts", seconds, cuts);
        assertTrue(job.lines().stream().anyMatch(line -> line.startsWith("cuts=")), job::report);
    }

    /** With 64 processes: the same command with {@code -Dtest=TcpIT#each*} and {@code -Dhawser.traffic.ranks=64}. */
    @ParameterizedTest
    @ValueSource(strings = {"ring", "alltoall"})
    void eachTwoThatTalkHaveOneConnection(String program) throws Exception {
        int ranks = Integer.getInteger("hawser.traffic.ranks", 6);
        RankJob job = assertRuns(ranks, RankJob::brief, program);
        if (program.equals("alltoall")) {
            assertTrue(job.lines().contains("connections=" + ranks * (ranks - 1) / 2), job::report);
        }
    }

    @ParameterizedTest
    @CsvSource({"ring, 352", "alltoall, 2016"})
    void eachTwoOfSixtyFourRanksThatTalkHaveOneConnection(String program, int most) throws Exception {
        RankJob job = assertRuns(64, builder -> RankJob.brief(builder).threads(true), program);
        int connections = job.lines().stream().filter(line -> line.startsWith("connections="))
            .mapToInt(line -> Integer.parseInt(line.substring(line.indexOf('=') + 1))).findFirst().orElseThrow();
        // Neighbours at least; at most those as well whom a barrier that doubles its distance brings together.
        assertTrue(connections >= 64 && connections <= most, job::report);
    }
}
