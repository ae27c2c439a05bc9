package org.hawser.system;

import java.util.stream.Stream;
import org.hawser.pgas.Pgas;
import org.hawser.testkit.CoreOnlyProvider;
import org.hawser.testkit.LocalRanks;
import org.hawser.testkit.Medium;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Random PGAS programs on every medium that there is; ranks are threads of this JVM. */
class PgasMediaIT {
    private static final int PROGRAMS = 3;
    private static final int PHASES = 40;

    static Stream<Arguments> media() {
        return Stream.of(
            Arguments.of("memory", Medium.inMemory("shm")),
            Arguments.of("files", Medium.inFiles("shm")),
            Arguments.of("messages only", Medium.inMemory(CoreOnlyProvider.NAME)),
            Arguments.of("tcp", Medium.inMemory("tcp")),
            Arguments.of("two nodes", Medium.mixed()),
            Arguments.of("two nodes in turn", Medium.inMemory("shm,tcp").onNodesInTurn(2)),
            Arguments.of("far", Medium.twoNodes()),
            Arguments.of("remote access", Medium.twoNodesWithRemoteAccess()));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("media")
    void randomProgramsDoWhatOneThreadWouldHaveDone(String name, Medium medium) {
        for (int program = 0; program < PROGRAMS; program++) {
            long seed = 100 + program;
            LocalRanks.on(medium).start(2 + program, rank -> {
                try (Pgas pgas = Pgas.on(rank)) {
                    new PgasRandom(pgas, seed).run(PHASES);
                    rank.barrier();
                }
            });
        }
    }
}
