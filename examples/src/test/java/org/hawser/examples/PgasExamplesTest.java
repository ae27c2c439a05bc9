package org.hawser.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.hawser.examples.pgas.AllExamples;
import org.hawser.examples.pgas.Components;
import org.hawser.examples.pgas.Heat;
import org.hawser.examples.pgas.Histogram;
import org.hawser.examples.pgas.Life;
import org.hawser.examples.pgas.SampleSort;
import org.hawser.examples.pgas.Sieve;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The PGAS examples check their own answers; here they are run, and the line that says so is read. */
class PgasExamplesTest {

    @ParameterizedTest
    @CsvSource({
        "1, true, shm", "2, true, shm", "4, true, shm", "8, true, shm", "1, true, tcp", "2, true, tcp", "4, true, tcp",
        "8, true, tcp", "1, false, shm", "2, false, shm", "4, false, shm", "2, false, tcp",
        "4, false, tcp"})
    void everyExampleFindsItsAnswerRight(int ranks, boolean threads, String fabric) throws Exception {
        Job job = Job.runOn(fabric, ranks, threads, AllExamples.class.getName());
        assertEquals(0, job.exitCode(), job::text);
        List<String> lines = job.lines().stream().filter(line -> line.contains(" by " + ranks + " threads: ")).toList();
        assertEquals(6, lines.size(), job::text);
        starts(lines.get(0), 2000 * ranks + " samples in 7 bins by " + ranks + " threads: every count is right");
        starts(lines.get(1), "2262 primes and 342 twins below 20011 by");
        starts(lines.get(2), 3000 * ranks + " keys by " + ranks + " threads: in order and all there");
        starts(lines.get(3), "150 x 150 cells, 12 generations by");
        starts(lines.get(4), "37 x 37 cells, 60 steps by " + ranks + " threads: as in a serial run to the last bit");
        starts(lines.get(5), "3000 vertices, 2500 edges by");
    }

    @Test
    void everyExampleIsAProgramOfItsOwn() throws Exception {
        passes(Histogram.class, "500", "40");
        passes(Sieve.class, "1000");
        passes(SampleSort.class, "100");
        passes(Life.class, "64", "3");
        passes(Heat.class, "20", "10");
        passes(Components.class, "300");
    }

    @ParameterizedTest
    @CsvSource({"--help, 0, 'usage: hawser run -n 4 pgas.sieve [limit]'", "many, 2, 'not a whole number: many'",
        "3, 2, 'out of range: 3 (10 to 1000000000)'"})
    void anExampleSaysOnceHowItIsUsed(String argument, int exitCode, String says) throws Exception {
        Job job = Job.run(2, true, Sieve.class.getName(), argument);
        assertEquals(exitCode, job.exitCode(), job::text);
        assertEquals(1, job.lines().stream().filter(line -> line.equals(says)).count(), job::text);
        assertEquals(1, job.lines().stream().filter(line -> line.startsWith("usage: ")).count(), job::text);
    }

    private static void starts(String line, String text) {
        assertTrue(line.startsWith(text), line);
    }

    private static void passes(Class<?> example, String... arguments) throws Exception {
        Job job = Job.run(2, true, example.getName(), arguments);
        assertEquals(0, job.exitCode(), () -> example + ": " + job.text());
        assertTrue(job.lines().getLast().contains(" by 2 threads: "), job::text);
    }
}
