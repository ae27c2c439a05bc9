package org.hawser.bench.lab;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What the ranks of one job are to measure, as the arguments of the measuring program.
 *
 * <p><b>Threads:</b> immutable.
 *
 * @param experiment its name
 * @param rounds     samples to take of each measurement
 * @param warmUp     milliseconds for which a measurement must not become faster before that
 * @param sizes      bytes per operation; empty: the experiment's own
 * @param threads    whether the ranks are threads of one JVM
 * @param cases      the parts of the experiment to measure, by words of its own; empty: all
 * @param patience   tries of a sample that do not count where somebody outside uses the core; the next one does
 * @param board      the file of the job's {@link Board}; empty until it has one
 */
public record Task(String experiment, int rounds, int warmUp, List<Long> sizes, boolean threads, List<String> cases,
                   int patience, String board) {
    /** Begins a line of output that says how far it is. */
    public static final String PROGRESS = "@progress ";
    /** Begins a line of output that says how many samples were dropped. */
    public static final String DROPPED = "@dropped ";

    private static final int PATIENCE = 19;

    /** Copies. */
    public Task {
        sizes = List.copyOf(sizes);
        cases = List.copyOf(cases);
    }

    /** Parts of an experiment. */
    public Task(String experiment, int rounds, int warmUp, List<Long> sizes, boolean threads, List<String> cases) {
        this(experiment, rounds, warmUp, sizes, threads, cases, PATIENCE, "");
    }

    /** All parts of an experiment. */
    public Task(String experiment, int rounds, int warmUp, List<Long> sizes, boolean threads) {
        this(experiment, rounds, warmUp, sizes, threads, List.of());
    }

    /** The same, with a board. */
    public Task on(Path file) {
        return new Task(experiment, rounds, warmUp, sizes, threads, cases, patience, file.toString());
    }

    /** The same for whom any figure is good enough, as in a rehearsal. */
    public Task inHaste() {
        return new Task(experiment, rounds, warmUp, sizes, threads, cases, 0, board);
    }

    /** True when any figure is good enough: whoever else uses the core is not waited for, nor is the best code. */
    public boolean isInHaste() {
        return patience == 0;
    }

    /** The arguments of the measuring program. */
    public String[] toArguments() {
        return new String[] {experiment, Integer.toString(rounds), Integer.toString(warmUp), Boolean.toString(threads),
            sizes.stream().map(String::valueOf).collect(Collectors.joining(",")), String.join(",", cases),
            Integer.toString(patience), board};
    }

    /** The task that {@link #toArguments()} made them from. */
    public static Task of(String[] arguments) {
        List<Long> sizes = arguments[4].isEmpty() ? List.of()
            : Arrays.stream(arguments[4].split(",")).map(Long::valueOf).toList();
        return new Task(arguments[0], Integer.parseInt(arguments[1]), Integer.parseInt(arguments[2]), sizes,
            Boolean.parseBoolean(arguments[3]),
            arguments[5].isEmpty() ? List.of() : List.of(arguments[5].split(",")), Integer.parseInt(arguments[6]),
            arguments[7]);
    }

    /** The sizes to measure. */
    public List<Long> sizesOr(List<Long> own) {
        return sizes.isEmpty() ? own : sizes;
    }

    /** True when that part of the experiment is to be measured. */
    public boolean has(String part) {
        return cases.isEmpty() || cases.contains(part);
    }
}
