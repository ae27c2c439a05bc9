package org.hawser.pgas;

import java.util.stream.Stream;
import org.hawser.testkit.CoreOnlyProvider;
import org.hawser.testkit.LocalRanks;
import org.hawser.testkit.Medium;
import org.junit.jupiter.params.provider.Arguments;

/**
 * Jobs of the model's tests: ranks are threads of this JVM, on the {@linkplain Medium#standard standard medium}.
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

    /** The standard medium by name; where that is shared memory, in each of its forms. */
    static Stream<Arguments> media() {
        return !Medium.isStandardShared() ? Stream.of(Arguments.of(Medium.standard().toString(), Medium.standard()))
            : Stream.of(
                Arguments.of("memory", Medium.inMemory("shm")),
                Arguments.of("files", Medium.inFiles("shm").with("hawser.joint", 1)),
                Arguments.of("messages only", Medium.inMemory(CoreOnlyProvider.NAME)));
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

    /** The same on the standard medium. */
    static void run(int threads, Program program) {
        run(Medium.standard(), threads, program);
    }
}
