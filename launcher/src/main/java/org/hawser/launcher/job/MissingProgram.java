package org.hawser.launcher.job;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import org.hawser.launcher.Suggestion;

/**
 * What to say of a program that is not there: what was meant, if that can be told.
 *
 * <p><b>Threads:</b> stateless.
 */
final class MissingProgram {
    private static final String CLASS_FILE = ".class";
    /** An example is meant when so few letters are wrong. */
    private static final int TYPO = 2;

    private MissingProgram() {
    }

    /**
     * An error message.
     *
     * @param name as it was written
     * @param classPath where it was looked for
     * @param examples Hawser's own programs, or null
     */
    static String explain(String name, List<Path> classPath, Path examples) throws IOException {
        try {
            Path file = Path.of(name);
            if (Files.exists(file)) {
                if (name.endsWith(CLASS_FILE)) {
                    return "not a program: " + name + " is a class file; name the class, without " + CLASS_FILE;
                }
                return "not a program: " + name + " is " + (Files.isDirectory(file) ? "a directory"
                    : "a file, but neither a jar nor a Java source file");
            }
            Path source = Path.of(name.replace('.', '/') + ".java");
            if (Files.isRegularFile(source)) {
                return "class not found: " + name + ", but its source is there: name " + source
                    + ", or compile it first";
            }
        } catch (InvalidPathException e) {
            return "not a program: " + name;
        }
        String searched = classPath.isEmpty() ? "nothing"
            : classPath.stream().map(Path::toString).collect(Collectors.joining(", "));
        return "class not found: " + name + exampleLike(name, examples) + " (class path: " + searched
            + "; -cp names another)";
    }

    private static String exampleLike(String name, Path examples) throws IOException {
        if (examples == null) {
            return "";
        }
        try (JarFile jar = new JarFile(examples.toFile())) {
            String start = Program.EXAMPLES.replace('.', '/');
            List<String> near = jar.stream().map(entry -> entry.getName())
                .filter(entry -> entry.startsWith(start) && entry.endsWith(".class") && entry.indexOf('$') < 0)
                .map(entry -> entry.substring(start.length(), entry.lastIndexOf('.')).replace('/', '.'))
                .map(MissingProgram::asCalled)
                .filter(example -> Suggestion.distance(name, example) <= TYPO).toList();
            return Suggestion.among(name, near);
        }
    }

    /** {@code mpi.Ring} as {@code mpi.ring}. */
    private static String asCalled(String example) {
        int start = example.lastIndexOf('.') + 1;
        return example.substring(0, start) + Character.toLowerCase(example.charAt(start))
            + example.substring(start + 1);
    }
}
