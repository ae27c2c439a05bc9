package org.hawser.bench.experiment;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.hawser.launcher.Suggestion;
import org.hawser.launcher.job.UsageException;

/**
 * Parts of experiments that the user wants, and the algorithms that collectives are held to.
 *
 * <p><b>Threads:</b> immutable.
 *
 * @param collectives words of {@link Collective}; empty: all
 * @param buffers     words of {@link BufferKind}; empty: all that an experiment has
 * @param algorithms  by collective
 * @param designs     names of {@link org.hawser.bench.rma.Design}; empty: all that an experiment has
 * @param cases       parts of an experiment on windows or global addresses, by words of its own; empty: all
 */
public record Choice(List<String> collectives, List<String> buffers, Map<String, String> algorithms,
                     List<String> designs, List<String> cases) {
    /** Everything, as the library itself would do it. */
    public static final Choice ALL = new Choice(List.of(), List.of(), Map.of(), List.of(), List.of());

    private static final String SETTING = "HAWSER_MPI_COLL_";

    /** Copies. */
    public Choice {
        collectives = List.copyOf(collectives);
        buffers = List.copyOf(buffers);
        algorithms = Map.copyOf(algorithms);
        designs = List.copyOf(designs);
        cases = List.copyOf(cases);
    }

    /**
     * Reads options.
     *
     * @param collectives names of collectives
     * @param buffers     kinds of memory
     * @param algorithms  {@code COLLECTIVE=NAME}, or a name for the one collective that is asked for
     * @throws UsageException when one of them is unknown
     */
    public static Choice of(List<String> collectives, List<String> buffers, List<String> algorithms)
            throws UsageException {
        List<String> known = Arrays.stream(Collective.values()).map(Collective::word).toList();
        check("collective", collectives, known);
        check("kind of memory", buffers, Arrays.stream(BufferKind.values()).map(BufferKind::word).toList());
        Map<String, String> forced = new LinkedHashMap<>();
        for (String algorithm : algorithms) {
            String[] parts = algorithm.split("=", 2);
            if (parts.length == 1 && collectives.size() != 1) {
                throw new UsageException("an algorithm of which collective? Give COLLECTIVE=" + algorithm
                    + ", or name one with --collectives");
            }
            String collective = parts.length == 1 ? collectives.getFirst() : parts[0];
            check("collective", List.of(collective), known);
            forced.put(collective, parts[parts.length - 1]);
        }
        return new Choice(collectives, buffers, forced, List.of(), List.of());
    }

    /** The same with designs and parts of experiments on windows; each experiment knows which it has. */
    public Choice onWindows(List<String> someDesigns, List<String> someCases) {
        return new Choice(collectives, buffers, algorithms, someDesigns, someCases);
    }

    /** The same with algorithms for collectives. */
    Choice with(Map<String, String> forced) {
        return new Choice(collectives, buffers, forced, designs, cases);
    }

    /** True when an experiment in that kind of memory is wanted. */
    boolean has(BufferKind kind) {
        return buffers.isEmpty() || kind == null || buffers.contains(kind.word());
    }

    /** The settings of a job whose collectives are held to the algorithms. */
    Map<String, String> environment() {
        Map<String, String> settings = new LinkedHashMap<>();
        algorithms.forEach((collective, algorithm) -> settings.put(setting(collective), algorithm));
        return settings;
    }

    /** The variable that holds a collective to an algorithm. */
    static String setting(String collective) {
        return SETTING + collective.toUpperCase(Locale.ROOT);
    }

    private static void check(String what, List<String> words, List<String> known) throws UsageException {
        for (String word : words) {
            if (!known.contains(word)) {
                throw new UsageException("unknown " + what + ": " + word + Suggestion.among(word, known)
                    + "; there are " + String.join(", ", known));
            }
        }
    }
}
