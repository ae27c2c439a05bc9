package org.hawser.launcher;

import java.util.Map;

/**
 * Options that {@code hawser run} does not have and that people give it by habit: those of the JVM, and of
 * {@code mpirun} what {@link MpirunOptions} has not.
 *
 * <p><b>Threads:</b> stateless.
 */
final class ForeignOption {

    /** Without dashes, which mpirun takes one or two of. */
    private static final Map<String, String> MPIRUN = Map.of(
        "npernode", " (mpirun's; here slots say it: --hosts a:2,b:2)",
        "N", " (mpirun's; here slots say it: --hosts a:2,b:2)",
        "rankfile", " (mpirun's; here it is --hosts or --hostfile)",
        "wdir", " (mpirun's; here ranks run in the directory that hawser is started in)",
        "output-filename", " (mpirun's; here it is --tag-output)");

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
