package org.hawser.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.hawser.examples.mpi.Heat;
import org.hawser.examples.mpi.Hello;
import org.hawser.examples.mpi.Mandelbrot;
import org.hawser.examples.mpi.MasterWorker;
import org.hawser.examples.mpi.Matrix;
import org.hawser.examples.mpi.Pi;
import org.hawser.examples.mpi.Ring;
import org.hawser.examples.mpi.SpawnedWorkers;
import org.hawser.examples.mpi.Survivor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The MPI examples check their own answers; here they are run, and what they write is read. */
class MpiExamplesTest {
    private static final Path SOURCES = Path.of(System.getProperty("hawser.documents"),
        "examples/src/main/java/org/hawser/examples/mpi").normalize();

    @ParameterizedTest
    @CsvSource({"4, false", "3, true", "1, true"})
    void everyRankSaysHello(int ranks, boolean threads) throws Exception {
        List<String> lines = run(ranks, threads, Hello.class.getName());
        assertEquals(IntStream.range(0, ranks).mapToObj(rank -> "Hello from rank " + rank + " of " + ranks).toList(),
            lines.stream().map(line -> line.replaceFirst(" on .*", "")).sorted().toList());
    }

    @ParameterizedTest
    @CsvSource({"4, false, 300", "3, true, 150", "1, true, 0"})
    void theTokenOfTheRingHasMetEveryRank(int ranks, boolean threads, int sum) throws Exception {
        List<String> lines = run(ranks, threads, Ring.class.getName(), "50");
        assertEquals(1, lines.size());
        assertTrue(lines.getFirst().endsWith(", sum " + sum), lines.getFirst());
    }

    @ParameterizedTest
    @CsvSource({"4, false", "3, true", "1, true"})
    void piIsRightToSixDigits(int ranks, boolean threads) throws Exception {
        List<String> lines = run(ranks, threads, Pi.class.getName(), "10000");
        assertTrue(lines.getFirst().startsWith("pi is about 3.14159265"), lines.getFirst());
    }

    /** The widest plate has rows that are too long to go eagerly; the smallest has one row for each rank. */
    @ParameterizedTest
    @CsvSource({"4, false, 37, 60", "4, true, 4, 20", "3, true, 1100, 3", "1, true, 37, 60"})
    void heatSpreadsAsInASerialRun(int ranks, boolean threads, String cells, String steps) throws Exception {
        List<String> lines = run(ranks, threads, Heat.class.getName(), cells, steps);
        assertEquals("largest difference from a serial run: 0.0", lines.get(1));
    }

    @Test
    void plateWithTooFewRowsForTheRanksIsRefused() throws Exception {
        Job job = Job.run(3, false, Heat.class.getName(), "2", "1");
        assertNotEquals(0, job.exitCode());
        assertTrue(job.text().contains("a rank needs a row at least: cells=2 ranks=3"), job.text());
    }

    @ParameterizedTest
    @CsvSource({"4, false", "3, true", "1, true"})
    void workersFindEveryPrimeOnce(int ranks, boolean threads) throws Exception {
        List<String> lines = run(ranks, threads, MasterWorker.class.getName(), "20000");
        assertEquals("2262 primes below 20000", lines.getLast());
    }

    @ParameterizedTest
    @CsvSource({"4, false, 100", "6, true, 37", "1, true, 5"})
    void blocksOfAMatrixMakeOneFile(int ranks, boolean threads, String side) throws Exception {
        List<String> lines = run(ranks, threads, Matrix.class.getName(), side);
        assertEquals("every element is where it belongs", lines.getLast());
    }

    @ParameterizedTest
    @CsvSource({"4, false", "3, true", "1, true"})
    void rowsOfAPictureAreTakenOnce(int ranks, boolean threads) throws Exception {
        List<String> lines = run(ranks, threads, Mandelbrot.class.getName(), "60");
        assertTrue(lines.getLast().endsWith("of 3600 points never escape"), lines.getLast());
    }

    @ParameterizedTest
    @CsvSource({"1, false, 2", "2, true, 3"})
    void managersSpawnTheirWorkers(int ranks, boolean threads, String workers) throws Exception {
        List<String> lines = run(ranks, threads, SpawnedWorkers.class.getName(), workers, "100000");
        assertEquals(List.of(workers + " workers, 100000 terms: pi is about 3.141583"), lines);
    }

    @ParameterizedTest
    @CsvSource({"4, 1000, 100", "2, 50, 35", "7, 300, 64"})
    void theRestFinishesWhatALostRankHasLeft(int ranks, String numbers, String steps) throws Exception {
        Job job = Job.run(ranks, false, Survivor.class.getName(), numbers, steps);
        assertEquals(137, job.exitCode(), job::text);
        assertEquals(List.of("finished by " + (ranks - 1) + " of " + ranks + " ranks, as in a serial run"),
            job.lines());
    }

    @Test
    void aSurvivorWithNobodyElseLosesNobody() throws Exception {
        List<String> lines = run(1, true, Survivor.class.getName(), "40", "20");
        assertEquals(List.of("finished by 1 of 1 ranks, as in a serial run"), lines);
    }

    @Test
    void anExampleRunsFromItsSourceFile() throws Exception {
        List<String> lines = run(4, false, SOURCES.resolve("Ring.java").toString(), "10");
        assertTrue(lines.getFirst().startsWith("10 rounds of 4 ranks: "), lines.getFirst());
    }

    private static List<String> run(int ranks, boolean threads, String program, String... arguments)
            throws Exception {
        Job job = Job.run(ranks, threads, program, arguments);
        assertEquals(0, job.exitCode(), () -> program + " with " + ranks + " ranks: " + job.text());
        return job.lines();
    }
}
