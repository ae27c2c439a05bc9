package org.hawser.bench.experiment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.hawser.bench.Metric;
import org.hawser.bench.lab.IdleModel;
import org.hawser.bench.lab.Sample;
import org.hawser.bench.lab.Task;
import org.hawser.bench.nas.KernelKind;
import org.hawser.bench.nas.ProblemClass;
import org.hawser.bench.peer.Pcj;
import org.hawser.bench.peer.Peer;
import org.hawser.bench.peer.Peers;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PgasExperimentTest {
    private static Plan plan(int ranks, boolean threads, List<String> cases) {
        return new Plan(List.of(ranks), List.of(8L), 1, threads, List.of(), Choice.ALL.onWindows(List.of(), cases));
    }

    @Test
    void unknownPartsAreRefused() {
        Campaign campaign = new Campaign(plan(2, false, List.of("putt")), text -> { });
        IOException refusal = assertThrows(IOException.class,
            () -> Experiments.named("pgas-bandwidth").orElseThrow().run(campaign));
        assertEquals("pgas-bandwidth has no such part: putt; it has put, get", refusal.getMessage());
        assertThrows(IOException.class, () -> Experiments.named("pgas-idle").orElseThrow().run(campaign));
    }

    @Test
    void partsCanBeChosen() {
        RankExperiment latency = Experiments.part("pgas-latency").orElseThrow();
        assertEquals(List.of("put", "signal"), latency.cases(plan(2, false, List.of("signal", "put")), 2));
        assertTrue(latency.cases(plan(2, false, List.of()), 2).containsAll(List.of("get", "element-get", "fetch-add",
            "lock", "message", "am")));
    }

    @Test
    void whoIsNamedByTheUserIsNotAddedAgain() {
        Campaign campaign = new Campaign(plan(2, false, List.of()), text -> { });
        Optional<Peer> shmem = Peers.openShmem();
        assumeTrue(shmem.isPresent(), Peers.noOpenShmem());
        campaign.compareWith(shmem.get());
        campaign.compareWith(Peers.openShmem().orElseThrow());
        assertEquals(1, campaign.unused().size());
    }

    /** Real ranks, one round of few parts; what the figures are is nobody's business here. */
    @ParameterizedTest
    @Tag("slow")
    @CsvSource({"pgas-latency, 8, false, put get put-implicit element-get element-put cyclic-get cyclic-put signal",
        "pgas-latency, 1, true, put-signal",
        "pgas-latency, 8, true, message am fetch-add compare-swap lock lock-contended",
        "pgas-bandwidth, 65536, false, put get",
        "pgas-loop, 8000, true, get-local segment places places-blocks places-cyclic for-all get",
        "pgas-pcj, 64, true, put get reduce alltoall",
        "pgas-gups, 8192, true, atomic atomic.errors buckets buckets.errors at at.errors",
        "pgas-stream, 8192, true, segment segment.errors for-all for-all.errors"})
    void ranksHandTheirSamplesOver(String name, long size, boolean threads, String cases)
            throws IOException, InterruptedException {
        assertAllParts(name, cases, new MeasuringJob(text -> { }), new Task(name, 1, 1, List.of(size), threads,
            List.of(cases.split(" "))), Map.of());
    }

    @ParameterizedTest
    @Tag("slow")
    @CsvSource({"pgas-latency, put get put-implicit put-signal element-get element-put signal message fetch-add lock",
        "pgas-bandwidth, put get"})
    void connectionsAreMeasuredToo(String name, String cases) throws IOException, InterruptedException {
        List<Sample> samples = assertAllParts(name, cases, new MeasuringJob(text -> { }), new Task(name, 1, 1,
            List.of(8L), true, List.of(cases.split(" "))), Map.of("HAWSER_FABRIC", "tcp"));
        samples.forEach(sample -> assertTrue(sample.series().provider().contains("tcp"),
            sample.series().provider()));
    }

    @Test
    @Tag("slow")
    void mpiIsMeasuredBesideAnIdleModel() throws IOException, InterruptedException {
        assertAllParts("pgas-idle", "latency bandwidth", new MeasuringJob(text -> { }), new Task("pgas-idle", 1, 1,
            List.of(1024L), true, List.of("latency", "bandwidth")), IdleModel.started());
    }

    /** Where others use the machine every sample may have been dropped; then there is a count of them. */
    private static List<Sample> assertAllParts(String name, String cases, MeasuringJob job, Task task,
                                               Map<String, String> environment)
            throws IOException, InterruptedException {
        List<Sample> samples = job.run(task.inHaste(), 2, environment);
        Set<String> found = samples.stream().map(sample -> sample.series().bench()).collect(Collectors.toSet());
        Set<String> known = Set.of(cases.split(" ")).stream().map(part -> name + "." + part)
            .collect(Collectors.toSet());
        assertTrue(known.containsAll(found), found::toString);
        assertTrue(found.equals(known) || job.dropped() > 0, found::toString);
        return samples;
    }

    @Test
    @Tag("slow")
    void memoryPerRankIsTold() throws IOException, InterruptedException {
        for (boolean threads : new boolean[] {false, true}) {
            Campaign campaign = new Campaign(new Plan(List.of(2, 9), List.of(), 1, threads, List.of(), Choice.ALL),
                text -> { });
            Experiments.named("pgas-memory").orElseThrow().run(campaign);
            Set<String> benches = campaign.samples().stream().map(sample -> sample.series().bench())
                .collect(Collectors.toSet());
            String bench = threads ? "pgas-memory.threads" : "pgas-memory.processes";
            assertTrue(benches.containsAll(Set.of(bench, bench + ".flatness")), benches::toString);
            campaign.samples().stream().filter(sample -> sample.series().metric() == Metric.BYTES)
                .forEach(sample -> assertTrue(Double.isFinite(sample.value())));
        }
    }

    @Test
    @Tag("slow")
    void aKernelRunsBesideAnIdleModel() throws IOException, InterruptedException {
        Campaign campaign = new Campaign(plan(2, true, List.of("nas")), text -> { });
        new PgasIdleExperiment(List.of(KernelKind.CG), List.of(ProblemClass.S))
            .run(campaign);
        assertTrue(campaign.samples().stream().anyMatch(sample ->
            PgasIdleExperiment.WITHOUT.equals(sample.series().peer())));
        for (String figure : List.of(IdleCosts.SUFFIX, IdleCosts.TURNS)) {
            assertEquals(2, campaign.samples().stream().filter(sample ->
                sample.series().bench().endsWith(figure)).count(), figure);
        }
        campaign.samples().stream().filter(sample -> sample.series().bench().endsWith(".verified"))
            .forEach(sample -> assertEquals(1, sample.value()));
    }

    @Test
    @Tag("slow")
    void peersProgramsRun() throws IOException, InterruptedException {
        Optional<Peer> shmem = Peers.openShmem();
        assumeTrue(shmem.isPresent(), Peers.noOpenShmem());
        List<Sample> samples = shmem.get().run(new Task("pgas-latency", 1, 0, List.of(8L), false, List.of("put", "get",
            "signal", "fetch-add")), 2);
        samples.forEach(sample -> assertEquals("oshmem", sample.series().peer()));
    }

    @Test
    @Tag("slow")
    void pcjRunsInProcessesOfItsOwn() throws IOException, InterruptedException {
        List<Sample> samples = Pcj.find().orElseThrow().run(new Task("pgas-pcj", 1, 0, List.of(8L), false,
            List.of("put", "reduce", "alltoall")), 2);
        assertFalse(samples.stream().anyMatch(sample -> !"pcj".equals(sample.series().peer())));
    }
}
