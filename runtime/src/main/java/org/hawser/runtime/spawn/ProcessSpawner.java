package org.hawser.runtime.spawn;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import org.hawser.fabric.NodeMap;
import org.hawser.platform.node.NodeDirectory;
import org.hawser.runtime.launch.JobDescription;
import org.hawser.runtime.launch.OpenMpiVariables;
import org.hawser.runtime.launch.RankMain;

/**
 * Starts ranks as children of this process, which no launcher started. They get this JVM's options and class path,
 * write where it writes, and end when it does.
 *
 * <p><b>Threads:</b> any.
 */
final class ProcessSpawner implements Spawner {
    private static final long LAST_MOMENT_NANOS = 2_000_000_000L;

    @Override
    public Children start(SpawnRequest request) throws SpawnException {
        String job = UUID.randomUUID().toString().replace("-", "").substring(0, 16);
        List<Process> started = new ArrayList<>();
        NodeDirectory directory;
        try {
            directory = NodeDirectory.create(job);
        } catch (IOException e) {
            throw new SpawnException(-1, "no directory for the new job: " + e.getMessage());
        }
        Family family = new Family(directory, started);
        for (int rank = 0; rank < request.ranks(); rank++) {
            int number = request.programOf(rank);
            try {
                started.add(builder(request, number, job, rank, directory.path()).start());
            } catch (IOException e) {
                family.abandon();
                throw new SpawnException(number, "cannot start " + request.programs().get(number).command() + ": "
                    + e.getMessage());
            } catch (SpawnException e) {
                family.abandon();
                throw e;
            }
        }
        family.watch();
        return family;
    }

    private static ProcessBuilder builder(SpawnRequest request, int number, String job, int rank, Path directory)
            throws IOException, SpawnException {
        SpawnRequest.Program program = request.programs().get(number);
        Map<String, String> environment = new HashMap<>();
        environment.put(JobDescription.RANK, Integer.toString(rank));
        environment.put(JobDescription.SIZE, Integer.toString(request.ranks()));
        OpenMpiVariables.write(environment, rank, NodeMap.single(request.ranks()));
        environment.put(JobDescription.JOB_ID, job);
        environment.put(JobDescription.JOB_DIR, directory.toString());
        environment.put(JobDescription.LAUNCHER_PID, Long.toString(ProcessHandle.current().pid()));
        new SpawnOrigin(request.parent(), number).write(environment);
        ProcessBuilder builder = new ProcessBuilder(command(program, number, environment)).inheritIO();
        builder.redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")));
        builder.environment().putAll(environment);
        if (!program.directory().isEmpty()) {
            builder.directory(new File(program.directory()));
        }
        return builder;
    }

    private static List<String> command(SpawnRequest.Program program, int number, Map<String, String> environment)
            throws IOException, SpawnException {
        String name = program.command();
        String classPath = absolute(System.getProperty("java.class.path"));
        String main = null;
        if (name.endsWith(".jar")) {
            Path jar = Path.of(program.directory()).resolve(name).toAbsolutePath();
            main = mainOf(jar, number);
            classPath = jar + File.pathSeparator + classPath;
        } else if (hasMain(name)) {
            main = name;
        }
        if (main == null) {
            Path file = Executable.find(program);
            if (file == null) {
                throw new SpawnException(number, "no such program, neither a class nor a file to run: " + name);
            }
            return Executable.command(file, program.arguments(), classPath, environment);
        }
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(ownOptions());
        command.addAll(List.of("-cp", classPath, RankMain.class.getName(), main));
        command.addAll(program.arguments());
        return command;
    }

    private static boolean hasMain(String name) {
        try {
            Class.forName(name, false, ClassLoader.getSystemClassLoader());
            return true;
        } catch (ClassNotFoundException | LinkageError e) {
            return false;
        }
    }

    private static String mainOf(Path jar, int number) throws IOException, SpawnException {
        if (!Files.isRegularFile(jar)) {
            throw new SpawnException(number, "no such program: " + jar);
        }
        try (JarFile file = new JarFile(jar.toFile())) {
            String main = file.getManifest() == null ? null
                : file.getManifest().getMainAttributes().getValue(Attributes.Name.MAIN_CLASS);
            if (main == null) {
                throw new SpawnException(number, "jar has no Main-Class: " + jar);
            }
            return main.trim();
        }
    }

    private static String absolute(String classPath) {
        List<String> entries = new ArrayList<>();
        for (String entry : classPath.split(File.pathSeparator)) {
            entries.add(Path.of(entry).toAbsolutePath().toString());
        }
        return String.join(File.pathSeparator, entries);
    }

    /** This JVM's options, without its class path and what it runs. */
    private static List<String> ownOptions() {
        List<String> options = new ArrayList<>();
        String[] words = ProcessHandle.current().info().arguments().orElse(new String[0]);
        for (int i = 0; i < words.length && words[i].startsWith("-") && !words[i].equals("-jar"); i++) {
            if (Executable.CLASS_PATH_OPTIONS.contains(words[i])) {
                i++;
            } else if (!words[i].startsWith("-agentlib") && !words[i].startsWith("-javaagent")) {
                options.add(words[i]);
                if (Executable.IN_TWO_WORDS.contains(words[i])) {
                    options.add(words[++i]);
                }
            }
        }
        return options;
    }

    /** The processes of one spawned job; its directory goes when the last of them does. */
    private record Family(NodeDirectory directory, List<Process> processes) implements Children {
        void watch() {
            Thread atEnd = new Thread(this::end, "hawser-spawned");
            Runtime.getRuntime().addShutdownHook(atEnd);
            for (Process process : processes) {
                process.onExit().thenRun(() -> closeWhenEmpty(atEnd));
            }
        }

        private synchronized void closeWhenEmpty(Thread atEnd) {
            if (processes.stream().anyMatch(Process::isAlive)) {
                return;
            }
            try {
                Runtime.getRuntime().removeShutdownHook(atEnd);
            } catch (IllegalStateException e) {
                // This JVM ends, and the hook does the rest.
                return;
            }
            close();
        }

        /** Those that end by themselves, as they do when all finalize together, have a moment for it. */
        private void end() {
            long deadline = System.nanoTime() + LAST_MOMENT_NANOS;
            try {
                for (Process process : processes) {
                    if (!process.waitFor(deadline - System.nanoTime(), TimeUnit.NANOSECONDS)) {
                        process.destroy();
                    }
                }
            } catch (InterruptedException e) {
                processes.forEach(Process::destroy);
                Thread.currentThread().interrupt();
            }
            close();
        }

        private void close() {
            try {
                directory.close();
            } catch (IOException e) {
                System.err.println("hawser: cannot remove " + directory.path() + ": " + e.getMessage());
            }
        }

        @Override
        public boolean run() {
            return processes.stream().allMatch(Process::isAlive);
        }

        @Override
        public void joined() {
            // They end with this process, and nobody else has to know.
        }

        @Override
        public void abandon() {
            processes.forEach(Process::destroyForcibly);
            close();
        }
    }
}
