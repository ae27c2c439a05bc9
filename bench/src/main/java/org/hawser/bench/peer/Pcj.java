package org.hawser.bench.peer;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.hawser.bench.lab.BoardFile;
import org.hawser.bench.lab.Sample;
import org.hawser.bench.lab.Task;
import org.hawser.bench.pcj.PcjProgram;
import org.hawser.platform.memory.Words;

/**
 * PCJ, a library for partitioned global address spaces in Java. Its processes are started by PCJ's own way of
 * deploying, on this machine, one thread in each; they talk through connections, which is all that PCJ has.
 *
 * <p><b>Threads:</b> the command's main thread.
 */
public final class Pcj implements Peer {
    /** The one program that it has. */
    public static final String PROGRAM = "pgas-pcj";

    private static final String CLASS = "org/pcj/PCJ.class";
    private static final int LONGEST_SECONDS = 240;
    private static final int LINES_OF_FAILURE = 6;

    private final Path library;

    private Pcj(Path library) {
        this.library = library;
    }

    /** PCJ, where its jar is beside the benchmarks'. */
    public static Optional<Peer> find() {
        return Optional.ofNullable(Pcj.class.getClassLoader().getResource(CLASS)).map(found -> {
            String jar = found.toString();
            return new Pcj(Path.of(URI.create(jar.substring("jar:".length(), jar.indexOf("!/")))));
        });
    }

    @Override
    public String name() {
        return PcjProgram.PEER;
    }

    @Override
    public boolean knows(String program) {
        return program.equals(PROGRAM);
    }

    @Override
    public List<Sample> run(Task task, int ranks) throws IOException, InterruptedException {
        try (BoardFile board = BoardFile.create()) {
            return run(command(task.on(board.path()), ports(ranks)));
        }
    }

    private static List<Sample> run(List<String> command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        CompletableFuture.delayedExecutor(LONGEST_SECONDS, TimeUnit.SECONDS).execute(() -> end(process));
        List<Sample> samples = new ArrayList<>();
        List<String> rest = new ArrayList<>();
        try (BufferedReader lines = process.inputReader()) {
            lines.lines().forEach(line -> Sample.parse(line).ifPresentOrElse(samples::add, () -> rest.add(line)));
            if (process.waitFor() != 0) {
                throw new IOException("pcj failed: " + rest.stream().filter(line -> !line.startsWith("INFO"))
                    .limit(LINES_OF_FAILURE).collect(Collectors.joining(System.lineSeparator())));
            }
        } finally {
            end(process);
        }
        return samples;
    }

    /** The others first: they are children of the one that was started. */
    private static void end(Process process) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }

    private List<String> command(Task task, List<Integer> ports) {
        List<String> command = new ArrayList<>(List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-cp",
            Stream.of(library, placeOf(PcjProgram.class), placeOf(Words.class)).map(Path::toString)
                .collect(Collectors.joining(System.getProperty("path.separator"))), PcjProgram.class.getName(),
            ports.stream().map(String::valueOf).collect(Collectors.joining(","))));
        command.addAll(List.of(task.toArguments()));
        return command;
    }

    private static Path placeOf(Class<?> type) {
        try {
            return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException("cannot tell where a class came from: class=" + type.getName(), e);
        }
    }

    /** Ports that are free now; all are held until the last is known, so that they differ. */
    private static List<Integer> ports(int count) throws IOException {
        List<ServerSocket> held = new ArrayList<>();
        try {
            for (int i = 0; i < count; i++) {
                held.add(new ServerSocket(0));
            }
            return held.stream().map(ServerSocket::getLocalPort).toList();
        } finally {
            for (ServerSocket socket : held) {
                socket.close();
            }
        }
    }
}
