package org.hawser.launcher.job;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Programs that were compiled from source files, each once. What a program is compiled from is known only afterwards,
 * so there are two files for it: which inputs to look at, and the classes that were made when these were as they are.
 * A compilation never changes classes that a job may be running from.
 *
 * <pre>
 * cache/KEY.inputs     KEY: the source's path, class path, options, Hawser and JDK     what to look at
 * cache/STATE/         STATE: KEY and all of these inputs                              classes, and .main
 * </pre>
 *
 * <p><b>Threads:</b> any, and any number of processes: what is made appears whole, by a rename.
 */
final class CompiledPrograms {
    private static final String MAIN_FILE = ".main";
    private static final Duration KEPT = Duration.ofDays(30);
    private static final Duration FRESH = Duration.ofDays(1);

    private final Path cache;

    CompiledPrograms(Path cache) {
        this.cache = cache;
    }

    /** Of this user. */
    static CompiledPrograms own() throws IOException {
        return new CompiledPrograms(Installation.cache("classes"));
    }

    /**
     * The classes of a program, compiled now unless they are there.
     *
     * @param source of the program
     * @param classPath the user's
     * @param options for the compiler
     * @return the program with its classes before the class path
     * @throws UsageException when there are errors, which were shown
     */
    Program get(Path source, List<Path> classPath, List<String> options) throws UsageException, IOException {
        Path file = source.toAbsolutePath().normalize();
        String key = key(file, classPath, options);
        Path known = cache.resolve(key + ".inputs");
        Path classes = existing(key, known);
        if (classes == null) {
            classes = compile(new SourceCompiler(file, classPath, options), key, known);
        }
        List<Path> whole = new ArrayList<>();
        whole.add(classes);
        whole.addAll(classPath);
        return new Program(Files.readString(classes.resolve(MAIN_FILE)), whole);
    }

    /** Classes made from the inputs as they are now; null when there are none. */
    private Path existing(String key, Path known) throws IOException {
        CompilerInputs inputs;
        try {
            inputs = CompilerInputs.now(Files.readString(known));
        } catch (NoSuchFileException e) {
            return null;
        }
        Path classes = inputs == null ? null : classes(key, inputs);
        if (classes == null || !Files.exists(classes.resolve(MAIN_FILE))) {
            return null;
        }
        stillUsed(known);
        stillUsed(classes);
        return classes;
    }

    private Path classes(String key, CompilerInputs inputs) {
        return cache.resolve(CompilerInputs.digest((key + inputs.digest()).getBytes(StandardCharsets.UTF_8)));
    }

    private Path compile(SourceCompiler compiler, String key, Path known) throws UsageException, IOException {
        Path fresh = Files.createTempDirectory(cache, "compile");
        CompilerInputs inputs = new CompilerInputs();
        try {
            Files.writeString(fresh.resolve(MAIN_FILE), compiler.compile(fresh, inputs));
        } catch (UsageException | IOException | RuntimeException e) {
            TemporaryDirectory.remove(fresh);
            throw e;
        }
        Path classes = classes(key, inputs);
        publish(fresh, classes);
        Path text = Files.createTempFile(cache, "compile", "");
        Files.writeString(text, inputs.text());
        Files.move(text, known, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        removeOld();
        return classes;
    }

    private static void publish(Path fresh, Path classes) throws IOException {
        try {
            Files.move(fresh, classes, StandardCopyOption.ATOMIC_MOVE);
        } catch (FileSystemException e) {
            TemporaryDirectory.remove(fresh);
            // Another launcher compiled the same meanwhile, or it was so once before; that is as good.
            if (!Files.exists(classes.resolve(MAIN_FILE))) {
                throw e;
            }
        }
    }

    /** What is in use does not grow old. */
    private static void stillUsed(Path entry) {
        Instant now = Instant.now();
        try {
            if (Files.getLastModifiedTime(entry).toInstant().isBefore(now.minus(FRESH))) {
                Files.setLastModifiedTime(entry, FileTime.from(now));
            }
        } catch (IOException e) {
            // Where nothing may be written nothing is removed either.
            return;
        }
    }

    /** What was not used for long was changed since, or is compiled again in a second. */
    private void removeOld() throws IOException {
        Instant limit = Instant.now().minus(KEPT);
        List<Path> entries;
        try (Stream<Path> all = Files.list(cache)) {
            entries = all.toList();
        }
        for (Path entry : entries) {
            try {
                if (Files.getLastModifiedTime(entry).toInstant().isBefore(limit)) {
                    TemporaryDirectory.remove(entry);
                }
            } catch (NoSuchFileException e) {
                // Another launcher removes it.
                continue;
            }
        }
    }

    /** Jars of the class path count by name, time and length; directories are looked into. */
    private static String key(Path source, List<Path> classPath, List<String> options) throws IOException {
        StringBuilder all = new StringBuilder();
        all.append(source).append('\n').append(options).append('\n').append(Runtime.version()).append('\n');
        List<Path> places = new ArrayList<>(classPath);
        places.add(Installation.library());
        places.add(Path.of(System.getProperty("java.home")));
        for (Path place : places) {
            all.append(place.toAbsolutePath()).append('\n');
            if (Files.isRegularFile(place)) {
                all.append(Files.getLastModifiedTime(place)).append(' ').append(Files.size(place)).append('\n');
            }
        }
        return CompilerInputs.digest(all.toString().getBytes(StandardCharsets.UTF_8));
    }
}
