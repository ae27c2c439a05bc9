package org.hawser.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.hawser.platform.node.NodeDirectory;
import org.hawser.runtime.launch.JobDescription;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Ranks started by a plain {@code java} command, with no native access granted: one clear line, a slower path, the same
 * results.
 */
class NoNativeAccessIT {
    private static final int RANKS = 2;

    @TempDir
    private Path output;

    @ParameterizedTest
    @CsvSource({"pingPong, 2000", "flood, 5000", "barriers, 500", "deliveries, 1000000", "oneSided, 3",
        "copies, 1000000", "registered, 100000"})
    void everyKindOfTrafficWorks(String program, String amount) throws Exception {
        assertRuns(Programs.class, program, amount);
    }

    @ParameterizedTest
    @CsvSource({"definitions", "neighbours", "across", "wrong"})
    void collectivesWork(String program) throws Exception {
        assertRuns(CollPrograms.class, program, "0");
    }

    @ParameterizedTest
    @CsvSource({"buffers, 0", "modes, 0", "mistakes, 0", "sameMemory, 0", "traffic, 3"})
    void messagesOfMpiWork(String program, String amount) throws Exception {
        assertRuns(MpiPrograms.class, program, amount);
    }

    private void assertRuns(Class<?> main, String program, String amount) throws Exception {
        String jobId = "plain" + ProcessHandle.current().pid() + program;
        try (NodeDirectory directory = NodeDirectory.create(jobId)) {
            List<Process> ranks = new ArrayList<>();
            for (int rank = 0; rank < RANKS; rank++) {
                ranks.add(start(main, rank, jobId, directory.path(), program, amount));
            }
            for (int rank = 0; rank < RANKS; rank++) {
                Process process = ranks.get(rank);
                boolean ended = process.waitFor(90, TimeUnit.SECONDS);
                ranks.forEach(one -> {
                    if (!ended) {
                        one.destroyForcibly();
                    }
                });
                String said = Files.readString(output.resolve(program + rank));
                assertTrue(ended, said);
                assertEquals(0, process.exitValue(), said);
                assertTrue(said.contains("well"), said);
                assertEquals(1, said.lines().filter(line -> line.contains("reached the slow way")).count(), said);
                assertTrue(said.lines().noneMatch(line -> line.startsWith("WARNING")), said);
            }
        }
    }

    private Process start(Class<?> main, int rank, String jobId, Path directory, String program, String amount)
            throws Exception {
        String classPath = System.getProperty("hawser.library") + File.pathSeparator
            + RankJob.classPath().stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
        ProcessBuilder builder = new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-cp", classPath,
            main.getName(), program, amount);
        builder.environment().put(JobDescription.RANK, Integer.toString(rank));
        builder.environment().put(JobDescription.SIZE, Integer.toString(RANKS));
        builder.environment().put(JobDescription.JOB_ID, jobId);
        builder.environment().put(JobDescription.JOB_DIR, directory.toString());
        return builder.redirectErrorStream(true).redirectOutput(output.resolve(program + rank).toFile()).start();
    }
}
