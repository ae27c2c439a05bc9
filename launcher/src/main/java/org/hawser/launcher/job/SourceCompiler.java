package org.hawser.launcher.job;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TaskEvent;
import com.sun.source.util.TaskListener;
import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.ToolProvider;

/**
 * Compiles a program that is given as a source file, and the sources that it uses: as with {@code java File.java} its
 * first type is the program, and other classes are found beside it and in the directories of their packages. So
 * are classes that calls name in a text, as in {@code spawn("Worker", …)} and {@code Class.forName("Worker")}.
 *
 * <p><b>Threads:</b> one.
 */
final class SourceCompiler {
    /** Options of the JVM that the compiler has, too, each with a value. */
    private static final List<String> SHARED = List.of("--add-modules", "--add-exports", "--add-reads");

    private final Path source;
    private final List<Path> classPath;
    private final List<String> options;

    /** Of the last compilation. */
    private CompilationUnitTree first;
    private final Set<URI> parsed = new HashSet<>();
    private final NamedClasses named = new NamedClasses();

    /**
     * Prepares.
     *
     * @param source absolute
     * @param options for the compiler, beside those that every program has
     */
    SourceCompiler(Path source, List<Path> classPath, List<String> options) {
        this.source = source;
        this.classPath = classPath;
        this.options = options;
    }

    /** What of the options of a rank's JVM its compiler must know, too. */
    static List<String> optionsFor(List<String> jvmArgs) {
        List<String> words = new ArrayList<>();
        for (int i = 0; i < jvmArgs.size(); i++) {
            String word = jvmArgs.get(i);
            if (word.equals(Program.PREVIEW)) {
                words.addAll(List.of(word, "--source", Integer.toString(Runtime.version().feature())));
            } else if (SHARED.contains(word) && i + 1 < jvmArgs.size()) {
                words.addAll(List.of(word, jvmArgs.get(++i)));
            } else if (SHARED.stream().anyMatch(option -> word.startsWith(option + "="))) {
                words.add(word);
            }
        }
        return words;
    }

    /**
     * Compiles; what the compiler says goes to standard error.
     *
     * @param target where the classes go
     * @param inputs gets all that was looked at
     * @return the main class
     * @throws UsageException when there are errors
     */
    String compile(Path target, CompilerInputs inputs) throws UsageException, IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        if (compiler == null) {
            throw new UsageException("cannot compile " + source.getFileName() + ": this runtime has no compiler");
        }
        String packageName = packageOf(compiler);
        Path root = rootOf(packageName);
        try (SourceTree tree = new SourceTree(compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8),
                root, classPath, inputs)) {
            SourceText main = tree.first(source);
            Set<JavaFileObject> units = new LinkedHashSet<>(List.of(main));
            StringWriter messages = new StringWriter();
            boolean more = true;
            boolean good = true;
            while (good && more) {
                messages.getBuffer().setLength(0);
                good = compile(compiler, tree, units, main, target, messages);
                more = false;
                for (String name : named.names()) {
                    SourceText found = tree.find(name);
                    more |= found != null && !parsed.contains(found.toUri()) && units.add(found);
                }
            }
            System.err.print(messages);
            System.err.flush();
            String mainClass = good ? mainOf(first, packageName) : null;
            if (mainClass == null) {
                throw new UsageException("cannot compile " + source.getFileName() + (good ? ": there is no class in it"
                    : root != null ? "" : "; it is in the package " + packageName + ", but not in a directory "
                        + packageName.replace('.', File.separatorChar)
                        + ", so no other sources are found"));
            }
            return mainClass;
        }
    }

    private boolean compile(JavaCompiler compiler, SourceTree tree, Set<JavaFileObject> units, SourceText main,
                            Path target, StringWriter messages) {
        List<String> words = new ArrayList<>(List.of("-d", target.toString(), "-proc:none", "-Xlint:-options",
            "-implicit:class", "-Xprefer:source", "-cp", Installation.library() + File.pathSeparator
                + classPath.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator))));
        words.addAll(options);
        parsed.clear();
        JavacTask task = (JavacTask) compiler.getTask(messages, tree, null, words, null, units);
        task.addTaskListener(new TaskListener() {
            @Override
            public void finished(TaskEvent event) {
                if (event.getKind() == TaskEvent.Kind.PARSE) {
                    // The compiler wraps files that are not of its own kind.
                    URI file = event.getSourceFile().toUri();
                    parsed.add(file);
                    named.scan(event.getCompilationUnit(), null);
                    if (file.equals(main.toUri())) {
                        first = event.getCompilationUnit();
                    }
                }
            }
        });
        return task.call();
    }

    /** By a look at the file alone; its errors are said later. */
    private String packageOf(JavaCompiler compiler) throws IOException {
        SourceText text = new SourceText(source, "", true, new CompilerInputs());
        JavacTask task = (JavacTask) compiler.getTask(new StringWriter(), null, diagnostic -> { },
            List.of("-proc:none"), null, List.of(text));
        for (CompilationUnitTree unit : task.parse()) {
            return unit.getPackageName() == null ? "" : unit.getPackageName().toString();
        }
        return "";
    }

    /** Where packages begin: as many directories up as the package has names, if these are the same; else null. */
    private Path rootOf(String packageName) {
        Path directory = source.getParent();
        if (packageName.isEmpty()) {
            return directory;
        }
        Path packagePath = Path.of(packageName.replace('.', File.separatorChar));
        if (!directory.endsWith(packagePath)) {
            return null;
        }
        for (int i = 0; i < packagePath.getNameCount(); i++) {
            directory = directory.getParent();
        }
        return directory;
    }

    private static String mainOf(CompilationUnitTree unit, String packageName) {
        for (Tree type : unit.getTypeDecls()) {
            if (type instanceof ClassTree declared) {
                return (packageName.isEmpty() ? "" : packageName + ".") + declared.getSimpleName();
            }
        }
        return null;
    }
}
