package org.hawser.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What jobs in a row cost the JVM that starts them: nothing that stays. */
class ManyJobsIT {
    private static final int SOME = 20;
    private static final int ALL = 200;
    /** A leak that we would want to know of; far above what a JVM's own memory goes up and down by. */
    private static final long LEAK_PER_JOB = 50_000;

    @TempDir
    private Path shm;

    @Test
    @Tag("slow")
    void twoHundredJobsLeakNeitherFilesNorThreadsNorProcessesNorMemory() throws Exception {
        List<ManyJobs.Holdings> looks = run();
        assertEquals(2, looks.size());
        ManyJobs.Holdings then = looks.getFirst();
        ManyJobs.Holdings now = looks.getLast();
        String both = "then=" + then + " now=" + now;
        assertEquals(0, RankJob.entries(shm), "left in shared memory");
        assertEquals(0, now.processes(), both);
        assertTrue(now.files() <= then.files() + 2, both);
        assertTrue(now.threads() <= then.threads() + 2, both);
        long leak = (ALL - SOME) * LEAK_PER_JOB;
        assertTrue(now.heap() < then.heap() + leak, both);
        assertTrue(now.resident() < then.resident() + leak, both);
    }

    /**
     * In a JVM of its own. Its heap has one size and is resident from the start, and one compiler is enough, so that
     * what becomes resident later is what jobs leave.
     */
    private List<ManyJobs.Holdings> run() throws Exception {
        ProcessBuilder builder = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xms64m", "-Xmx64m", "-XX:+AlwaysPreTouch", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1",
            "-Dhawser.library=" + System.getProperty("hawser.library"), "-cp", System.getProperty("java.class.path"),
            ManyJobs.class.getName(), Integer.toString(SOME), Integer.toString(ALL));
        builder.environment().put("HAWSER_SHM_DIR", shm.toString());
        Process jobs = builder.redirectErrorStream(true).start();
        List<String> lines = jobs.inputReader().readAllLines();
        assertEquals(0, jobs.waitFor(), () -> String.join("\n", lines));
        return ManyJobs.Holdings.in(lines).toList();
    }
}
