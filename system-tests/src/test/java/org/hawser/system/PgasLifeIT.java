package org.hawser.system;

import java.util.function.UnaryOperator;
import org.hawser.launcher.job.JobSpec;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** PGAS beside MPI: each begins and ends before, after or inside the other. */
class PgasLifeIT {
    @ParameterizedTest
    @CsvSource({"around, shm", "around, threads", "around, tcp", "inside, shm", "inside, threads", "over, shm",
        "over, threads", "over, tcp", "forgotten, shm", "forgotten, threads", "forgotten, tcp"})
    void itEndsInOrderOrSaysWhyNot(String program, String medium) throws Exception {
        UnaryOperator<JobSpec.Builder> on = builder -> switch (medium) {
            case "tcp" -> builder.jvmArgs("-Dhawser.fabric=tcp");
            case "threads" -> builder.threads(true);
            default -> builder;
        };
        RankJob.assertAnswers(PgasLife.class, 3, on, program);
    }
}
