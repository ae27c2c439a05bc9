package org.hawser.launcher.agent;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.hawser.launcher.job.Installation;

/**
 * A class path on its way to another host. A path of the user's is the same there. Hawser's examples are wherever
 * Hawser is. Classes that were compiled from a source file for this job travel along.
 *
 * <pre>
 * entries (int), each: PATH (byte), path      or EXAMPLES (byte)
 *                   or FILES (byte), files (int), each: name below the entry, content
 * </pre>
 *
 * <p><b>Threads:</b> stateless.
 */
final class CarriedClassPath {
    private static final int PATH = 0;
    private static final int EXAMPLES = 1;
    private static final int FILES = 2;

    private CarriedClassPath() {
    }

    static void encode(List<Path> classPath, DataOutput out) throws IOException {
        Path compiled = Installation.cache("classes").toAbsolutePath();
        out.writeInt(classPath.size());
        for (Path entry : classPath) {
            if (entry.equals(Installation.examples())) {
                out.writeByte(EXAMPLES);
            } else if (entry.startsWith(compiled)) {
                out.writeByte(FILES);
                encodeFiles(entry, out);
            } else {
                out.writeByte(PATH);
                Texts.write(out, entry.toAbsolutePath().toString());
            }
        }
    }

    private static void encodeFiles(Path directory, DataOutput out) throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.walk(directory)) {
            files = all.filter(Files::isRegularFile).toList();
        }
        out.writeInt(files.size());
        for (Path file : files) {
            Texts.write(out, directory.relativize(file).toString());
            Texts.writeBytes(out, Files.readAllBytes(file));
        }
    }

    /** Reads it on the other host; files that travelled along are put below {@code directory}. */
    static List<Path> decode(DataInput in, Path directory) throws IOException {
        int count = Texts.count(in);
        List<Path> classPath = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int kind = in.readByte();
            switch (kind) {
                case PATH -> classPath.add(Path.of(Texts.read(in)));
                case EXAMPLES -> {
                    Path examples = Installation.examples();
                    if (examples != null) {
                        classPath.add(examples);
                    }
                }
                case FILES -> classPath.add(decodeFiles(in, directory.resolve("classes-" + i)));
                default -> throw new IOException("a malformed class path: kind=" + kind);
            }
        }
        return classPath;
    }

    private static Path decodeFiles(DataInput in, Path directory) throws IOException {
        int count = Texts.count(in);
        for (int i = 0; i < count; i++) {
            String name = Texts.read(in);
            Path file = directory.resolve(name).normalize();
            if (!file.startsWith(directory)) {
                throw new IOException("a file that is not below its class path entry: name=" + name);
            }
            Files.createDirectories(file.getParent());
            Files.write(file, Texts.readBytes(in));
        }
        return directory;
    }
}
