package org.hawser.bench.peer;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.hawser.bench.lab.Sample;
import org.hawser.launcher.job.Installation;

/**
 * An MPI library in C. Its programs are ours ({@code bench-EXPERIMENT.c}), built once into the user's cache.
 *
 * <p><b>Threads:</b> the command's main thread.
 */
final class NativeMpi implements Peer {
    private static final int LONGEST_MINUTES = 5;

    private final MpiFlavour flavour;
    private final Path compiler;
    private final Path starter;

    private NativeMpi(MpiFlavour flavour, Path compiler, Path starter) {
        this.flavour = flavour;
        this.compiler = compiler;
        this.starter = starter;
    }

    /** The library, when both its compiler and its starter are on the PATH. */
    static Optional<NativeMpi> find(MpiFlavour flavour) {
        Optional<Path> compiler = onPath(flavour.compiler());
        Optional<Path> starter = onPath(flavour.starter());
        if (compiler.isEmpty() || starter.isEmpty()) {
            compiler = onPath("mpicc");
            starter = onPath("mpiexec").filter(plain -> output(plain.toString(), "--version").contains(flavour.mark()));
        }
        if (compiler.isEmpty() || starter.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new NativeMpi(flavour, compiler.get(), starter.get()));
    }

    @Override
    public String name() {
        return flavour.word();
    }

    @Override
    public boolean knows(String experiment) {
        return NativeMpi.class.getResource(source(experiment)) != null;
    }

    @Override
    public List<Sample> run(String experiment, int ranks, int rounds, List<Long> sizes)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(starter.toString(), "-n", Integer.toString(ranks)));
        command.addAll(flavour.options());
        command.addAll(List.of(build(experiment).toString(), flavour.word(), Integer.toString(rounds),
            sizes.stream().map(String::valueOf).collect(Collectors.joining(","))));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().putAll(flavour.environment());
        // glibc's way of copying drops to a twentieth at some offsets on some processors; ours does not.
        builder.environment().put("GLIBC_TUNABLES", "glibc.cpu.x86_rep_movsb_threshold=1000000000");
        Process process = builder.start();
        List<Sample> samples = new ArrayList<>();
        List<String> rest = new ArrayList<>();
        try (BufferedReader lines = process.inputReader()) {
            lines.lines().forEach(line -> Sample.parse(line).ifPresentOrElse(samples::add, () -> rest.add(line)));
            if (!process.waitFor(LONGEST_MINUTES, TimeUnit.MINUTES) || process.exitValue() != 0) {
                throw new IOException(name() + " failed: " + String.join(System.lineSeparator(), rest));
            }
        } finally {
            process.destroyForcibly();
        }
        return samples;
    }

    private Path build(String experiment) throws IOException, InterruptedException {
        Path directory = Files.createDirectories(Installation.cache("peers").resolve(flavour.word()));
        Path program = directory.resolve("bench-" + experiment);
        Path source = directory.resolve("bench-" + experiment + ".c");
        byte[] text;
        try (InputStream resource = NativeMpi.class.getResourceAsStream(source(experiment))) {
            text = resource.readAllBytes();
        }
        if (Files.exists(program) && Files.exists(source) && Arrays.equals(Files.readAllBytes(source), text)) {
            return program;
        }
        Files.write(source, text);
        Path unfinished = directory.resolve("bench-" + experiment + "." + ProcessHandle.current().pid());
        Process build = new ProcessBuilder(compiler.toString(), "-O2", "-o", unfinished.toString(), source.toString())
            .redirectErrorStream(true).start();
        String complaints = new String(build.getInputStream().readAllBytes());
        if (build.waitFor() != 0) {
            throw new IOException("cannot build a program for " + name() + ": " + complaints.strip());
        }
        Files.move(unfinished, program, StandardCopyOption.ATOMIC_MOVE);
        return program;
    }

    private static String source(String experiment) {
        return "bench-" + experiment + ".c";
    }

    private static Optional<Path> onPath(String program) {
        for (String directory : System.getenv().getOrDefault("PATH", "").split(File.pathSeparator)) {
            Path candidate = Path.of(directory, program);
            if (Files.isExecutable(candidate)) {
                return Optional.of(candidate);
            }
        }
        return Optional.empty();
    }

    private static String output(String... command) {
        try {
            Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
            return new String(process.getInputStream().readAllBytes());
        } catch (IOException e) {
            return "";
        }
    }
}
