package org.hawser.runtime.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.hawser.fabric.NodeMap;
import org.junit.jupiter.api.Test;

class JobDescriptionTest {

    private final Map<String, String> environment = new HashMap<>(Map.of("HAWSER_RANK", "2", "HAWSER_SIZE", "4",
        "HAWSER_NODES", "0*3,1", "HAWSER_JOB_ID", "abc", "HAWSER_JOB_DIR", "/dev/shm/x", "HAWSER_PROGRESS", "thread",
        "HAWSER_LAUNCHER_PID", "77"));

    @Test
    void isReadFromTheEnvironment() {
        assertEquals(new JobDescription("abc", 2, NodeMap.parse("0*3,1"), Path.of("/dev/shm/x"), false, true, 77),
            JobDescription.ofProcess(environment));
    }

    @Test
    void isToldInTheWordsOfOpenMpiToo() {
        Map<String, String> variables = new HashMap<>();
        OpenMpiVariables.write(variables, 3, NodeMap.parse("0,1,0,1*2"));
        assertEquals(Map.of("OMPI_COMM_WORLD_RANK", "3", "OMPI_COMM_WORLD_SIZE", "5", "OMPI_COMM_WORLD_LOCAL_RANK", "1",
            "OMPI_COMM_WORLD_LOCAL_SIZE", "3", "OMPI_COMM_WORLD_NODE_RANK", "1"), variables);
    }

    @Test
    void isAJobOfOneRankWithoutALauncher() {
        JobDescription alone = JobDescription.ofProcess(Map.of());
        assertEquals(0, alone.rank());
        assertEquals(1, alone.size());
        assertNull(alone.directory());
        assertTrue(alone.jobId().matches("[0-9a-f]{16}"), alone.jobId());
        assertSame(alone, JobDescription.ofProcess(Map.of()));
    }

    @Test
    void refusesARankOutsideTheJob() {
        environment.put("HAWSER_RANK", "4");
        assertThrows(IllegalArgumentException.class, () -> JobDescription.ofProcess(environment));
    }

    @Test
    void refusesNodesOfAnotherJob() {
        environment.put("HAWSER_NODES", "0*3");
        assertThrows(IllegalStateException.class, () -> JobDescription.ofProcess(environment));
    }

    @Test
    void namesTheVariableThatIsNoNumber() {
        environment.put("HAWSER_SIZE", "many");
        String message = assertThrows(IllegalStateException.class,
            () -> JobDescription.ofProcess(environment)).getMessage();
        assertTrue(message.contains("HAWSER_SIZE=many"), message);
    }

    @Test
    void namesTheVariableThatIsMissing() {
        environment.remove("HAWSER_JOB_ID");
        String message = assertThrows(IllegalStateException.class,
            () -> JobDescription.ofProcess(environment)).getMessage();
        assertTrue(message.contains("HAWSER_JOB_ID"), message);
    }
}
