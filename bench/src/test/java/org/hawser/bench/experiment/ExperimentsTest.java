package org.hawser.bench.experiment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.hawser.bench.Metric;
import org.hawser.bench.lab.Sample;
import org.hawser.bench.lab.Series;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExperimentsTest {
    private final Series series = new Series("latency", "shm", 2, 8, Metric.LATENCY, null);

    @ParameterizedTest
    @ValueSource(strings = {"latency", "fresh", "bandwidth", "bibw", "rate", "overlap", "pingpong-protocols",
        "progress", "collectives", "icoll", "vector", "rma-latency", "rma-bandwidth", "rma-overlap", "rma-target",
        "rma-lock", "rma-fence", "rma-schedule", "rma-gups", "rma-tasks", "rma-vector", "rma-lu-locks",
        "pgas-nas", "pgas-gups", "pgas-stream",
        "pgas-latency", "pgas-bandwidth", "pgas-loop", "pgas-memory", "pgas-idle", "pgas-pcj"})
    void messagesCollectivesAndWindowsAreMeasured(String name) {
        assertTrue(Experiments.all().stream().anyMatch(experiment -> experiment.name().equals(name)));
    }

    @Test
    void partsAreNamedAfterTheirEnsembleAndCanBeAskedFor() {
        for (Experiment experiment : Experiments.all()) {
            if (experiment instanceof Composite ensemble) {
                ensemble.parts().forEach(part -> assertTrue(part.name().startsWith(ensemble.name())));
            }
        }
        assertEquals("latency.array", Experiments.named("latency.array").orElseThrow().name());
        assertTrue(Experiments.named("latency.paper").isEmpty());
    }

    @Test
    void rateIsBothOfActiveMessagesAndOfMpi() {
        Ensemble rate = assertInstanceOf(Ensemble.class, Experiments.named("rate").orElseThrow());
        assertEquals(List.of("rate", "rate.mpi.runtime", "rate.mpi.segment", "rate.mpi.direct", "rate.mpi.array"),
            rate.parts().stream().map(RankExperiment::name).toList());
        assertInstanceOf(RateExperiment.class, Experiments.single("rate").orElseThrow());
    }

    @Test
    void aPeersFigureIsComparedWithEveryKindOfMemory() {
        RankExperiment part = Experiments.part("latency.direct").orElseThrow();
        Sample peers = new Sample(series.by("mpich"), 50, 170);
        assertEquals(new Sample(new Series("latency.direct", "shm", 2, 8, Metric.LATENCY, "mpich"), 50, 170),
            Contestant.of(part).against(peers));
    }

    @Test
    void aContestantsFiguresAreGivenToIt() {
        Contestant write = new Contestant(new ProgressExperiment(), "traditional-write", Map.of());
        Sample ours = new Sample(series, 50, 170);
        Sample machine = new Sample(series.by("C(60)"), 50, 170);
        assertEquals("traditional-write", write.labelled(ours).series().peer());
        assertEquals(machine, write.labelled(machine));
        assertEquals(ours, Contestant.of(new ProgressExperiment()).labelled(ours));
    }

    @Test
    void protocolsThatNothingWentByAreLeftOut() {
        Series eager = series.of("latency.eager").as(Metric.FRACTION);
        Series hybrid = series.of("latency.hybrid").as(Metric.FRACTION);
        List<Sample> samples = new ArrayList<>(List.of(new Sample(series, 50, 1), new Sample(eager, 50, 0),
            new Sample(hybrid, 50, 0), new Sample(hybrid, 50, 1)));
        Protocols.dropUnused(samples);
        assertEquals(List.of(series, hybrid, hybrid), samples.stream().map(Sample::series).toList());
    }

    @Test
    void whatIsHiddenIsAShare() {
        assertEquals(0, Overlap.hidden(100, 100, 200));
        assertEquals(0.75, Overlap.hidden(100, 100, 125));
        assertEquals(1, Overlap.hidden(100, 100, 99));
        assertEquals(0, Overlap.hidden(100, 100, 230));
    }

    @Test
    void theProgressBenchmarkHasThePapersConfigurations() {
        List<String> words = ProgressCase.all().stream().map(ProgressCase::word).toList();
        assertEquals(List.of("0-0-60-10-0-0", "0-0-60-20-0-0", "0-0-60-30-0-0", "0-0-60-40-0-0", "0-0-60-50-0-0",
            "0-20-0-5-5-20", "20-20-20-0-0-0", "27-0-0-20-20-20"), words);
        ProgressCase first = ProgressCase.all().getFirst();
        assertEquals("C(60)", ProgressCase.computation(first.integrated()));
        assertEquals("C(70)", ProgressCase.computation(first.traditional()));
        assertFalse(first.sizes().isEmpty());
    }

    @Test
    void aComputationTakesSteps() {
        assertTrue(new Computation().stepsFor(18_000) > 0);
    }
}
