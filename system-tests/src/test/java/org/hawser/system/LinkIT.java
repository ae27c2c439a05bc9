package org.hawser.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.function.UnaryOperator;
import org.hawser.launcher.host.Mapping;
import org.hawser.launcher.job.JobSpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The link of a host goes down under a job. */
class LinkIT {
    private static final int RANKS = 4;

    @RegisterExtension
    static final NamespaceHosts HOSTS = new NamespaceHosts(2);

    private static RankJob start(Class<?> program, int patience, String... arguments) throws Exception {
        UnaryOperator<JobSpec.Builder> placed = HOSTS.on(2, RANKS, Mapping.NODE);
        return RankJob.start(program, RANKS, builder -> RankJob.brief(placed.apply(builder))
            .jvmArgs("-Dhawser.tcp.patience=" + patience), arguments[0], arguments[1]);
    }

    /**
     * Connections outlive the short time. In the long one they are given up, after two thirds of patience, and are made
     * again when the link is back: a host whose own link is down is told at once that there is no way, time and again.
     */
    @ParameterizedTest
    @CsvSource({"5, 1500", "12, 9500"})
    void aJobOutlivesALinkThatIsDownForLessThanItsPatience(int patience, long millis) throws Exception {
        RankJob job = start(TcpPrograms.class, patience, "traffic", "2");
        job.whenAllAreUp(all -> {
            link("down");
            sleep(millis);
            link("up");
        });
        job.assertWell(RANKS);
    }

    /** Each side takes the other for dead, and finishes. */
    @Test
    void ranksBehindALinkThatStaysDownAreLost() throws Exception {
        try {
            RankJob job = start(LostHostPrograms.class, 3, "2", "");
            job.whenAllAreUp(all -> link("down"));
            assertEquals(0, job.await(), job::report);
            assertEquals(RANKS, job.lines().stream().filter("well"::equals).count(), job::report);
            assertTrue(job.lines().stream().anyMatch(line -> line.contains("a rank is lost")), job::report);
        } finally {
            HOSTS.link(1, "up");
        }
    }

    private static void link(String state) {
        try {
            HOSTS.link(1, state);
        } catch (IOException e) {
            throw new IllegalStateException("cannot take a link " + state, e);
        }
    }

    private static void sleep(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
