package org.hawser.mpi.coll;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.StringTokenizer;
import java.util.stream.Collectors;
import org.hawser.mpi.coll.algorithm.Algorithm;
import org.hawser.mpi.coll.algorithm.Algorithms;

/**
 * Which algorithm is for how many ranks and how many bytes, one per line:
 *
 * <pre>
 * [tcp]
 * # collective   ranks   bytes   algorithm
 * bcast          2       *       binomial
 * bcast          *       256K    binomial
 * bcast          *       *       scatter-allgather
 * </pre>
 *
 * <p>Ranks and bytes are the most that a line is for; a star is for any number. The first line that fits, and whose
 * algorithm can deal with the call, is taken. A line in brackets says which communicators the lines below it are for,
 * by what lies between their ranks ({@link Medium}); {@code [*]}, which is how a table begins, is for all.
 *
 * <p><b>Threads:</b> immutable.
 *
 * @param rows the lines, in order
 */
record Table(List<Row> rows) {
    /** What a line is for that is not for one kind of communicator, number of ranks or number of bytes. */
    static final String ANY = "*";

    /** One line; the medium is a word of {@link Medium}'s, or {@link #ANY}. */
    record Row(String medium, String collective, int ranks, long bytes, String algorithm) {
        /** As text that {@link Table#parse} reads, medium and all. */
        String lines() {
            return "[" + medium + "]\n" + collective + " " + (ranks == Integer.MAX_VALUE ? ANY : ranks) + " "
                + (bytes == Long.MAX_VALUE ? ANY : bytes) + " " + algorithm + "\n";
        }
    }

    /** The library's own. */
    static Table builtIn() {
        return BuiltIn.TABLE;
    }

    /** The lines of this one, then those of the other. */
    Table before(Table other) {
        List<Row> all = new ArrayList<>(rows);
        all.addAll(other.rows);
        return new Table(List.copyOf(all));
    }

    /** The lines for communicators of one medium. */
    Table of(Medium medium) {
        return new Table(rows.stream().filter(row -> row.medium.equals(ANY) || row.medium.equals(medium.word()))
            .toList());
    }

    /** All lines as text that {@link #parse} reads. */
    String lines() {
        return rows.stream().map(Row::lines).collect(Collectors.joining());
    }

    /**
     * Reads a table.
     *
     * @param file where the text is from, for what is said of its mistakes
     * @throws IllegalArgumentException naming file and line, when a line is none of a table, or names something that
     *     there is not
     */
    static Table parse(String file, String text) {
        List<Row> rows = new ArrayList<>();
        String medium = ANY;
        List<String> lines = text.lines().toList();
        for (int i = 0; i < lines.size(); i++) {
            String content = withoutComment(lines.get(i)).strip();
            try {
                if (content.startsWith("[")) {
                    medium = medium(content);
                } else if (!content.isEmpty()) {
                    rows.add(row(medium, words(content)));
                }
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException("wrong line in a table of algorithms: " + e.getMessage() + " file="
                    + file + " line=" + (i + 1) + " text=\"" + content + "\"", e);
            }
        }
        return new Table(List.copyOf(rows));
    }

    // No patterns here: a JVM's first ones take milliseconds, and every rank of a job reads a table.

    private static String withoutComment(String line) {
        int comment = line.indexOf('#');
        return comment < 0 ? line : line.substring(0, comment);
    }

    private static String[] words(String content) {
        StringTokenizer tokens = new StringTokenizer(content);
        String[] words = new String[tokens.countTokens()];
        for (int i = 0; i < words.length; i++) {
            words[i] = tokens.nextToken();
        }
        return words;
    }

    private static String medium(String line) {
        String word = line.endsWith("]") ? line.substring(1, line.length() - 1).strip() : "";
        if (!word.equals(ANY) && Medium.words().stream().noneMatch(word::equals)) {
            throw new IllegalArgumentException("no such medium in brackets: known=" + Medium.words() + " or " + ANY);
        }
        return word;
    }

    private static Row row(String medium, String[] words) {
        if (words.length != 4) {
            throw new IllegalArgumentException("it must be collective, ranks, bytes, algorithm:");
        }
        List<? extends Algorithm> all = Algorithms.BY_COLLECTIVE.get(words[0]);
        if (all == null) {
            throw new IllegalArgumentException("no such collective: known=" + Algorithms.BY_COLLECTIVE.keySet());
        }
        if (all.stream().noneMatch(one -> one.name().equals(words[3]))) {
            throw new IllegalArgumentException("no such algorithm: known="
                + all.stream().map(Algorithm::name).toList());
        }
        return new Row(medium, words[0], (int) most("ranks", words[1], 1, Integer.MAX_VALUE),
            most("bytes", words[2], 0, Long.MAX_VALUE), words[3]);
    }

    private static long most(String what, String word, long least, long greatest) {
        if (word.equals(ANY)) {
            return greatest;
        }
        long number;
        try {
            int unit = "KMG".indexOf(Character.toUpperCase(word.charAt(word.length() - 1)));
            number = unit < 0 ? Long.parseLong(word)
                : Math.multiplyExact(Long.parseLong(word.substring(0, word.length() - 1)), 1L << 10 * (unit + 1));
        } catch (NumberFormatException | ArithmeticException e) {
            throw new IllegalArgumentException(what + " must be a number, as 8 or 64K, or " + ANY + ":", e);
        }
        if (number < least || number > greatest) {
            throw new IllegalArgumentException(what + " out of range: least=" + least + " most=" + greatest);
        }
        return number;
    }

    /** Read when it is first asked for. */
    private static final class BuiltIn {
        private static final String NAME = "built-in.algorithms";
        static final Table TABLE = read();

        private static Table read() {
            try (InputStream in = Table.class.getResourceAsStream(NAME)) {
                return parse(NAME, new String(in.readAllBytes(), StandardCharsets.UTF_8));
            } catch (IOException e) {
                throw new UncheckedIOException("a table of the module cannot be read: name=" + NAME, e);
            }
        }
    }
}
