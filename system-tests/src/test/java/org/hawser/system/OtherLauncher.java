package org.hawser.system;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** Somebody else's launcher with ranks that are plain {@code java} commands, in a directory of the test's. */
final class OtherLauncher {
    private static final long HANG_SECONDS = 90;

    /** How it ended, and all that it and its ranks said. */
    record Result(int exitCode, String said) {
        long count(String line) {
            return said.lines().filter(line::equals).count();
        }
    }

    private final Path directory;
    private final Map<String, String> environment = new HashMap<>();
    private int runs;

    OtherLauncher(Path directory) throws IOException {
        this.directory = directory;
        environment.put("HAWSER_SHM_DIR", Files.createDirectories(shm()).toString());
    }

    Path shm() {
        return directory.resolve("shm");
    }

    OtherLauncher with(String name, String value) {
        environment.put(name, value);
        return this;
    }

    /** The path of a command, or null. */
    static Path find(String command) {
        return Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
            .map(place -> Path.of(place, command)).filter(Files::isExecutable).findFirst()
            .or(() -> List.of("/usr/sbin", "/sbin").stream().map(place -> Path.of(place, command))
                .filter(Files::isExecutable).findFirst())
            .orElse(null);
    }

    /** {@code java} with native access granted and this program. */
    static List<String> java(Class<?> main, String... arguments) {
        List<String> options = new ArrayList<>(BuiltHawser.rankOptions());
        options.add("--enable-native-access=ALL-UNNAMED");
        return java(options, main, arguments);
    }

    static List<String> java(List<String> options, Class<?> main, String... arguments) {
        List<String> command = new ArrayList<>(List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1", "-Xmx256m"));
        command.addAll(options);
        command.addAll(List.of("-cp", System.getProperty("hawser.library") + File.pathSeparator
            + RankJob.classPath().stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator)),
            main.getName()));
        command.addAll(List.of(arguments));
        return command;
    }

    /** Runs a launcher's words and, behind them, the ranks' to the end. */
    Result run(String launcher, List<String> ranks) throws Exception {
        Running running = start(launcher, ranks);
        return running.await();
    }

    Running start(String launcher, List<String> ranks) throws IOException {
        List<String> command = new ArrayList<>();
        if (!launcher.isEmpty()) {
            command.addAll(List.of(launcher.split(" ")));
        }
        command.addAll(ranks);
        Path output = directory.resolve("output-" + runs++);
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true)
            .redirectInput(Path.of("/dev/null").toFile()).redirectOutput(output.toFile());
        builder.environment().keySet().removeIf(name -> name.startsWith("HAWSER_") || name.startsWith("PMI"));
        builder.environment().putAll(environment);
        return new Running(builder.start(), output);
    }

    /** Waits for processes that are about to end, or hang. */
    static void awaitEnd(List<ProcessHandle> ranks) throws Exception {
        for (ProcessHandle rank : ranks) {
            rank.onExit().get(HANG_SECONDS, TimeUnit.SECONDS);
        }
    }

    /** A job that runs. */
    record Running(Process process, Path output) {
        Result await() throws Exception {
            if (!process.waitFor(HANG_SECONDS, TimeUnit.SECONDS)) {
                process.descendants().forEach(ProcessHandle::destroyForcibly);
                process.destroyForcibly();
                throw new AssertionError("the job does not end: " + said());
            }
            return new Result(process.exitValue(), said());
        }

        String said() throws IOException {
            return Files.readString(output);
        }

        /** The processes of the ranks, in order, once all run {@code wait}. */
        List<ProcessHandle> ranks(int count) throws Exception {
            long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(HANG_SECONDS);
            List<String[]> up = List.of();
            while (up.size() < count) {
                if (System.nanoTime() > deadline || !process.isAlive()) {
                    throw new AssertionError("ranks do not come up: " + said());
                }
                Thread.sleep(20);
                up = said().lines().filter(line -> line.matches("up \\d+ \\d+")).map(line -> line.split(" "))
                    .sorted((one, other) -> Integer.parseInt(one[1]) - Integer.parseInt(other[1])).toList();
            }
            return up.stream().map(words -> ProcessHandle.of(Long.parseLong(words[2])).orElseThrow()).toList();
        }
    }
}
