package org.hawser.runtime.launch;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.lang.ref.SoftReference;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.security.cert.Certificate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * A class path that many class loaders read through one set of open jars, so that a rank costs no descriptor and no
 * index of its own. What one has read the next finds in memory: ranks load the same classes, and a jar lets one at a
 * time in.
 *
 * <p><b>Threads:</b> any. <b>Allocates:</b> the bytes of each class once, for as long as the heap has room for them.
 */
final class SharedClassPath {

    /** A jar, or a directory when {@code jar} is null. */
    private record Entry(Path path, ZipFile jar, CodeSource origin) {
    }

    /** A class or resource, and the entry of the class path that it is from. The bytes are never written to. */
    record Content(byte[] bytes, CodeSource origin) {
    }

    private final List<Entry> entries = new ArrayList<>();
    private final Map<String, SoftReference<Content>> contents = new ConcurrentHashMap<>();

    /** Opens a class path as the {@code java} command takes it. Missing entries are passed over, as there. */
    SharedClassPath(String classPath) throws IOException {
        for (String name : classPath.split(File.pathSeparator)) {
            Path path = Path.of(name.isEmpty() ? "." : name).toAbsolutePath();
            if (Files.isDirectory(path)) {
                entries.add(new Entry(path, null, origin(path)));
            } else if (Files.isRegularFile(path)) {
                entries.add(new Entry(path, new ZipFile(path.toFile()), origin(path)));
            }
        }
    }

    private static CodeSource origin(Path path) throws IOException {
        return new CodeSource(path.toUri().toURL(), (Certificate[]) null);
    }

    /** The content of a class or resource, or null. */
    Content read(String name) {
        SoftReference<Content> known = contents.get(name);
        Content content = known == null ? null : known.get();
        if (content == null) {
            content = find(name);
            if (content != null) {
                contents.put(name, new SoftReference<>(content));
            }
        }
        return content;
    }

    private Content find(String name) {
        for (Entry entry : entries) {
            try {
                byte[] bytes = entry.jar == null ? readFile(entry.path.resolve(name)) : readJar(entry.jar, name);
                if (bytes != null) {
                    return new Content(bytes, entry.origin);
                }
            } catch (IOException e) {
                throw new IllegalStateException("cannot read from the class path: entry=" + entry.path
                    + " name=" + name, e);
            }
        }
        return null;
    }

    /** Where a resource is found, in the order of the class path. */
    List<URL> urls(String name) {
        List<URL> found = new ArrayList<>();
        for (Entry entry : entries) {
            try {
                if (entry.jar != null && entry.jar.getEntry(name) != null) {
                    found.add(URI.create("jar:" + entry.path.toUri() + "!/" + encoded(name)).toURL());
                } else if (entry.jar == null && Files.exists(entry.path.resolve(name))) {
                    found.add(entry.path.resolve(name).toUri().toURL());
                }
            } catch (MalformedURLException e) {
                throw new IllegalStateException("cannot name a resource: name=" + name, e);
            }
        }
        return found;
    }

    private static String encoded(String name) {
        return Path.of("/" + name).toUri().getRawPath().substring(1);
    }

    private static byte[] readFile(Path file) throws IOException {
        return Files.isRegularFile(file) ? Files.readAllBytes(file) : null;
    }

    private static byte[] readJar(ZipFile jar, String name) throws IOException {
        ZipEntry entry = jar.getEntry(name);
        if (entry == null) {
            return null;
        }
        try (InputStream in = jar.getInputStream(entry)) {
            return in.readAllBytes();
        }
    }
}
