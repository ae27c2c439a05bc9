package org.hawser.launcher.job;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * All that a compilation looked at, and how it was: sources by content; directories where it looked for sources, by
 * the names of these; directories where it looked for classes, by name, time and length of these. When all of it is as
 * it was, so is what the compiler would make of it. A source that nobody used may change; one that appears may be
 * what the compiler finds next time.
 *
 * <pre>
 * as a text, a line for each:   SOURCE file:///home/me/Main.java
 * </pre>
 *
 * <p><b>Threads:</b> one.
 */
final class CompilerInputs {
    private static final String ABSENT = "absent";

    /** What of a path matters. */
    private enum Kind { SOURCE, SOURCES, CLASSES }

    private record Input(Kind kind, Path path) {
    }

    private final Map<Input, String> states = new LinkedHashMap<>();

    /** A source was read, with this content. */
    void readSource(Path file, byte[] content) {
        states.putIfAbsent(new Input(Kind.SOURCE, file), digest(content));
    }

    /**
     * Sources were looked for in a directory.
     *
     * @return their names, in order
     */
    List<String> listSources(Path directory) throws IOException {
        List<String> names = names(directory, ".java");
        // The first look counts: what changes meanwhile is then seen next time.
        states.putIfAbsent(new Input(Kind.SOURCES, directory), stateOf(names));
        return names == null ? List.of() : names;
    }

    /** Classes were looked for in a directory. */
    void listClasses(Path directory) throws IOException {
        Input input = new Input(Kind.CLASSES, directory);
        if (!states.containsKey(input)) {
            states.put(input, now(input));
        }
    }

    /** One name for all of it as it was. */
    String digest() {
        StringBuilder all = new StringBuilder();
        states.forEach((input, state) -> all.append(line(input)).append(state).append('\n'));
        return digest(all.toString().getBytes(StandardCharsets.UTF_8));
    }

    /** What to look at next time. */
    String text() {
        StringBuilder lines = new StringBuilder();
        states.keySet().forEach(input -> lines.append(line(input)));
        return lines.toString();
    }

    /** The same things as they are now; null when the text is none. */
    static CompilerInputs now(String text) throws IOException {
        CompilerInputs inputs = new CompilerInputs();
        try {
            for (String line : text.lines().toList()) {
                int space = line.indexOf(' ');
                Input input = new Input(Kind.valueOf(line.substring(0, Math.max(space, 0))),
                    Path.of(URI.create(line.substring(space + 1))));
                inputs.states.put(input, now(input));
            }
        } catch (IllegalArgumentException e) {
            return null;
        }
        return inputs;
    }

    /** Of anything. */
    static String digest(byte[] content) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content), 0, 16);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    private static String now(Input input) throws IOException {
        return switch (input.kind) {
            case SOURCE -> Files.isRegularFile(input.path) ? digest(Files.readAllBytes(input.path)) : ABSENT;
            case SOURCES -> stateOf(names(input.path, ".java"));
            case CLASSES -> classes(input.path);
        };
    }

    private static String classes(Path directory) throws IOException {
        List<String> names = names(directory, ".class");
        if (names == null) {
            return ABSENT;
        }
        List<String> states = new ArrayList<>();
        for (String name : names) {
            try {
                Path file = directory.resolve(name);
                states.add(name + " " + Files.getLastModifiedTime(file) + " " + Files.size(file));
            } catch (NoSuchFileException e) {
                states.add(name + " " + ABSENT);
            }
        }
        return stateOf(states);
    }

    private static String stateOf(List<String> names) {
        return names == null ? ABSENT : digest(String.join("\n", names).getBytes(StandardCharsets.UTF_8));
    }

    /** The files of a directory that end so, in order; null when there is no such directory. */
    private static List<String> names(Path directory, String end) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> file.getFileName().toString()).filter(name -> name.endsWith(end)).sorted()
                .toList();
        } catch (NoSuchFileException | NotDirectoryException e) {
            return null;
        }
    }

    private static String line(Input input) {
        return input.kind + " " + input.path.toUri() + "\n";
    }
}
