package org.hawser.system;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** The {@code hawser} command as a process of its own, with its shared memory in a directory of the test's. */
final class Hawser {

    /** How a command ended. */
    record Result(int exitCode, String out, String err, double seconds) {
    }

    private final Path directory;
    private final Map<String, String> variables = new HashMap<>();
    private String classPath = Path.of("target/test-classes").toAbsolutePath().toString();

    Hawser(Path directory) throws IOException {
        this.directory = directory;
        Files.createDirectories(shm());
    }

    Path shm() {
        return directory.resolve("shm");
    }

    /** Sets a variable for the commands to come. */
    Hawser with(String name, String value) {
        variables.put(name, value);
        return this;
    }

    /** Puts classes before those of the tests. */
    Hawser withClasses(Path place) {
        classPath = place + File.pathSeparator + classPath;
        return this;
    }

    /** {@code hawser run options… Behaviour arguments…}, given no input. */
    Result run(String options, String arguments) throws Exception {
        return run(options, arguments, "");
    }

    Result run(String options, String arguments, String input) throws Exception {
        return run(builder(options, arguments), input);
    }

    /** {@code hawser run options… words…} in a directory, with nothing added. */
    Result runIn(Path place, String options, String... words) throws Exception {
        return run(builder(options, List.of(words)).directory(place.toFile()), "");
    }

    private Result run(ProcessBuilder builder, String input) throws Exception {
        Path in = Files.writeString(directory.resolve("in"), input);
        Path out = directory.resolve("out");
        Path err = directory.resolve("err");
        long start = System.nanoTime();
        Process process = builder.redirectInput(in.toFile()).redirectOutput(out.toFile())
            .redirectError(err.toFile()).start();
        if (!process.waitFor(90, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new AssertionError("hawser does not end: " + Files.readString(out) + Files.readString(err));
        }
        return new Result(process.exitValue(), Files.readString(out), Files.readString(err),
            (System.nanoTime() - start) / 1e9);
    }

    /** Starts it and leaves it running; its output comes through a pipe. */
    Process start(String options, String arguments) throws IOException {
        return builder(options, arguments).redirectErrorStream(true).start();
    }

    private ProcessBuilder builder(String options, String arguments) {
        List<String> words = new ArrayList<>(List.of("-cp", classPath, Behaviour.class.getName()));
        words.addAll(List.of(arguments.split(" ")));
        return builder(options, words);
    }

    private ProcessBuilder builder(String options, List<String> words) {
        List<String> command = new ArrayList<>(BuiltHawser.words());
        command.add("run");
        command.addAll(List.of(options.split(" ")));
        command.addAll(words);
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().put("HAWSER_SHM_DIR", shm().toString());
        builder.environment().putAll(variables);
        return builder;
    }

    /** The next lines of a running command's output. */
    static List<String> lines(Process process, int count) throws IOException {
        var reader = process.inputReader(StandardCharsets.UTF_8);
        List<String> lines = new ArrayList<>();
        while (lines.size() < count) {
            String line = reader.readLine();
            if (line == null) {
                throw new AssertionError("output ends after " + lines);
            }
            lines.add(line);
        }
        return lines;
    }
}
