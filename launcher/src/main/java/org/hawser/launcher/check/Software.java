package org.hawser.launcher.check;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

/**
 * Looks for what else is installed: UCX, MPI, process managers, Maven.
 *
 * <p><b>Threads:</b> immutable.
 */
final class Software {

    private static final long ANSWER_MILLIS = 5_000;
    private static final int MAX_DEPTH = 2;

    private final String path;
    private final long answerMillis;

    /** Looks along a path as {@code PATH} has it; a program that is asked has that long to answer. */
    Software(String path, long answerMillis) {
        this.path = path;
        this.answerMillis = answerMillis;
    }

    static List<Finding> findings() {
        String path = System.getenv("PATH");
        return new Software(path == null ? "" : path, ANSWER_MILLIS).look();
    }

    List<Finding> look() {
        List<Finding> findings = new ArrayList<>();
        findings.add(ucx());
        findings.addAll(mpi());
        findings.add(managers());
        Path maven = onPath("mvn");
        findings.add(maven != null ? Finding.good("Maven", maven.toString())
            : Finding.costs("Maven", "not on the PATH", "changed sources cannot be built: apt-get install maven"));
        return findings;
    }

    private static Finding ucx() {
        for (String place : List.of("/usr/lib", "/usr/lib64", "/usr/local/lib", "/opt/ucx/lib")) {
            try (Stream<Path> files = Files.find(Path.of(place), MAX_DEPTH,
                    (path, attributes) -> path.getFileName().toString().startsWith("libucp.so"))) {
                Path library = files.findFirst().orElse(null);
                if (library != null) {
                    return Finding.good("UCX", library.toString());
                }
            } catch (IOException | UncheckedIOException e) {
                // A place that is not there, or not for us to see: the next one.
                continue;
            }
        }
        return Finding.costs("UCX", "no libucp", "no RDMA between nodes; nothing on one machine");
    }

    private List<Finding> mpi() {
        Map<Path, String> installs = new LinkedHashMap<>();
        for (String name : List.of("mpiexec", "mpirun", "mpiexec.openmpi", "mpiexec.mpich", "mpiexec.hydra")) {
            Path command = onPath(name);
            if (command != null) {
                installs.putIfAbsent(real(command), firstLine(command.toString(), "--version"));
            }
        }
        if (installs.isEmpty()) {
            return List.of(Finding.costs("MPI", "no mpiexec", "bench has no peer to compare with"));
        }
        return installs.entrySet().stream().map(e -> Finding.good("MPI", e.getValue() + " in " + e.getKey())).toList();
    }

    private Finding managers() {
        List<String> found = Stream.of("srun", "prterun", "mpiexec.hydra").filter(n -> onPath(n) != null).toList();
        return found.isEmpty()
            ? Finding.costs("process managers", "none of srun, prterun, mpiexec.hydra",
                "hawser run starts the ranks itself")
            : Finding.good("process managers", String.join(", ", found));
    }

    private Path onPath(String name) {
        for (String directory : path.split(File.pathSeparator)) {
            Path candidate = Path.of(directory, name);
            if (!directory.isEmpty() && Files.isExecutable(candidate) && !Files.isDirectory(candidate)) {
                return candidate;
            }
        }
        return null;
    }

    private static Path real(Path command) {
        try {
            return command.toRealPath();
        } catch (IOException e) {
            return command;
        }
    }

    private String firstLine(String... command) {
        try {
            Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
            process.getOutputStream().close();
            CompletableFuture<String> text = CompletableFuture.supplyAsync(() -> read(process.getInputStream()));
            try {
                return text.get(answerMillis, TimeUnit.MILLISECONDS).lines().map(String::strip)
                    .filter(line -> line.matches(".*\\d.*")).findFirst().orElse("unknown");
            } catch (TimeoutException e) {
                return "unknown, as it does not answer,";
            } finally {
                // Also those that it has started and that keep its output open.
                process.descendants().forEach(ProcessHandle::destroyForcibly);
                process.destroyForcibly();
            }
        } catch (ExecutionException e) {
            return "unknown";
        } catch (IOException e) {
            return "does not run: " + e.getMessage();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "unknown";
        }
    }

    private static String read(InputStream stream) {
        try (stream) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
