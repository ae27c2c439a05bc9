package org.hawser.runtime.spawn;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A program that is an executable file: where it is, and its command line. A {@code java} command gets what the
 * launcher gives a rank's JVM: native access, and Hawser's classes beside those it names itself.
 *
 * <p><b>Threads:</b> stateless.
 */
public final class Executable {
    /** Options of {@code java} that take the next word as a class path. */
    static final List<String> CLASS_PATH_OPTIONS = List.of("-cp", "-classpath", "--class-path");
    /** Other options that take the next word as their value. */
    static final List<String> IN_TWO_WORDS = List.of("-p", "--module-path", "--add-modules", "--add-reads",
        "--add-exports", "--add-opens", "--upgrade-module-path", "--patch-module", "--limit-modules");

    private Executable() {
    }

    /**
     * Looks for an executable file.
     *
     * @param program what was asked for
     * @return null when there is none
     */
    public static Path find(SpawnRequest.Program program) {
        String command = program.command();
        if (command.isEmpty()) {
            return null;
        }
        List<String> places = new ArrayList<>(List.of(program.path().split(File.pathSeparator)));
        places.add(program.directory());
        if (command.indexOf(File.separatorChar) >= 0) {
            places.add("");
        } else if (command.equals("java")) {
            places.add(javaDirectory());
        } else {
            places.addAll(List.of(searched().split(File.pathSeparator)));
            places.add(Path.of("").toAbsolutePath().toString());
        }
        for (String place : places) {
            Path file = Path.of(place, command).toAbsolutePath();
            boolean here = place.isEmpty() && command.indexOf(File.separatorChar) < 0;
            if (!here && Files.isRegularFile(file) && Files.isExecutable(file)) {
                return file;
            }
        }
        return null;
    }

    /**
     * The command line, and the class path in the environment. A script finds the JVM of the job as {@code java}.
     *
     * @param file what {@link #find} found
     * @param arguments the program's
     * @param classPath with Hawser's own classes
     * @param environment gets the class path, and, before the {@code PATH} that it has, where a script finds
     *                    {@code java}
     */
    public static List<String> command(Path file, List<String> arguments, String classPath,
                                       Map<String, String> environment) {
        environment.put("CLASSPATH", classPath);
        List<String> command = new ArrayList<>();
        command.add(file.toString());
        if (!file.getFileName().toString().equals("java")) {
            environment.merge("PATH", javaDirectory(), (theirs, ours) -> ours + File.pathSeparator + theirs);
            command.addAll(arguments);
            return command;
        }
        command.add("--enable-native-access=ALL-UNNAMED");
        // What comes behind the main class is the program's.
        int options = options(arguments);
        for (int i = 0; i < arguments.size(); i++) {
            boolean ownPath = i > 0 && i < options && CLASS_PATH_OPTIONS.contains(arguments.get(i - 1));
            command.add(ownPath ? arguments.get(i) + File.pathSeparator + classPath : arguments.get(i));
        }
        return command;
    }

    private static String javaDirectory() {
        return Path.of(System.getProperty("java.home"), "bin").toString();
    }

    private static String searched() {
        return System.getenv().getOrDefault("PATH", "");
    }

    /** How many of the words behind {@code java} are options, with their values. */
    private static int options(List<String> words) {
        int count = 0;
        while (count < words.size() && words.get(count).startsWith("-")) {
            String word = words.get(count);
            count += CLASS_PATH_OPTIONS.contains(word) || IN_TWO_WORDS.contains(word) ? 2 : 1;
        }
        return Math.min(count, words.size());
    }

    /**
     * The class that a {@code java} command runs, as a program of its own: for those who have a JVM already. Options
     * are dropped.
     *
     * @return the same where it is no such command, or runs a jar
     */
    public static SpawnRequest.Program mainClassOf(SpawnRequest.Program program) {
        Path name = program.command().isEmpty() ? null : Path.of(program.command()).getFileName();
        List<String> words = program.arguments();
        int options = options(words);
        if (name == null || !name.toString().equals("java") || options == words.size()
                || options > 0 && words.get(options - 1).equals("-jar")) {
            return program;
        }
        return new SpawnRequest.Program(words.get(options), words.subList(options + 1, words.size()), program.count(),
            program.directory(), program.path(), program.hosts());
    }
}
