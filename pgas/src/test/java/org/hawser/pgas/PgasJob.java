package org.hawser.pgas;

import java.util.stream.Stream;
import org.hawser.testkit.CoreOnlyProvider;
import org.hawser.testkit.LocalRanks;
import org.hawser.testkit.Medium;
import org.junit.jupiter.params.provider.Arguments;

/**
 * Jobs of the model's tests: ranks are threads of this JVM, on every medium there is.
 *
 * <pre>{@code
 * @ParameterizedTest(name = "{0}")
 * @MethodSource("org.hawser.pgas.PgasJob#media")
 * void something(String name, Medium medium) {
 *     PgasJob.run(medium, 4, pgas -> assertEquals(4, pgas.threads()));
 * }
 * }</pre>
 */
final class PgasJob {
    /** What one thread of the model does. */
    @FunctionalInterface
    interface Program {
        void run(Pgas pgas) throws Exception;
    }

    private PgasJob() {
    }

    /** Every medium, by name. */
    static Stream<Arguments> media() {
        return Stream.of(
            Arguments.of("memory", Medium.inMemory("shm")),
            Arguments.of("files", Medium.inFiles("shm").with("hawser.joint", 1)),
            Arguments.of("messages only", Medium.inMemory(CoreOnlyProvider.NAME)),
            Arguments.of("tcp", Medium.inMemory("tcp")),
            Arguments.of("two nodes", Medium.mixed()));
    }

    /** Runs {@code program} at so many threads; they all end together. */
    static void run(Medium medium, int threads, Program program) {
        LocalRanks.on(medium).start(threads, rank -> {
            try (Pgas pgas = Pgas.on(rank)) {
                program.run(pgas);
                rank.barrier();
            }
        });
    }

    /** The same in shared memory. */
    static void run(int threads, Program program) {
        run(Medium.inMemory("shm"), threads, program);
    }
}
