package org.hawser.launcher.job;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.hawser.runtime.launch.OutputTag;
import org.hawser.runtime.spawn.Executable;
import org.hawser.runtime.spawn.SpawnException;
import org.hawser.runtime.spawn.SpawnRequest;

/**
 * The command line of a program that ranks asked for: what {@code hawser run} takes, looked for where the job's own
 * program was, else an executable file.
 *
 * <p><b>Threads:</b> immutable.
 *
 * @param command all words of it
 * @param environment variables beside the job's
 * @param directory where to run it, or null
 */
record SpawnCommand(List<String> command, Map<String, String> environment, Path directory) {

    /**
     * Finds a program.
     *
     * @param spec the job's
     * @param asked the program
     * @param number its place in the request
     * @param ranks how many ranks the new job has
     */
    static SpawnCommand find(JobSpec spec, SpawnRequest.Program asked, int number, int ranks) throws SpawnException {
        Path directory = directoryOf(spec, asked, number);
        List<Path> classPath = new ArrayList<>();
        for (String place : asked.path().split(File.pathSeparator)) {
            if (!place.isEmpty()) {
                classPath.add(Path.of(place).toAbsolutePath().normalize());
            }
        }
        classPath.addAll(spec.classPath());
        try {
            Program program = Program.find(nameOf(asked, directory), classPath, spec.jvmArgs());
            JobSpec child = JobSpec.of(Math.min(JobSpec.MAX_RANKS, spec.ranks() + ranks), program.main())
                .classPath(program.classPath()).args(asked.arguments().toArray(new String[0]))
                .jvmArgs(spec.jvmArgs().toArray(new String[0])).build();
            return new SpawnCommand(JavaCommand.of(child, OutputTag.NONE), Map.of(), directory);
        } catch (UsageException e) {
            Path file = Executable.find(asked);
            if (file == null) {
                throw new SpawnException(number, "no such program: " + e.getMessage());
            }
            Map<String, String> environment = new HashMap<>();
            String searched = spec.environment().getOrDefault("PATH", System.getenv("PATH"));
            if (searched != null && !searched.isEmpty()) {
                environment.put("PATH", searched);
            }
            String path = Installation.library() + File.pathSeparator
                + classPath.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
            return new SpawnCommand(Executable.command(file, words(file, spec, asked), path, environment), environment,
                directory);
        } catch (IOException e) {
            throw new SpawnException(number, "cannot read the program: " + e.getMessage());
        }
    }

    /** What comes behind the file: a JVM is told the job's settings, or it may find no way to its parents. */
    private static List<String> words(Path file, JobSpec spec, SpawnRequest.Program asked) {
        List<String> words = new ArrayList<>();
        if (file.getFileName().toString().equals("java")) {
            words.addAll(spec.jvmArgs().stream().filter(word -> word.startsWith("-Dhawser.")).toList());
        }
        words.addAll(asked.arguments());
        return words;
    }

    /** A file is looked for where the program will run. */
    private static String nameOf(SpawnRequest.Program asked, Path directory) {
        boolean file = asked.command().endsWith(".jar") || asked.command().endsWith(".java");
        return file && directory != null ? directory.resolve(asked.command()).toString() : asked.command();
    }

    private static Path directoryOf(JobSpec spec, SpawnRequest.Program asked, int number) throws SpawnException {
        if (asked.directory().isEmpty()) {
            return spec.directory();
        }
        Path base = spec.directory() == null ? Path.of("") : spec.directory();
        Path directory = base.resolve(asked.directory()).toAbsolutePath();
        if (!Files.isDirectory(directory)) {
            throw new SpawnException(number, "no such directory: wdir=" + asked.directory());
        }
        return directory;
    }
}
