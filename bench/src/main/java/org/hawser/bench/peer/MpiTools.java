package org.hawser.bench.peer;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.zip.CRC32;
import org.hawser.launcher.job.Installation;

/**
 * The compiler and the starter of an installed library. Programs are built once into the user's cache, and again when
 * their text changes.
 *
 * <p><b>Threads:</b> the command's main thread.
 *
 * @param library  whose they are
 * @param compiler makes programs
 * @param starter  runs them
 */
record MpiTools(MpiLibrary library, Path compiler, Path starter) {
    private static final List<String> HEADERS = List.of("bench.h", "window.h", "overlap.h", "rma.h", "shmem.h");
    private static final String EMPTY_PROGRAM = "#include <mpi.h>\n";

    /** The library's tools, when both are on the PATH and the compiler finds the library's headers. */
    static Optional<MpiTools> find(MpiLibrary library) {
        Optional<Path> compiler = onPath(library.compiler());
        Optional<Path> starter = onPath(library.starter());
        if (library != MpiLibrary.OSHMEM && (compiler.isEmpty() || starter.isEmpty())) {
            compiler = onPath("mpicc");
            starter = onPath("mpiexec").filter(plain -> output(plain.toString(), "--version").contains(library.mark()));
        }
        return compiler.isEmpty() || starter.isEmpty() ? Optional.empty()
            : Optional.of(new MpiTools(library, compiler.get(), starter.get())).filter(MpiTools::compiles);
    }

    /** False where the compiler has been installed without its headers, which Debian has in a package of their own. */
    boolean compiles() {
        try {
            Process compilation = new ProcessBuilder(compiler.toString(), "-fsyntax-only", "-x", "c", "-")
                .redirectOutput(ProcessBuilder.Redirect.DISCARD).redirectError(ProcessBuilder.Redirect.DISCARD).start();
            try (Writer text = compilation.outputWriter()) {
                text.write(EMPTY_PROGRAM);
            } catch (IOException e) {
                // It has ended without reading: its exit code says how.
            }
            return compilation.waitFor() == 0;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** True when there is such a program. */
    static boolean knows(String program) {
        return MpiTools.class.getResource(source(program)) != null;
    }

    /** True when Open MPI's list of what it was built with has this, or there is no such list. */
    boolean has(String component) {
        return onPath("ompi_info").map(list -> output(list.toString()).contains(component)).orElse(true);
    }

    /** The executable of a program. */
    Path build(String program) throws IOException, InterruptedException {
        Path directory = Files.createDirectories(Installation.cache("peers").resolve(library.word()));
        CRC32 sum = new CRC32();
        for (String header : HEADERS) {
            sum.update(copy(header, directory));
        }
        sum.update(copy(source(program), directory));
        Path executable = directory.resolve(program + "-" + HexFormat.of().toHexDigits((int) sum.getValue()));
        if (Files.exists(executable)) {
            return executable;
        }
        Path unfinished = directory.resolve(program + "." + ProcessHandle.current().pid());
        Process build = new ProcessBuilder(compiler.toString(), "-O2", "-o", unfinished.toString(),
            directory.resolve(source(program)).toString()).redirectErrorStream(true).start();
        String complaints = new String(build.getInputStream().readAllBytes());
        if (build.waitFor() != 0) {
            throw new IOException("cannot build a program for " + library.word() + ": " + complaints.strip());
        }
        return Files.move(unfinished, executable, StandardCopyOption.ATOMIC_MOVE);
    }

    private static byte[] copy(String resource, Path directory) throws IOException {
        try (InputStream stream = MpiTools.class.getResourceAsStream(resource)) {
            byte[] text = stream.readAllBytes();
            Files.write(directory.resolve(resource), text);
            return text;
        }
    }

    private static String source(String program) {
        return "bench-" + program + ".c";
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
            throw new UncheckedIOException(e);
        }
    }
}
