package org.hawser.launcher.job;

import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import org.hawser.runtime.launch.MainMethod;

/**
 * A program that a user named: its main class, and the class path that it is found on. What is wrong with it is
 * found here, once, and not in every rank.
 *
 * <p><b>Threads:</b> immutable.
 *
 * @param main the main class
 * @param classPath where it and its friends are
 */
public record Program(String main, List<Path> classPath) {

    static final String EXAMPLES = "org.hawser.examples.";
    static final String PREVIEW = "--enable-preview";

    /**
     * Finds a program that runs with the JVM's own options.
     *
     * @param name as below
     * @param classPath the user's
     * @return what to run
     * @throws UsageException when there is no such program, or it cannot be started
     * @throws IOException when a file cannot be read
     */
    public static Program find(String name, List<Path> classPath) throws UsageException, IOException {
        return find(name, classPath, List.of());
    }

    /**
     * Finds a program.
     *
     * @param name a class, also with slashes, as java takes it; a jar, a Java source file, or the name of one of
     *     Hawser's examples
     * @param classPath the user's
     * @param jvmArgs with which it will run; a source file is compiled for these
     * @return what to run
     * @throws UsageException when there is no such program, or it cannot be started
     * @throws IOException when a file cannot be read
     */
    public static Program find(String name, List<Path> classPath, List<String> jvmArgs)
            throws UsageException, IOException {
        if (name.endsWith(".java")) {
            Program compiled = CompiledPrograms.own().get(existing(name), classPath,
                SourceCompiler.optionsFor(jvmArgs));
            return ofClass(compiled.main(), compiled.classPath(), jvmArgs);
        }
        if (name.endsWith(".jar")) {
            Path jar = existing(name);
            String main = mainClassOf(jar);
            if (!isThere(main, plus(jar, classPath))) {
                throw new UsageException("the Main-Class of the jar is not there: " + main + " in " + jar);
            }
            return ofClass(main, plus(jar, classPath), jvmArgs);
        }
        return ofClass(name, classPath, jvmArgs);
    }

    /** True when a class, which need not be loaded for that, is on a class path or in Hawser itself. */
    static boolean isThere(String main, List<Path> classPath) throws IOException {
        try (URLClassLoader loader = loader(classPath)) {
            return loader.getResource(main.replace('.', '/') + ".class") != null;
        }
    }

    private static Program ofClass(String written, List<Path> classPath, List<String> jvmArgs)
            throws UsageException, IOException {
        String name = written.replace('/', '.');
        if (jvmArgs.contains(PREVIEW) && isThere(name, classPath)) {
            // This JVM may be one that does not load it.
            return new Program(name, classPath);
        }
        try (URLClassLoader loader = loader(classPath)) {
            Class<?> type = load(name, loader);
            if (type != null) {
                checkMain(type);
                return new Program(name, classPath);
            }
        }
        Path examples = Installation.examples();
        if (examples != null) {
            for (String candidate : List.of(name, EXAMPLES + name, EXAMPLES + capitalised(name))) {
                if (contains(examples, candidate)) {
                    return new Program(candidate, plus(examples, classPath));
                }
            }
        }
        throw new UsageException(MissingProgram.explain(written, classPath, examples));
    }

    private static Class<?> load(String name, ClassLoader loader) throws UsageException {
        try {
            return Class.forName(name, false, loader);
        } catch (ClassNotFoundException e) {
            return null;
        } catch (UnsupportedClassVersionError e) {
            if (e.getMessage().contains(PREVIEW)) {
                throw new UsageException("class uses preview features: " + name + " (allow them: -J" + PREVIEW + ")");
            }
            throw new UsageException("class is newer than this JDK: " + e.getMessage());
        } catch (LinkageError e) {
            throw new UsageException(otherName(name, e) == null ? "cannot load class " + name + ": " + e.getMessage()
                : "the class in " + name + ".class is " + otherName(name, e) + ": name it so, and let -cp name the"
                    + " directory above its package");
        }
    }

    /** What a class is really called that was found under another name; null when that is not the trouble. */
    private static String otherName(String name, LinkageError trouble) {
        String start = name.replace('.', '/') + " (wrong name: ";
        String text = String.valueOf(trouble.getMessage());
        return trouble instanceof NoClassDefFoundError && text.startsWith(start) && text.endsWith(")")
            ? text.substring(start.length(), text.length() - 1).replace('/', '.') : null;
    }

    private static void checkMain(Class<?> type) throws UsageException {
        try {
            if (MainMethod.find(type) == null) {
                throw new UsageException("class has no main method: " + type.getName());
            }
        } catch (LinkageError e) {
            throw new UsageException("cannot load what class " + type.getName() + " needs: " + e.getMessage());
        }
    }

    /** Sees what a rank will see: the JDK, Hawser, the user's classes. */
    private static URLClassLoader loader(List<Path> classPath) throws MalformedURLException {
        List<URL> urls = new ArrayList<>();
        urls.add(Installation.library().toUri().toURL());
        for (Path entry : classPath) {
            urls.add(entry.toUri().toURL());
        }
        return new URLClassLoader(urls.toArray(new URL[0]), ClassLoader.getPlatformClassLoader());
    }

    private static boolean contains(Path jar, String className) throws IOException {
        try (JarFile file = new JarFile(jar.toFile())) {
            return file.getEntry(className.replace('.', '/') + ".class") != null;
        }
    }

    private static String mainClassOf(Path jar) throws UsageException {
        try (JarFile file = new JarFile(jar.toFile())) {
            Manifest manifest = file.getManifest();
            String main = manifest == null ? null : manifest.getMainAttributes().getValue(Attributes.Name.MAIN_CLASS);
            if (main == null) {
                throw new UsageException("jar has no Main-Class: " + jar + " (name the class: -cp " + jar + " Main)");
            }
            return main.trim();
        } catch (IOException e) {
            throw new UsageException("cannot read jar: " + jar + ": " + e.getMessage());
        }
    }

    private static Path existing(String name) throws UsageException {
        Path file = Path.of(name);
        if (!Files.isRegularFile(file)) {
            throw new UsageException("file not found: " + name);
        }
        return file.toAbsolutePath();
    }

    private static List<Path> plus(Path first, List<Path> rest) {
        List<Path> all = new ArrayList<>();
        all.add(first);
        all.addAll(rest);
        return all;
    }

    /** With a capital behind the last dot: {@code mpi.ring} is {@code mpi.Ring}. */
    private static String capitalised(String name) {
        int start = name.lastIndexOf('.') + 1;
        return start == name.length() ? name : name.substring(0, start)
            + name.substring(start, start + 1).toUpperCase(Locale.ROOT) + name.substring(start + 1);
    }
}
