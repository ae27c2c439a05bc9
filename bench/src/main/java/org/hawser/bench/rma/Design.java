package org.hawser.bench.rma;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import mpi.Info;
import mpi.MPIException;

/**
 * A way to do one-sided communication that can be chosen: for one window by hints, or for a whole job by settings.
 * The first of each list is ours, and the others are compared with it.
 *
 * <pre>{@code
 * for (Design design : Design.PATHS) {
 *     BenchWindow window = BenchWindow.make(MPI.COMM_WORLD, 4096, design);
 *     ...
 * }
 * }</pre>
 *
 * <p><b>Threads:</b> immutable.
 *
 * @param name     the word in reports and on the command line
 * @param choices  what is chosen, by the name of the hint without {@code hawser_}; the rest is as it comes
 * @param settings further settings of a job that runs it, as variables of the environment
 */
public record Design(String name, Map<String, String> choices, Map<String, String> settings) {
    /** As the library itself would have it. */
    public static final Design STANDARD = new Design("standard", Map.of(), Map.of());

    private static final String PATH = "path";
    private static final String DIRECT = "direct";
    private static final String MESSAGES = "messages";
    private static final String AGENT = "agent";
    private static final String LOCK = "locks";
    private static final String FENCE = "fence";
    private static final String SCHEDULE = "schedule";

    /** Ways to the target's memory. */
    public static final List<Design> PATHS = List.of(of(DIRECT, PATH, DIRECT), of(MESSAGES, PATH, MESSAGES),
        of(AGENT, PATH, AGENT));

    /** Policies of locks, and locks that are messages to the target. */
    public static final List<Design> LOCKS = List.of(of("history", LOCK, "history"), of("cpu", LOCK, "cpu"),
        of("network", LOCK, "network"), of("migrate", LOCK, "migrate"), of(MESSAGES, PATH, MESSAGES));

    /** Fences. */
    public static final List<Design> FENCES = List.of(of("auto", FENCE, "auto"), of("deferred", FENCE, "deferred"),
        of("naive", FENCE, "naive"), of("barrier", FENCE, "barrier"), of("notify", FENCE, "notify"));

    /** What the scheduler of epochs does: all of it, nothing, one thing only. Direct access has nothing to schedule. */
    public static final List<Design> SCHEDULES = List.of(scheduled(AGENT, "on"), scheduled(AGENT, "off"),
        scheduled(AGENT, "interleave"), scheduled(AGENT, "gets-first"), scheduled(AGENT, "aggregate"),
        scheduled(MESSAGES, "on"), scheduled(MESSAGES, "off"), of(DIRECT, PATH, DIRECT));

    /** Copies. */
    public Design {
        choices = Map.copyOf(choices);
        settings = Map.copyOf(settings);
    }

    private static Design of(String name, String hint, String value) {
        return new Design(name, Map.of(hint, value), Map.of());
    }

    private static Design scheduled(String path, String schedule) {
        return new Design(path + "-" + schedule, Map.of(PATH, path, SCHEDULE, schedule), Map.of());
    }

    /** The hints that give a window this design. */
    public Info info() throws MPIException {
        Info info = new Info();
        for (Map.Entry<String, String> choice : new TreeMap<>(choices).entrySet()) {
            info.set("hawser_" + choice.getKey(), choice.getValue());
        }
        return info;
    }

    /** The environment of a job whose windows have this design unless their hints say otherwise. */
    public Map<String, String> environment() {
        Map<String, String> all = new LinkedHashMap<>(settings);
        choices.forEach((hint, value) -> all.put("HAWSER_MPI_RMA_" + hint.toUpperCase(Locale.ROOT), value));
        return all;
    }
}
