package org.hawser.launcher.job;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * Compiles a program of one source file, once: the classes are kept under a name made from the source, the class
 * path and the JDK. As with {@code java File.java}, the first type in the file is the program.
 *
 * <p><b>Threads:</b> any, and any number of processes: a result appears whole, by a rename.
 */
final class SourceCompiler {

    private static final String MAIN_FILE = ".main";
    private static final Duration KEPT = Duration.ofDays(30);

    private SourceCompiler() {
    }

    static Program compile(Path source, List<Path> classPath) throws UsageException, IOException {
        return compile(source, classPath, Installation.cache("classes"));
    }

    static Program compile(Path source, List<Path> classPath, Path cache) throws UsageException, IOException {
        Path classes = cache.resolve(key(source, classPath));
        if (!Files.exists(classes.resolve(MAIN_FILE))) {
            Path fresh = Files.createTempDirectory(cache, "compile");
            String main = compileInto(fresh, source, classPath);
            Files.writeString(fresh.resolve(MAIN_FILE), main);
            publish(fresh, classes);
            removeOld(cache);
        }
        List<Path> whole = new ArrayList<>();
        whole.add(classes);
        whole.addAll(classPath);
        return new Program(Files.readString(classes.resolve(MAIN_FILE)), whole);
    }

    private static String compileInto(Path target, Path source, List<Path> classPath)
            throws UsageException, IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        if (compiler == null) {
            throw new UsageException("cannot compile " + source.getFileName() + ": this runtime has no compiler");
        }
        List<String> options = List.of("-d", target.toString(), "-proc:none", "-Xlint:-options", "-cp",
            Installation.library() + File.pathSeparator
                + classPath.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator)));
        PrintWriter messages = new PrintWriter(System.err, true);
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8)) {
            JavacTask task = (JavacTask) compiler.getTask(messages, files, null, options, null,
                files.getJavaFileObjects(source));
            String main = null;
            for (CompilationUnitTree unit : task.parse()) {
                main = mainOf(unit);
            }
            task.analyze();
            task.generate();
            if (main == null || !Files.exists(target.resolve(main.replace('.', File.separatorChar) + ".class"))) {
                remove(target);
                throw new UsageException("cannot compile " + source.getFileName());
            }
            return main;
        }
    }

    private static String mainOf(CompilationUnitTree unit) {
        for (Tree type : unit.getTypeDecls()) {
            if (type instanceof ClassTree declared) {
                String packageName = unit.getPackageName() == null ? "" : unit.getPackageName() + ".";
                return packageName + declared.getSimpleName();
            }
        }
        return null;
    }

    private static void publish(Path fresh, Path classes) throws IOException {
        try {
            Files.move(fresh, classes, StandardCopyOption.ATOMIC_MOVE);
        } catch (FileAlreadyExistsException | DirectoryNotEmptyException e) {
            // Another launcher compiled the same source meanwhile; its result is as good.
            remove(fresh);
        }
    }

    /** What was compiled long ago was changed since, or is compiled again in a second. */
    private static void removeOld(Path cache) throws IOException {
        Instant limit = Instant.now().minus(KEPT);
        List<Path> entries;
        try (Stream<Path> all = Files.list(cache)) {
            entries = all.toList();
        }
        for (Path entry : entries) {
            if (Files.getLastModifiedTime(entry).toInstant().isBefore(limit)) {
                remove(entry);
            }
        }
    }

    private static void remove(Path directory) throws IOException {
        try (Stream<Path> paths = Files.walk(directory)) {
            for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }

    /** Class path entries count by name and time, so a rebuilt library means a new compilation. */
    private static String key(Path source, List<Path> classPath) throws IOException {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update(source.getFileName().toString().getBytes(StandardCharsets.UTF_8));
            digest.update(Files.readAllBytes(source));
            List<Path> all = new ArrayList<>(classPath);
            all.add(Installation.library());
            all.add(Path.of(System.getProperty("java.home")));
            for (Path entry : all) {
                String time = Files.exists(entry) ? Files.getLastModifiedTime(entry).toString() : "";
                digest.update((entry.toAbsolutePath() + "\n" + time + "\n").getBytes(StandardCharsets.UTF_8));
            }
            return HexFormat.of().formatHex(digest.digest(), 0, 16);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
