package org.hawser.launcher.job;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.StandardLocation;

/**
 * The files of a program that is given as a source file: other sources are found as they are needed, packages in
 * directories below the root. It records what the compiler looks at.
 *
 * <p>Sources go before classes of the class path, but not before Hawser's own, which are first at run time. A module
 * descriptor is not there: the program's classes are on a class path.
 *
 * <p><b>Threads:</b> one.
 */
final class SourceTree extends ForwardingJavaFileManager<StandardJavaFileManager> {
    private static final String DESCRIPTOR = "module-info";

    private final Path root;
    private final List<Path> classPath;
    private final CompilerInputs inputs;
    private final URLClassLoader library;
    private final Map<Path, SourceText> sources = new HashMap<>();

    /**
     * A tree.
     *
     * @param files does all else; closed with this
     * @param root where packages begin, or null: there is no source beside the first
     * @param classPath where else classes are
     * @param inputs gets what is looked at
     */
    SourceTree(StandardJavaFileManager files, Path root, List<Path> classPath, CompilerInputs inputs)
            throws IOException {
        super(files);
        this.root = root;
        this.classPath = classPath;
        this.inputs = inputs;
        this.library = new URLClassLoader(new URL[] {Installation.library().toUri().toURL()}, null);
    }

    /** The file that the program was named by. */
    SourceText first(Path file) {
        String name = file.getFileName().toString();
        return sources.computeIfAbsent(file,
            path -> new SourceText(path, name.substring(0, name.lastIndexOf('.')), true, inputs));
    }

    /** The source of a class by its place; null when there is none. */
    SourceText find(String binaryName) throws IOException {
        int dot = binaryName.lastIndexOf('.');
        String packageName = dot < 0 ? "" : binaryName.substring(0, dot);
        for (SourceText source : sourcesOf(packageName)) {
            if (source.binaryName().equals(binaryName)) {
                return source;
            }
        }
        return null;
    }

    @Override
    public boolean hasLocation(Location location) {
        return location == StandardLocation.SOURCE_PATH || super.hasLocation(location);
    }

    @Override
    public Iterable<JavaFileObject> list(Location location, String packageName, Set<JavaFileObject.Kind> kinds,
                                         boolean recurse) throws IOException {
        if (location == StandardLocation.SOURCE_PATH) {
            return kinds.contains(JavaFileObject.Kind.SOURCE) ? List.copyOf(sourcesOf(packageName)) : List.of();
        }
        if (location == StandardLocation.CLASS_PATH) {
            for (Path entry : classPath) {
                if (!Files.isRegularFile(entry)) {
                    inputs.listClasses(entry.resolve(pathOf(packageName)));
                }
            }
        }
        return super.list(location, packageName, kinds, recurse);
    }

    @Override
    public String inferBinaryName(Location location, JavaFileObject file) {
        return file instanceof SourceText source ? source.binaryName() : super.inferBinaryName(location, file);
    }

    @Override
    public boolean isSameFile(FileObject a, FileObject b) {
        return a instanceof SourceText || b instanceof SourceText ? a.equals(b) : super.isSameFile(a, b);
    }

    @Override
    public boolean contains(Location location, FileObject file) throws IOException {
        return file instanceof SourceText ? location == StandardLocation.SOURCE_PATH && root != null
            : super.contains(location, file);
    }

    @Override
    public JavaFileObject getJavaFileForInput(Location location, String className, JavaFileObject.Kind kind)
            throws IOException {
        if (location != StandardLocation.SOURCE_PATH) {
            return super.getJavaFileForInput(location, className, kind);
        }
        return kind == JavaFileObject.Kind.SOURCE ? find(className) : null;
    }

    @Override
    public void close() throws IOException {
        try (library) {
            super.close();
        }
    }

    private List<SourceText> sourcesOf(String packageName) throws IOException {
        if (root == null) {
            return List.of();
        }
        Path directory = root.resolve(pathOf(packageName));
        List<SourceText> found = new ArrayList<>();
        for (String name : inputs.listSources(directory)) {
            String simpleName = name.substring(0, name.lastIndexOf('.'));
            String binaryName = packageName.isEmpty() ? simpleName : packageName + "." + simpleName;
            if (!simpleName.equals(DESCRIPTOR) && library.getResource(pathOf(binaryName) + ".class") == null) {
                found.add(sources.computeIfAbsent(directory.resolve(name),
                    file -> new SourceText(file, binaryName, false, inputs)));
            }
        }
        return found;
    }

    private static String pathOf(String name) {
        return name.replace('.', '/');
    }
}
