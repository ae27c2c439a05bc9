package org.hawser.launcher;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.hawser.launcher.host.Mapping;
import org.hawser.launcher.job.UsageException;
import picocli.CommandLine.Option;

/**
 * Options of {@code mpirun} that {@code hawser run} takes as well, so that a line of a script stays as it is: some say
 * in other words what an option of {@code hawser run} says, and the rest is not needed here and passed over.
 *
 * <p><b>Threads:</b> main thread only.
 */
final class MpirunOptions {

    @Option(names = {"--mca", "-mca", "--gmca", "-gmca"}, arity = "2", hidden = true)
    private List<String> parameters = new ArrayList<>();

    @Option(names = {"--allow-run-as-root", "-allow-run-as-root"}, hidden = true)
    private boolean asRoot;

    @Option(names = {"--report-bindings", "-report-bindings"}, hidden = true)
    private boolean reportsBindings;

    @Option(names = {"--display-map", "-display-map"}, hidden = true)
    private boolean displaysMap;

    @Option(names = {"--display-allocation", "-display-allocation"}, hidden = true)
    private boolean displaysAllocation;

    @Option(names = {"--use-hwthread-cpus", "-use-hwthread-cpus"}, hidden = true)
    private boolean usesHardwareThreads;

    @Option(names = {"--bind-to", "-bind-to"}, paramLabel = "WHAT", hidden = true)
    private String bindTo;

    @Option(names = {"--map-by", "-map-by"}, paramLabel = "WHAT", hidden = true)
    private String mapBy;

    @Option(names = {"-H", "--host", "-host"}, paramLabel = "LIST", hidden = true)
    private String hosts;

    @Option(names = {"--machinefile", "-machinefile"}, paramLabel = "FILE", hidden = true)
    private Path hostFile;

    @Option(names = "-oversubscribe", hidden = true)
    private boolean oversubscribe;

    @Option(names = "-tag-output", hidden = true)
    private boolean tagOutput;

    @Option(names = "-timeout", paramLabel = "SECONDS", hidden = true)
    private Double timeout;

    /** The hosts; {@code otherwise} where nothing is said of them. So with the others. */
    String hosts(String otherwise) throws UsageException {
        return oneOf(hosts, otherwise, "-H and --hosts");
    }

    /** The file of hosts. */
    Path hostFile(Path otherwise) throws UsageException {
        return oneOf(hostFile, otherwise, "-machinefile and --hostfile");
    }

    /** After how many seconds the job ends. */
    Double timeout(Double otherwise) throws UsageException {
        return oneOf(timeout, otherwise, "-timeout and --timeout");
    }

    private static <T> T oneOf(T mpiruns, T ours, String names) throws UsageException {
        if (mpiruns != null && ours != null) {
            throw new UsageException(names + " say the same: give one of them");
        }
        return mpiruns == null ? ours : mpiruns;
    }

    /** Whether lines of output begin with their rank. */
    boolean tagsOutput() {
        return tagOutput;
    }

    /** Whether ranks are bound to cores; {@code otherwise} where nothing is said of it. */
    boolean binds(boolean otherwise) throws UsageException {
        if (bindTo == null) {
            return otherwise;
        }
        return switch (firstOf(bindTo)) {
            case "core", "hwthread" -> true;
            case "none" -> false;
            default -> throw new UsageException("ranks are bound to cores or not at all: --bind-to " + bindTo
                + " (mpirun's; here it is --bind core or --bind none)");
        };
    }

    /** How ranks go to hosts; {@code otherwise} where nothing is said of it. */
    Mapping maps(Mapping otherwise) throws UsageException {
        if (mapBy == null || firstOf(mapBy).isEmpty()) {
            return otherwise;
        }
        return switch (firstOf(mapBy)) {
            // What mpirun calls by node are hosts in turn.
            case "node" -> Mapping.CYCLIC;
            case "slot", "core", "hwthread", "socket", "package", "numa" -> Mapping.NODE;
            default -> throw new UsageException("ranks fill one host after the other, or hosts take turns: --map-by "
                + mapBy + " (mpirun's; here it is --map node or --map cyclic)");
        };
    }

    /** Whether hosts may have more ranks than slots. */
    boolean oversubscribes() {
        return oversubscribe
            || mapBy != null && List.of(mapBy.toLowerCase(Locale.ROOT).split(":")).contains("oversubscribe");
    }

    /** What was given and means nothing here, as it was written; empty when nothing was. */
    String needless() {
        List<String> all = new ArrayList<>();
        for (int i = 0; i + 1 < parameters.size(); i += 2) {
            all.add("--mca " + parameters.get(i) + " " + parameters.get(i + 1));
        }
        add(all, asRoot, "--allow-run-as-root");
        add(all, reportsBindings, "--report-bindings");
        add(all, displaysMap, "--display-map");
        add(all, displaysAllocation, "--display-allocation");
        add(all, usesHardwareThreads, "--use-hwthread-cpus");
        return String.join(" ", all);
    }

    private static void add(List<String> all, boolean given, String name) {
        if (given) {
            all.add(name);
        }
    }

    /** What stands before the first colon: behind it are mpirun's qualifiers. */
    private static String firstOf(String value) {
        return value.split(":", 2)[0].toLowerCase(Locale.ROOT);
    }
}
