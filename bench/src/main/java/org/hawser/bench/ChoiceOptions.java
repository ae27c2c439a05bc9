package org.hawser.bench;

import java.util.ArrayList;
import java.util.List;
import org.hawser.bench.experiment.Choice;
import org.hawser.launcher.job.UsageException;
import picocli.CommandLine.Option;

/**
 * The options that choose parts of an experiment.
 *
 * <p><b>Threads:</b> main thread only.
 */
final class ChoiceOptions {
    @Option(names = "--collectives", paramLabel = "NAMES", split = ",",
        description = "Of collectives, icoll and tune: which, as bcast,allreduce (default: all).")
    private List<String> collectives = new ArrayList<>();

    @Option(names = "--buffers", paramLabel = "KINDS", split = ",",
        description = "Kinds of memory: runtime, segment, direct, array (default: all that the experiment has).")
    private List<String> buffers = new ArrayList<>();

    @Option(names = "--algorithm", paramLabel = "[COLLECTIVE=]NAME", split = ",",
        description = "Holds collectives to an algorithm, as in --algorithm bcast=binomial.")
    private List<String> algorithms = new ArrayList<>();

    @Option(names = "--designs", paramLabel = "NAMES", split = ",",
        description = "Of rma-…: some of the alternatives, as direct,messages (default: all of the experiment's).")
    private List<String> designs = new ArrayList<>();

    @Option(names = "--cases", paramLabel = "WORDS", split = ",",
        description = "Of rma-… and pgas-…: parts of the experiment, as put,lock-put (default: all).")
    private List<String> cases = new ArrayList<>();

    /** What was chosen. */
    Choice choice() throws UsageException {
        return Choice.of(collectives, buffers, algorithms).onWindows(designs, cases);
    }
}
