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
            places.add(Path.of(System.getProperty("java.home"), "bin").toString());
        } else {
            places.addAll(List.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator)));
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
     * The command line, and the class path in the environment.
     *
     * @param file what {@link #find} found
     * @param arguments the program's
     * @param classPath with Hawser's own classes
     * @param environment gets the class path
     */
    public static List<String> command(Path file, List<String> arguments, String classPath,
                                       Map<String, String> environment) {
        environment.put("CLASSPATH", classPath);
        List<String> command = new ArrayList<>();
        command.add(file.toString());
        if (!file.getFileName().toString().equals("java")) {
            command.addAll(arguments);
            return command;
        }
        command.add("--enable-native-access=ALL-UNNAMED");
        boolean options = true;
        for (int i = 0; i < arguments.size(); i++) {
            String word = arguments.get(i);
            String before = i == 0 ? "" : arguments.get(i - 1);
            boolean ownPath = options && CLASS_PATH_OPTIONS.contains(before);
            command.add(ownPath ? word + File.pathSeparator + classPath : word);
            // What comes behind the main class is the program's.
            options &= ownPath || word.startsWith("-") || IN_TWO_WORDS.contains(before);
        }
        return command;
    }
}
