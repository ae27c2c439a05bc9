package org.hawser.system;

import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;
import org.hawser.launcher.host.HostPlan;
import org.hawser.launcher.host.HostSlots;
import org.hawser.launcher.host.Mapping;
import org.hawser.launcher.host.Placement;
import org.hawser.launcher.job.JobSpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Programs over tcp alone, and over two hosts that are both this machine: shared memory inside each, tcp between them.
 * Each program checks itself.
 */
class NodesIT {
    private static final String SECONDS = Integer.toString(Integer.getInteger("hawser.traffic.seconds", 2));

    private static final List<String> OF_TWO = List.of("p2p.buffers", "p2p.requests:30", "p2p.sameMemory",
        "p2p.probes:40", "file.circle:FILE");
    private static final List<String> OF_FOUR = List.of("p2p.modes", "p2p.unwaited:100000", "p2p.types",
        "p2p.overloads", "coll.definitions", "coll.parts", "coll.neighbours", "coll.across", "forms.forms",
        "forms.types", "comm.copies", "comm.parts", "comm.bridges", "comm.ends:300", "comm.crowd:20", "comm.layouts",
        "comm.refusals", "file.families:FILE", "file.columns:FILE", "file.atomic:FILE", "file.external32:FILE",
        "file.two:FILE", "file.mistakes:FILE", "rma.rules", "rma.contention:100", "lock.count:200");
    /** A collective that fails at some ranks ends a communicator of several hosts with several ranks each. */
    private static final List<String> WITH_MISTAKES = List.of("coll.wrong", "forms.refusals");

    @TempDir
    private Path directory;

    private void assertAnswers(List<String> programs, int ranks, UnaryOperator<JobSpec.Builder> options)
            throws Exception {
        List<String> words = programs.stream().map(word -> word.replace("FILE", directory.resolve("data").toString()))
            .toList();
        RankJob.assertAnswers(ManyPrograms.class, ranks, options, words.getFirst(),
            words.subList(1, words.size()).toArray(String[]::new));
    }

    @Test
    void programsOfTwoRanksAnswerOverTcp() throws Exception {
        assertAnswers(OF_TWO, 2, NodesIT::overTcp);
    }

    @Test
    void programsAnswerOverTcp() throws Exception {
        assertAnswers(OF_FOUR, 4, NodesIT::overTcp);
    }

    @Test
    void mistakesInCollectivesAreToldOverTcp() throws Exception {
        assertAnswers(WITH_MISTAKES, 3, NodesIT::overTcp);
    }

    @Test
    void programsAnswerOverTwoHosts() throws Exception {
        assertAnswers(OF_FOUR, 4, builder -> onTwoHosts(builder, Mapping.NODE));
    }

    private static JobSpec.Builder overTcp(JobSpec.Builder builder) {
        return builder.jvmArgs("-Dhawser.fabric=tcp");
    }

    @ParameterizedTest
    @CsvSource({"CollPrograms, mixture, 3", "MpiPrograms, traffic, 2", "RmaPrograms, mixture, 3"})
    void randomProgramsAddUpOverTcp(String programs, String program, int ranks) throws Exception {
        RankJob.assertRuns(main(programs), ranks, NodesIT::overTcp, program, SECONDS);
    }

    @ParameterizedTest
    @CsvSource({"CollPrograms, mixture, NODE", "CollPrograms, mixture, CYCLIC", "MpiPrograms, traffic, NODE",
        "RmaPrograms, mixture, NODE", "PgasPrograms, mixture, CYCLIC"})
    void randomProgramsAddUpOverTwoHosts(String programs, String program, Mapping mapping) throws Exception {
        RankJob.assertRuns(main(programs), 4, builder -> onTwoHosts(builder, mapping), program, SECONDS);
    }

    static Class<?> main(String programs) throws ClassNotFoundException {
        return Class.forName("org.hawser.system." + programs);
    }

    private JobSpec.Builder onTwoHosts(JobSpec.Builder builder, Mapping mapping) {
        try {
            Path shell = Namespaces.script(directory.resolve("shell"), """
                #!/bin/sh
                shift
                exec sh -c "$*"
                """);
            Placement placement = Placement.of(4, List.of(new HostSlots("a", 2, HostSlots.ANY),
                new HostSlots("b", 2, HostSlots.ANY)), mapping, false);
            // Each takes the cores for its own and would not let the other host's ranks run.
            return builder.hosts(new HostPlan(placement, BuiltHawser.shell(shell)))
                .jvmArgs("-Dhawser.tcp.interface=lo", "-XX:ActiveProcessorCount=1");
        } catch (Exception e) {
            throw new IllegalStateException("cannot place ranks on hosts", e);
        }
    }
}
