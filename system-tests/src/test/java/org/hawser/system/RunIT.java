package org.hawser.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.hawser.platform.libc.Libc;
import org.hawser.system.Hawser.Result;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunIT {

    @TempDir
    private Path directory;

    private Hawser hawser;

    @BeforeEach
    void install() throws Exception {
        hawser = new Hawser(directory);
    }

    @AfterEach
    void nothingIsLeftInSharedMemory() throws Exception {
        try (var left = Files.list(hawser.shm())) {
            assertEquals(List.of(), left.toList());
        }
    }

    @Test
    void everyRankRunsTheProgramOnce() throws Exception {
        Result result = hawser.run("-n 4", "hello");
        assertEquals(0, result.exitCode(), result.err());
        assertEquals(List.of("hello 0 of 4 runs 1", "hello 1 of 4 runs 1", "hello 2 of 4 runs 1",
            "hello 3 of 4 runs 1"), result.out().lines().sorted().toList());
        assertEquals("", result.err());
    }

    @Test
    void ranksStartFromWhatARankThatTalkedWithAnotherHasRecorded() throws Exception {
        assumeFalse(BuiltHawser.rankOptions().isEmpty(), "only ./hawser makes the cache");
        Result result = hawser.run("-n 2 -x JDK_JAVA_OPTIONS=-Xlog:class+load", "hello");
        assertEquals(0, result.exitCode(), result.err());
        for (String of : List.of("runtime.launch.RankMain", "mpi.coll.node.NodeAllreduce", "mpi.rma.Fence",
            "pgas.SharedDoubleArray")) {
            assertEquals(2, result.out().lines().filter(line ->
                line.contains("org.hawser." + of + " source: shared objects file")).count(), of);
        }
    }

    @Test
    void ranksFindTheVariablesThatProgramsForOpenMpiRead() throws Exception {
        Result result = hawser.run("-n 2", "variables");
        assertEquals(List.of(
            "0 {OMPI_COMM_WORLD_LOCAL_RANK=0, OMPI_COMM_WORLD_LOCAL_SIZE=2, OMPI_COMM_WORLD_NODE_RANK=0, "
                + "OMPI_COMM_WORLD_RANK=0, OMPI_COMM_WORLD_SIZE=2}",
            "1 {OMPI_COMM_WORLD_LOCAL_RANK=1, OMPI_COMM_WORLD_LOCAL_SIZE=2, OMPI_COMM_WORLD_NODE_RANK=1, "
                + "OMPI_COMM_WORLD_RANK=1, OMPI_COMM_WORLD_SIZE=2}"),
            result.out().lines().sorted().toList(), result.err());
    }

    @Test
    void ranksThatAreThreadsHaveTheirOwnStatics() throws Exception {
        Result result = hawser.run("-n 3 --threads --tag-output", "hello");
        assertEquals(List.of("[0] hello 0 of 3 runs 1", "[1] hello 1 of 3 runs 1", "[2] hello 2 of 3 runs 1"),
            result.out().lines().sorted().toList(), result.err());
    }

    @Test
    void ranksThatAreThreadsShareAsManyArenasAsThereAreCores() throws Exception {
        assertEquals("null\n", hawser.run("-n 1", "arenas").out());
        assertEquals(Runtime.getRuntime().availableProcessors() + "\n", hawser.run("-n 1 --threads", "arenas").out());
        assertEquals("7\n", hawser.run("-n 1 --threads -x MALLOC_ARENA_MAX=7", "arenas").out());
    }

    @Test
    void aLineOfMpirunRunsAsItIs() throws Exception {
        Result result = hawser.run("-np 2 java -ea -Dkey=value", "hello");
        assertEquals(List.of("hello 0 of 2 runs 1", "hello 1 of 2 runs 1"), result.out().lines().sorted().toList(),
            result.err());
    }

    @Test
    void anotherPackageMpiAmongTheUsersClassesIsPassedOver() throws Exception {
        Path old = directory.resolve("old");
        Files.createDirectories(old.resolve("mpi"));
        Files.writeString(old.resolve("mpi/MPI.class"), "of other bindings");
        hawser.withClasses(old);
        for (String how : List.of("-n 2", "-n 2 --threads")) {
            assertEquals("mpi false\nmpi false\n", hawser.run(how, "mpi").out(), how);
        }
    }

    @Test
    void aThousandRanksFitIntoOneJvm() throws Exception {
        Result result = hawser.run("-n 1024 --threads", "hello");
        assertEquals(1024, result.out().lines().distinct().count(), result.err());
    }

    @Test
    void boundRanksHaveACoreEachForTheirMainThread() throws Exception {
        assumeTrue(Libc.available(), "binding is a call of the system");
        for (String kind : List.of("", " --threads")) {
            Result result = hawser.run("-n 3 --bind core" + kind, "cores");
            assertEquals(0, result.exitCode(), result.err());
            assertEquals(Cores.bound(0, 1, 2), result.out().lines().sorted().toList(), kind);
            assertEquals("", result.err());
        }
        Result free = hawser.run("-n 1", "cores");
        assertEquals("rank 0 main " + Behaviour.cores("self") + " others " + Behaviour.cores("self") + "\n",
            free.out());
    }

    @Test
    void onlyRankZeroReadsTheInput() throws Exception {
        for (String how : List.of("-n 2", "-n 2 --threads")) {
            Result result = hawser.run(how, "read", "some text\n");
            assertEquals(List.of("0 read some text", "1 read "), result.out().lines().sorted().toList(), result.err());
        }
    }

    @Test
    void aLastLineWithoutEndIsWritten() throws Exception {
        assertEquals("no end\nno end\n", hawser.run("-n 2", "partial").out());
        assertEquals("no end\nno end\n", hawser.run("-n 2 --threads", "partial").out());
    }

    @Test
    void muchOutputIsMergedByWholeLines() throws Exception {
        Result result = hawser.run("-n 3", "lines");
        List<String> lines = result.out().lines().toList();
        assertEquals(150_000, lines.size());
        int[] next = new int[3];
        for (String line : lines) {
            String[] parts = line.split(":");
            assertEquals(next[Integer.parseInt(parts[0])]++, Integer.parseInt(parts[1]), line);
            assertEquals(78, parts[2].length(), line);
        }
        assertTrue(Arrays.stream(next).allMatch(count -> count == 50_000));
    }

    @Test
    void anUncaughtExceptionIsToldOnceWithItsRank() throws Exception {
        for (String how : List.of("-n 3", "-n 3 --threads")) {
            Result result = hawser.run(how, "throw 1");
            assertEquals(1, result.exitCode());
            assertTrue(result.err().startsWith("rank 1 of 3 failed: java.lang.IllegalStateException: boom\n\tat "),
                result.err());
            assertTrue(result.err().contains("hawser: rank 1 (pid "), result.err());
            assertTrue(result.err().contains("failed: uncaught java.lang.IllegalStateException: boom"), result.err());
            assertTrue(result.seconds() < 5, "seconds=" + result.seconds());
        }
    }

    @Test
    void theExitCodeIsThatOfTheRankThatFailed() throws Exception {
        Result result = hawser.run("-n 3", "exit 2");
        assertEquals(7, result.exitCode());
        assertTrue(result.err().contains("hawser: rank 2 ") && result.err().contains("exit code 7"), result.err());
        assertTrue(result.err().contains("    up 2"), result.err());
    }

    @Test
    void aFailedRankEndsThoughItsShutdownHookDoesNot() throws Exception {
        Result result = hawser.run("-n 2", "hook");
        assertEquals(1, result.exitCode());
        assertTrue(result.seconds() < 6, "seconds=" + result.seconds());
    }

    @Test
    void aKilledRankEndsTheJob() throws Exception {
        Result result = hawser.run("-n 3", "kill 0");
        assertEquals(137, result.exitCode());
        assertTrue(result.err().contains("hawser: rank 0 ") && result.err().contains("SIGKILL"), result.err());
        assertTrue(result.seconds() < 5, "seconds=" + result.seconds());
    }

    @Test
    void lackOfMemoryIsNamed() throws Exception {
        Result result = hawser.run("-n 2 -J-Xmx24m", "memory 1");
        assertTrue(result.err().contains("hawser: rank 1 ") && result.err().contains("out of memory"), result.err());
    }

    @Test
    void aTimeoutNamesTheRanksThatStillRun() throws Exception {
        Result result = hawser.run("-n 2 --timeout 1", "sleep");
        assertEquals(124, result.exitCode());
        assertTrue(result.err().contains("timeout after 1.0 s: rank 0, 1 still running"), result.err());
    }

    @Test
    void anArgumentOfTheJvmThatDoesNotFitTheCacheCostsNoWord() throws Exception {
        for (String argument : List.of("-J-XX:+UseG1GC", "-J-Xmx40g", "-J-XX:+UseCompactObjectHeaders")) {
            Result result = hawser.run("-n 1 " + argument, "hello");
            assertEquals("hello 0 of 1 runs 1\n", result.out() + result.err());
        }
    }
}
