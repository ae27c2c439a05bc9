package org.hawser.mpi.coll;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.hawser.platform.settings.Settings;

/**
 * Which algorithm is for how many ranks and how many bytes, one per line:
 *
 * <pre>
 * # collective   ranks   bytes   algorithm
 * bcast          2       *       binomial
 * bcast          *       32K     binomial
 * bcast          *       *       scatter-allgather
 * </pre>
 *
 * <p>Ranks and bytes are the most that a line is for; a star is for any number. The first line that fits, and whose
 * algorithm can deal with the call, is taken. There is a table for each provider; the setting
 * {@code hawser.mpi.coll.table} names a file whose lines come before it.
 *
 * <p><b>Threads:</b> immutable.
 *
 * @param rows the lines, in order
 */
record Table(List<Row> rows) {
    private static final Map<String, Table> BUILT_IN = new ConcurrentHashMap<>();

    /** One line. */
    record Row(String collective, int ranks, long bytes, String algorithm) {
    }

    /** The table for a provider: that of the program's file, then the built-in one. */
    static Table of(String provider) {
        Table builtIn = BUILT_IN.computeIfAbsent(provider, Table::builtIn);
        String file = Settings.text("hawser.mpi.coll.table", null);
        if (file == null) {
            return builtIn;
        }
        try {
            List<Row> rows = new ArrayList<>(parse(file, Files.readString(Path.of(file))));
            rows.addAll(builtIn.rows);
            return new Table(rows);
        } catch (IOException e) {
            throw new UncheckedIOException("the table of algorithms cannot be read: hawser.mpi.coll.table=" + file, e);
        }
    }

    private static Table builtIn(String provider) {
        String name = provider + ".algorithms";
        try (InputStream own = Table.class.getResourceAsStream(name);
                InputStream any = Table.class.getResourceAsStream("any.algorithms")) {
            InputStream in = own == null ? any : own;
            return new Table(parse(name, new String(in.readAllBytes(), StandardCharsets.UTF_8)));
        } catch (IOException e) {
            throw new UncheckedIOException("a table of the module cannot be read: name=" + name, e);
        }
    }

    static List<Row> parse(String name, String text) {
        List<Row> rows = new ArrayList<>();
        for (String line : text.lines().toList()) {
            String content = line.replaceFirst("#.*", "").strip();
            if (!content.isEmpty()) {
                rows.add(row(name, content));
            }
        }
        return List.copyOf(rows);
    }

    private static Row row(String name, String line) {
        String[] words = line.split("\\s+");
        try {
            if (words.length == 4) {
                return new Row(words[0], (int) Math.min(Integer.MAX_VALUE, most(words[1])), most(words[2]), words[3]);
            }
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("not a number in a table of algorithms: table=" + name + " line="
                + line, e);
        }
        throw new IllegalArgumentException("a line of a table of algorithms is collective, ranks, bytes, algorithm: "
            + "table=" + name + " line=" + line);
    }

    private static long most(String word) {
        if (word.equals("*")) {
            return Long.MAX_VALUE;
        }
        int unit = "KMG".indexOf(Character.toUpperCase(word.charAt(word.length() - 1)));
        return unit < 0 ? Long.parseLong(word)
            : Long.parseLong(word.substring(0, word.length() - 1)) << 10 * (unit + 1);
    }
}
