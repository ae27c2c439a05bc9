package org.hawser.launcher;

import java.util.Map;

/**
 * Options that {@code hawser run} does not have and that people give it by habit: those of {@code mpirun} and of the
 * JVM.
 *
 * <p><b>Threads:</b> stateless.
 */
final class ForeignOption {

    private static final String NEEDLESS = " (mpirun's; not needed here)";

    /** Without dashes, which mpirun takes one or two of. */
    private static final Map<String, String> MPIRUN = Map.ofEntries(
        Map.entry("mca", " (mpirun's; not needed here, nor are its two values)"),
        Map.entry("allow-run-as-root", NEEDLESS), Map.entry("report-bindings", NEEDLESS),
        Map.entry("display-map", NEEDLESS), Map.entry("use-hwthread-cpus", NEEDLESS),
        Map.entry("bind-to", " (mpirun's; here it is --bind core or --bind none)"),
        Map.entry("map-by", " (mpirun's; here it is --map node or --map cyclic)"),
        Map.entry("host", " (mpirun's; here it is --hosts a:4,b:4)"),
        Map.entry("H", " (mpirun's; here it is --hosts a:4,b:4)"),
        Map.entry("machinefile", " (mpirun's; here it is --hostfile FILE)"));

    private ForeignOption() {
    }

    /** What to put after the message that an option is unknown; null when nothing is known of it. */
    static String hint(String word) {
        if (word.startsWith("-X") || word.startsWith("-D")) {
            return " (for the JVM of each rank: -J" + word + ")";
        }
        return MPIRUN.get(word.replaceFirst("^--?", ""));
    }
}
