package org.hawser.system;

import java.nio.file.Path;
import java.util.List;
import org.hawser.launcher.host.HostPlan;
import org.hawser.launcher.host.HostSlots;
import org.hawser.launcher.host.Mapping;
import org.hawser.launcher.host.Placement;
import org.hawser.launcher.job.JobSpec;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Random programs over tcp alone, and over two hosts that are both this machine: shared memory inside each, tcp between
 * them. Each program checks itself.
 */
class NodesIT {
    private static final String SECONDS = Integer.toString(Integer.getInteger("hawser.traffic.seconds", 2));

    @TempDir
    private Path directory;

    @ParameterizedTest
    @CsvSource({"CollPrograms, mixture, 3", "MpiPrograms, traffic, 2", "RmaPrograms, mixture, 3"})
    void randomProgramsAddUpOverTcp(String programs, String program, int ranks) throws Exception {
        RankJob.assertRuns(main(programs), ranks, builder -> builder.jvmArgs("-Dhawser.fabric=tcp"), program, SECONDS);
    }

    @ParameterizedTest
    @CsvSource({"CollPrograms, mixture, NODE", "CollPrograms, mixture, CYCLIC", "MpiPrograms, traffic, NODE",
        "RmaPrograms, mixture, NODE", "PgasPrograms, mixture, CYCLIC"})
    void randomProgramsAddUpOverTwoHosts(String programs, String program, Mapping mapping) throws Exception {
        RankJob.assertRuns(main(programs), 4, builder -> onTwoHosts(builder, mapping), program, SECONDS);
    }

    private static Class<?> main(String programs) throws ClassNotFoundException {
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
