package org.hawser.bench.experiment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.hawser.bench.lab.Sample;
import org.hawser.bench.lab.Task;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Real ranks, the fewest rounds; what the figures are is nobody's business here. */
@Tag("slow")
class MeasuringJobTest {

    @ParameterizedTest
    @ValueSource(strings = {"am", "put", "get", "atomic", "rate", "barrier",
        "latency.runtime", "fresh.array", "bandwidth.direct", "bibw.array", "rate.mpi.segment", "overlap.runtime",
        "pingpong-protocols", "progress"})
    void ranksHandTheirSamplesOver(String experiment) throws IOException, InterruptedException {
        MeasuringJob job = new MeasuringJob(text -> { });
        List<Sample> samples = job.run(new Task(experiment, 2, 1, List.of(8L, 4096L), false).inHaste(), 2);
        // On a machine that others use every sample may have been dropped; then there must be a count of them.
        assertTrue(!samples.isEmpty() || job.dropped() > 0);
        Set<String> benches = samples.stream().map(sample -> sample.series().bench()).collect(Collectors.toSet());
        benches.forEach(bench -> assertTrue(bench.startsWith(experiment), bench));
        samples.forEach(sample -> assertEquals(2, sample.series().ranks()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"latency.runtime", "bandwidth.array", "rma-bandwidth"})
    void overConnectionsTheyAreComparedWithABareOne(String experiment) throws IOException, InterruptedException {
        MeasuringJob job = new MeasuringJob(text -> { });
        List<Sample> samples = job.run(new Task(experiment, 1, 1, List.of(4096L), false).inHaste(), 2,
            Map.of("HAWSER_FABRIC", "tcp"));
        assertTrue(!samples.isEmpty() || job.dropped() > 0);
        samples.forEach(sample -> assertEquals("tcp", sample.series().provider()));
        assertEquals(samples.isEmpty(), samples.stream().noneMatch(
            sample -> RawSocket.NAME.equals(sample.series().peer())));
    }

    @ParameterizedTest
    @CsvSource({"collectives.array, collectives\\.(bcast|scan)\\.array",
        "icoll.direct.poll, icoll\\.ibcast\\.direct\\.poll",
        "vector.array, vector\\.(latency|bandwidth)\\.(64|128)\\.array"})
    void someOfThemMeasureManyThings(String experiment, String benches) throws IOException, InterruptedException {
        MeasuringJob job = new MeasuringJob(text -> { });
        Task task = new Task(experiment, 1, 1, List.of(1024L), false,
            List.of("bcast", "scan", "ibcast", "latency", "bandwidth"));
        List<Sample> samples = job.run(task.inHaste(), 2);
        assertTrue(!samples.isEmpty() || job.dropped() > 0);
        samples.forEach(sample -> assertTrue(sample.series().bench().matches(benches), sample.series().bench()));
    }

    @Test
    void aJobHasItsOwnSettingsAndCountsItsProtocols() throws IOException, InterruptedException {
        MeasuringJob job = new MeasuringJob(text -> { });
        job.run(new Task("pingpong-protocols", 1, 1, List.of(64L << 10), false).inHaste(), 2,
            Map.of("HAWSER_MPI_PROTOCOL", "write"));
        assertFalse(job.counts().isEmpty());
        job.counts().forEach(line -> assertTrue(line.contains(" 65536 send-rendezvous "), line));
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 5})
    void ranksMayBeThreads(int ranks) throws IOException, InterruptedException {
        MeasuringJob job = new MeasuringJob(text -> { });
        List<Sample> samples = job.run(new Task("barrier", 1, 1, List.of(), true).inHaste(), ranks);
        assertFalse(samples.isEmpty() && job.dropped() == 0);
        samples.forEach(sample -> assertTrue(sample.series().provider().endsWith("/threads")));
    }
}
