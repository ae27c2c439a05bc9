package org.hawser.pgas;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.hawser.testkit.Medium;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What every program begins with. */
class StartTest {
    @ParameterizedTest(name = "{0}")
    @MethodSource("org.hawser.pgas.PgasJob#media")
    void everyThreadKnowsItsNumber(String name, Medium medium) {
        PgasJob.run(medium, 3, pgas -> {
            assertEquals(3, pgas.threads());
            assertEquals(pgas.rank().number(), pgas.myThread());
            pgas.barrier();
        });
    }
}
