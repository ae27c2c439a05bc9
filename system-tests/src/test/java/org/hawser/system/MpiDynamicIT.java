package org.hawser.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.hawser.launcher.job.JobSpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Programs that start others, or meet others that were started apart. */
class MpiDynamicIT {
    @TempDir
    private Path directory;

    private UnaryOperator<JobSpec.Builder> options(boolean threads) {
        return builder -> RankJob.brief(builder).threads(threads).environment("HAWSER_SHM_DIR", directory.toString());
    }

    /** Runs to a good end, with so many processes in the end, and nothing left. */
    private void assertRuns(Class<?> main, int ranks, int all, boolean threads, Object... arguments) throws Exception {
        String[] words = Stream.of(arguments).map(Object::toString).toArray(String[]::new);
        System.setProperty("hawser.shm.dir", directory.toString());
        try {
            RankJob job = RankJob.start(main, ranks, options(threads), words[0], tail(words));
            job.assertWell(all);
            assertEquals(List.of(), entries(), "what the job left");
        } finally {
            System.clearProperty("hawser.shm.dir");
        }
    }

    private static String[] tail(String[] words) {
        return List.of(words).subList(1, words.length).toArray(String[]::new);
    }

    private List<String> entries() {
        String[] names = directory.toFile().list((place, name) -> name.startsWith("hawser-"));
        return names == null ? List.of() : List.of(names);
    }

    @ParameterizedTest
    @CsvSource({"1, 1, false", "1, 4, false", "2, 2, false", "3, 1, false", "2, 3, true"})
    void parentsAndChildrenTalkMergeAndPart(int parents, int children, boolean threads) throws Exception {
        assertRuns(MpiSpawning.class, parents, parents + children, threads, "spawn", children);
    }

    @ParameterizedTest
    @CsvSource({"1, 1, false", "1, 2, false", "2, 2, true"})
    void parentsAndChildrenShareWindowsAndFiles(int parents, int children, boolean threads) throws Exception {
        assertRuns(MpiSpawning.class, parents, parents + children, threads, "sharing", children);
    }

    /** Whether the child held a lock when it was killed is luck, so that there are several tries. */
    @Test
    void whoUpdatesMemoryInWhichAChildOfAnotherJobDiedIsTold() throws Exception {
        for (int i = 0; i < 5; i++) {
            RankJob job = RankJob.start(MpiSpawning.class, 1, options(false), "updating");
            job.await();
            assertTrue(job.lines().contains("well"), job::report);
            if (job.lines().contains("told true")) {
                return;
            }
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void familiesGrowFromGenerationToGeneration(boolean threads) throws Exception {
        assertRuns(MpiSpawning.class, 2, 4, threads, "family", 2);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void processesAndTheirThreadsSpawnAtTheSameTime(boolean threads) throws Exception {
        assertRuns(MpiSpawning.class, 2, 6, threads, "apart", 2);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void processesThatNeverMetAreIntroduced(boolean threads) throws Exception {
        assertRuns(MpiSpawning.class, 3, 5, threads, "introduced");
    }

    @Test
    void spawningTwentyTimesLeavesNothingOpen() throws Exception {
        assertRuns(MpiSpawning.class, 1, 21, false, "again", 20);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void severalProgramsAreOneWorldAndKnowWhichTheyAre(boolean threads) throws Exception {
        assertRuns(MpiSpawning.class, 2, 5, threads, "multiple");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void finalizeEndsConnectionsThatNobodyEnded(boolean threads) throws Exception {
        assertRuns(MpiSpawning.class, 2, 4, threads, "careless", 2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"rude", "polite"})
    void oneSideDisconnectsAndTheOtherFinalizes(String program) throws Exception {
        assertRuns(MpiSpawning.class, 2, 4, false, program, 2);
    }

    @Test
    void executablesAreSpawnedWithHints() throws Exception {
        assertRuns(MpiSpawning.class, 1, 4, false, "hinted", 0, directory.toRealPath());
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void missingProgramIsAnErrorAtAllAndHarmsNothing(boolean threads) throws Exception {
        assertRuns(MpiSpawning.class, 3, 4, threads, "missing");
    }

    @Test
    void programThatEndsBeforeItJoinsIsAnError() throws Exception {
        assertRuns(MpiSpawning.class, 2, 2, false, "mute");
    }

    @ParameterizedTest
    @CsvSource({"2, false", "5, false", "4, true"})
    void halvesOfOneJobMeetAtAPort(int ranks, boolean threads) throws Exception {
        assertRuns(MpiMeeting.class, ranks, ranks, threads, "halves", 5);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void mistakesWithPortsAndNamesAreErrorsAtAll(boolean threads) throws Exception {
        UnaryOperator<JobSpec.Builder> quick = builder -> options(threads).apply(builder)
            .jvmArgs("-Dhawser.mpi.connect=1");
        RankJob.start(MpiMeeting.class, 2, quick, "mistakes").assertWell(2);
    }

    @Test
    void jobsThatWereStartedApartMeetUnderAPublishedName() throws Exception {
        String id = directory.getFileName().toString();
        RankJob server = RankJob.start(MpiMeeting.class, 2, options(false), "server", "2", id);
        server.whenAllAreUp(all -> { });
        for (int ranks : new int[] {1, 3}) {
            RankJob client = RankJob.start(MpiMeeting.class, ranks, options(false), "client", "0", id);
            assertEquals(0, client.await(), client::report);
        }
        assertEquals(0, server.await(), server::report);
    }

    @Test
    void nameOfAKilledProcessIsGone() throws Exception {
        String id = directory.getFileName().toString();
        RankJob killed = RankJob.start(MpiMeeting.class, 1, options(false), "abandoned", "0", id);
        killed.whenAllAreUp(all -> RankJob.kill(all.pids().getFirst()));
        assertNotEquals(0, killed.await());
        RankJob client = RankJob.start(MpiMeeting.class, 1, options(false), "client", "0", id);
        assertNotEquals(0, client.await(), client::report);
        assertTrue(client.report().contains("ERR_NAME"), client::report);
    }

    @Test
    void killedChildEndsTheJob() throws Exception {
        RankJob job = RankJob.start(MpiSpawning.class, 1, options(false), "waiting", "2");
        job.whenUp(3, all -> RankJob.kill(all.pids().get(2)));
        assertNotEquals(0, job.await(), job::report);
        assertTrue(job.message().contains("rank 1 of spawned job 1") && job.message().contains("SIGKILL"), job::report);
    }

    @Test
    void childrenEndWithinSecondsOfTheirLauncher() throws Exception {
        String classPath = RankJob.classPath().stream().map(Path::toString)
            .collect(Collectors.joining(File.pathSeparator));
        List<String> command = new ArrayList<>(BuiltHawser.words());
        command.addAll(List.of("run", "-n", "1", "-cp", classPath, MpiSpawning.class.getName(), "waiting", "2"));
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().put("HAWSER_SHM_DIR", directory.toString());
        Process launcher = builder.redirectErrorStream(true).start();
        List<ProcessHandle> all = processes(launcher.inputReader(), 3);
        RankJob.kill(launcher.pid());
        long deadline = System.nanoTime() + 10_000_000_000L;
        while (all.stream().anyMatch(ProcessHandle::isAlive)) {
            assertTrue(System.nanoTime() < deadline, "ranks outlive their launcher");
            Thread.sleep(50);
        }
        assertEquals(List.of(), entries(), "the last of each job has cleared away");
    }

    @Test
    void programWithNoLauncherSpawns() throws Exception {
        String classPath = System.getProperty("hawser.library") + File.pathSeparator + RankJob.classPath().stream()
            .map(Path::toString).collect(Collectors.joining(File.pathSeparator));
        ProcessBuilder builder = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "--enable-native-access=ALL-UNNAMED", "-ea", "-cp", classPath, MpiSpawning.class.getName(), "spawn", "2");
        builder.environment().put("HAWSER_SHM_DIR", directory.toString());
        Process process = builder.redirectErrorStream(true).start();
        List<String> lines = process.inputReader().readAllLines();
        assertEquals(0, process.waitFor(), lines::toString);
        assertEquals(3, lines.stream().filter("well"::equals).count(), lines::toString);
        assertEquals(List.of(), entries());
    }

    private static List<ProcessHandle> processes(BufferedReader lines, int count) throws Exception {
        List<ProcessHandle> found = new ArrayList<>();
        while (found.size() < count) {
            String line = lines.readLine();
            assertTrue(line != null, "the job ended");
            if (line.startsWith("pid ")) {
                found.add(ProcessHandle.of(Long.parseLong(line.split(" ")[1])).orElseThrow());
            }
        }
        return found;
    }
}
