package org.hawser.runtime.wireup;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.hawser.fabric.FabricException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProcessLaunchTest {
    @TempDir
    private Path directory;

    @BeforeEach
    void doNotWaitLong() {
        System.setProperty("hawser.wireup.patience", "1");
    }

    @AfterEach
    void reset() {
        System.clearProperty("hawser.wireup.patience");
        System.clearProperty("hawser.shared.dir");
        System.clearProperty(StartedBy.SETTING);
    }

    @ParameterizedTest
    @CsvSource({
        "HAWSER_RANK=2 HAWSER_SIZE=2",
        "HAWSER_RANK=-1 HAWSER_SIZE=2",
        "HAWSER_RANK=0 HAWSER_SIZE=0",
        "PMI_RANK=7 PMI_SIZE=2",
        "PMI_RANK=0 PMI_SIZE=-3",
        "SLURM_PROCID=3 SLURM_STEP_NUM_TASKS=3"
    })
    void aRankThatTheJobDoesNotHaveIsRefused(String numbers) {
        Map<String, String> environment = new HashMap<>();
        for (String each : numbers.split(" ")) {
            environment.put(each.substring(0, each.indexOf('=')), each.substring(each.indexOf('=') + 1));
        }
        if (numbers.startsWith("HAWSER")) {
            environment.put("HAWSER_SHARED_DIR", directory.toString());
        } else if (numbers.startsWith("PMI")) {
            environment.put("PMI_FD", "999");
        } else {
            // Without this word it would not be taken for a task of a step at all.
            System.setProperty(StartedBy.SETTING, "slurm");
            System.setProperty("hawser.shared.dir", directory.toString());
            environment.putAll(Map.of("SLURM_JOB_ID", "7", "SLURM_STEP_ID", "0"));
        }
        String said = assertThrows(FabricException.class, () -> ProcessLaunch.connect(environment)).getMessage();
        assertTrue(said.contains(numbers) && said.contains("does not have"), said);
    }
}
