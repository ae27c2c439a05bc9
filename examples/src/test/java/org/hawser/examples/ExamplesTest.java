package org.hawser.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The examples check their own answers; here they are run with several numbers of ranks. */
class ExamplesTest {

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4})
    void everyExampleFindsItsAnswerRight(int ranks) throws Exception {
        passes(ranks, false, Hello.class);
        passes(ranks, false, Ring.class, "50");
        passes(ranks, false, HeatDiffusion.class, "37", "60");
        passes(ranks, false, AllToAll.class);
        passes(ranks, false, Histogram.class, "2000");
    }

    @Test
    void everyExampleRunsWithRanksAsThreads() throws Exception {
        passes(4, true, Hello.class);
        passes(4, true, Ring.class, "50");
        passes(4, true, HeatDiffusion.class, "37", "60");
        passes(4, true, AllToAll.class, "64");
        passes(4, true, Histogram.class, "2000");
    }

    @Test
    void plateTooSmallForTheRanksIsRefused() throws Exception {
        Job job = Job.run(3, false, HeatDiffusion.class.getName(), "2", "1");
        assertNotEquals(0, job.exitCode());
        assertTrue(job.text().contains("cells=2 pieces=3"), job.text());
    }

    private static void passes(int ranks, boolean threads, Class<?> example, String... arguments) throws Exception {
        Job job = Job.run(ranks, threads, example.getName(), arguments);
        assertEquals(0, job.exitCode(), () -> example + " with " + ranks + " ranks: " + job.text());
    }
}
