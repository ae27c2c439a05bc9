package org.hawser.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.function.UnaryOperator;
import org.hawser.launcher.job.JobSpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** One rank does something wrong: it is told, the job ends and names it, and nobody hangs. */
class FaultIT {
    private static final UnaryOperator<JobSpec.Builder> PLAIN = RankJob::brief;

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        putOutside    | 1 | access outside the region: offset=60 length=8
        wrongKey      | 1 | wrong key
        freedRegion   | 1 | closed
        tooLong       | 1 | message too long: length=1000000
        noSuchRank    | 1 | no such rank: rank=3 size=3
        noHandler     | 2 | handler that this rank has not registered: handler=77 source=1
        tooMuchMemory | 1 | not enough shared memory: asked=
        """)
    void aFaultEndsTheJobAndNamesItsRankAndCause(String fault, int rank, String cause) throws Exception {
        RankJob job = RankJob.start(3, PLAIN, fault);
        assertNotEquals(0, job.await());
        assertTrue(job.message().contains("rank " + rank), job::report);
        assertTrue(job.report().contains(cause), job::report);
    }

    @Test
    void aMessageForNoHandlerEndsTheJobAlsoWhereAProgressThreadTakesIt() throws Exception {
        RankJob job = RankJob.start(3, builder -> RankJob.brief(builder).progress("thread"), "noHandler");
        assertNotEquals(0, job.await());
        assertNotEquals(124, job.await(), "it is told, not timed out");
        assertTrue(job.message().contains("rank 2"), job::report);
        assertTrue(job.report().contains("handler=77 source=1"), job::report);
    }

    @ParameterizedTest
    @CsvSource({"scribbleLane, lane=0 source=1, poll", "scribbleLane, lane=0 source=1, thread",
        "scribbleMailbox, mailbox, poll", "scribbleMailbox, mailbox, thread"})
    void aRingThatWasWrittenOverEndsTheJobAndItsReaderSaysWhich(String fault, String ring, String progress)
            throws Exception {
        RankJob job = RankJob.start(3, builder -> RankJob.brief(builder).progress(progress), fault);
        assertEquals(1, job.await(), job::report);
        assertTrue(job.message().contains("rank 0"), job::report);
        assertTrue(job.message().contains("FabricException: a record in shared memory is corrupt: rank=0 " + ring
            + " "), job::report);
    }

    @ParameterizedTest
    @CsvSource({"sleep, 0", "sleep, 1", "spin, 1", "spin, 0"})
    void aKilledRankEndsTheJobWithinFiveSecondsAndIsNamed(String doing, int killed) throws Exception {
        RankJob job = RankJob.start(3, PLAIN, doing);
        long[] start = new long[1];
        job.whenAllAreUp(all -> {
            start[0] = System.nanoTime();
            RankJob.kill(all.pids().get(killed));
        });
        assertEquals(137, job.await(), job::report);
        double seconds = (System.nanoTime() - start[0]) / 1e9;
        assertTrue(seconds <= 5, "seconds=" + seconds);
        assertTrue(job.message().contains("rank " + killed) && job.message().contains("SIGKILL"), job::report);
    }

    @Test
    void allKilledAtOnceEndTheJob() throws Exception {
        RankJob job = RankJob.start(3, PLAIN, "spin");
        job.whenAllAreUp(all -> all.pids().forEach(RankJob::kill));
        long start = System.nanoTime();
        assertEquals(137, job.await(), job::report);
        assertTrue(System.nanoTime() - start <= 5_000_000_000L);
    }
}
