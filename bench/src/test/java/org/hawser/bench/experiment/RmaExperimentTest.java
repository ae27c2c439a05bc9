package org.hawser.bench.experiment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.hawser.bench.lab.Sample;
import org.hawser.bench.lab.Task;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RmaExperimentTest {
    private static Plan plan(List<String> designs, List<String> cases) {
        return new Plan(List.of(), List.of(), 1, false, List.of(), Choice.ALL.onWindows(designs, cases));
    }

    private static RmaExperiment experiment(String name) {
        return (RmaExperiment) Experiments.part(name).orElseThrow();
    }

    @Test
    void everyDesignIsAContestantWithSettingsOfItsOwn() throws IOException {
        List<Contestant> all = experiment("rma-fence").contestants(plan(List.of(), List.of()));
        assertEquals(List.of("auto", "deferred", "naive", "barrier", "notify"),
            all.stream().map(one -> one.environment().get("HAWSER_MPI_RMA_FENCE")).toList());
        assertEquals(1, all.stream().map(Contestant::name).filter(Objects::isNull).count());
    }

    @Test
    void oursIsAlwaysAmongTheChosenDesigns() throws IOException {
        List<Contestant> some = experiment("rma-latency").contestants(plan(List.of("agent"), List.of()));
        assertEquals(List.of(Map.of("HAWSER_MPI_RMA_PATH", "direct"), Map.of("HAWSER_MPI_RMA_PATH", "agent")),
            some.stream().map(Contestant::environment).toList());
    }

    @Test
    void unknownDesignsAndPartsAreRefused() {
        assertThrows(IOException.class, () -> experiment("rma-lock").contestants(plan(List.of("naive"), List.of())));
        Campaign campaign = new Campaign(plan(List.of(), List.of("puts9")), text -> { });
        IOException refusal = assertThrows(IOException.class, () -> experiment("rma-fence").run(campaign));
        assertEquals("rma-fence has no such part: puts9; it has empty, put, puts8, overlap, halo4, halo8",
            refusal.getMessage());
    }

    @Test
    void partsDependOnTheNumberOfRanks() {
        assertEquals(List.of("contended", "migration"), experiment("rma-lock").cases(plan(List.of(), List.of()), 3));
        assertEquals(List.of("target"), experiment("rma-overlap").cases(plan(List.of(), List.of("put", "target")), 4));
    }

    /** Real ranks, one round of few parts; what the figures are is nobody's business here. */
    @ParameterizedTest
    @Tag("slow")
    @CsvSource({"rma-latency, 2, 8, put get lock-put accumulate, path=agent",
        "rma-bandwidth, 2, 65536, put get, path=direct",
        "rma-overlap, 2, 1024, put target, path=messages",
        "rma-lock, 3, 8, migration, locks=migrate",
        "rma-lock, 2, 8, exclusive busy-10 contended ring, locks=history",
        "rma-fence, 2, 1024, empty puts8 overlap halo4, fence=notify",
        "rma-schedule, 2, 64, throughput latency small, path=messages",
        "rma-gups, 2, 8192, accumulate aggregated direct, path=direct",
        "rma-tasks, 4, 8, pattern queue, locks=history",
        "rma-vector, 2, 2048, put get busy overlap, path=direct",
        "rma-vector, 2, 2048, put busy, path=agent"})
    void ranksHandTheirSamplesOver(String name, int ranks, long size, String cases, String design)
            throws IOException, InterruptedException {
        MeasuringJob job = new MeasuringJob(text -> { });
        String[] setting = design.split("=");
        Map<String, String> environment = Map.of("HAWSER_MPI_RMA_" + setting[0].toUpperCase(Locale.ROOT),
            setting[1]);
        Task task = new Task(name, 1, 1, List.of(size), false, List.of(cases.split(" ")));
        List<Sample> samples = job.run(task.inHaste(), ranks, environment);
        assertTrue(!samples.isEmpty() || job.dropped() > 0);
        samples.forEach(sample -> assertTrue(sample.series().bench().startsWith(name), sample.series().bench()));
        samples.stream().filter(sample -> sample.series().bench().endsWith(".errors"))
            .forEach(sample -> assertEquals(0, sample.value(), sample.series().bench()));
    }
}
