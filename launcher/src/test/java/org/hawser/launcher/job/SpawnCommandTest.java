package org.hawser.launcher.job;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.hawser.runtime.spawn.SpawnException;
import org.hawser.runtime.spawn.SpawnRequest;
import org.junit.jupiter.api.Test;

class SpawnCommandTest {
    /** Else a child of a job whose ranks talk by TCP would look for its parents in shared memory. */
    @Test
    void aJavaCommandHasTheSettingsOfTheJobBeforeItsOwnWords() throws SpawnException {
        JobSpec job = JobSpec.of(2, "Main").jvmArgs("-Dhawser.fabric=tcp", "-Xmx1g").build();
        SpawnRequest.Program asked = new SpawnRequest.Program("java", List.of("Child", "-Dhawser.own=1"), 1, "", "");
        List<String> command = SpawnCommand.find(job, asked, 0, 1).command();
        assertEquals(List.of("-Dhawser.fabric=tcp", "Child", "-Dhawser.own=1"),
            command.subList(command.size() - 3, command.size()));
    }
}
