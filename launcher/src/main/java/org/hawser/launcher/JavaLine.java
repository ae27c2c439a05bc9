package org.hawser.launcher;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.hawser.launcher.job.UsageException;

/**
 * A command line of {@code java}, as stands behind {@code mpirun -np 4} in the scripts that people have.
 *
 * <p><b>Threads:</b> immutable.
 *
 * @param options for the JVM
 * @param classPath as it was given; null when it was not
 * @param program a class, a jar or a source file
 * @param arguments the program's own
 */
record JavaLine(List<String> options, String classPath, String program, List<String> arguments) {

    private static final Set<String> CLASS_PATH = Set.of("-cp", "-classpath", "--class-path");
    /** Options whose value is the next word. */
    private static final Set<String> WITH_VALUE = Set.of("-p", "--module-path", "--upgrade-module-path",
        "--add-modules", "--limit-modules", "--add-exports", "--add-opens", "--add-reads", "--patch-module",
        "--enable-native-access");
    private static final Set<String> MODULE = Set.of("-m", "--module");

    /** True for the word {@code java}, with or without its directory. */
    static boolean begins(String word) {
        Path name = word.isEmpty() ? null : Path.of(word).getFileName();
        return name != null && name.toString().equals("java");
    }

    /**
     * Reads what is behind the word {@code java}.
     *
     * @throws UsageException when no program is named, or one in a module
     */
    static JavaLine parse(List<String> words) throws UsageException {
        List<String> options = new ArrayList<>();
        String classPath = null;
        int at = 0;
        while (at < words.size() && words.get(at).startsWith("-")) {
            String word = words.get(at++);
            boolean last = at == words.size();
            if (MODULE.contains(word) || word.startsWith("--module=")) {
                throw new UsageException("programs are found on class paths, not in modules: java " + word);
            } else if (CLASS_PATH.contains(word) && !last) {
                classPath = words.get(at++);
            } else if (word.startsWith("--class-path=")) {
                classPath = word.substring(word.indexOf('=') + 1);
            } else if (word.equals("-jar") && !last) {
                break;
            } else if (word.equals("--source") && !last) {
                // For java's own compiler; ours takes the language of this JDK.
                at++;
            } else {
                options.add(word);
                if (WITH_VALUE.contains(word) && !last) {
                    options.add(words.get(at++));
                }
            }
        }
        if (at == words.size()) {
            throw new UsageException("which program? java is followed by none");
        }
        return new JavaLine(options, classPath, words.get(at), List.copyOf(words.subList(at + 1, words.size())));
    }
}
