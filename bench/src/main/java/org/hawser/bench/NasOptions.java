package org.hawser.bench;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.hawser.bench.experiment.Experiment;
import org.hawser.bench.experiment.Experiments;
import org.hawser.bench.nas.KernelKind;
import org.hawser.bench.nas.ProblemClass;
import org.hawser.bench.pgas.KernelWay;
import org.hawser.launcher.Suggestion;
import org.hawser.launcher.job.UsageException;
import picocli.CommandLine.Option;

/**
 * The options that choose among the NAS kernels.
 *
 * <p><b>Threads:</b> main thread only.
 */
final class NasOptions {
    @Option(names = "--kernels", paramLabel = "NAMES", split = ",",
        description = "Of nas: which, as cg,is (default: ep, is, cg, mg, ft, sp, bt; pgas-nas: cg, mg, ft;"
            + " pgas-idle: cg, mg).")
    private List<String> kernels = new ArrayList<>();

    @Option(names = "--class", paramLabel = "CLASS", split = ",",
        description = "Of nas, rma-nas, pgas-nas, pgas-idle: how large problems are, as S,W,A (default: W; sp and bt"
            + " have no A).")
    private List<String> classes = new ArrayList<>();

    /** The experiment, narrowed to what was chosen. */
    Experiment narrow(Experiment experiment) throws UsageException {
        if (experiment.name().equals(Experiments.NAS_ON_WINDOWS)) {
            return Experiments.nasOnWindows(chosenClasses());
        }
        if (experiment.name().equals(Experiments.NAS_ON_SHARED_MEMORY)) {
            return Experiments.nasOnSharedMemory(kernels.isEmpty() ? KernelWay.kernels() : chosenKernels(),
                chosenClasses());
        }
        if (experiment.name().equals(Experiments.NAS_BESIDE_PGAS)) {
            return Experiments.nasBesidePgas(kernels.isEmpty() ? List.of(KernelKind.CG, KernelKind.MG)
                : chosenKernels(), chosenClasses());
        }
        if (!experiment.name().equals(Experiments.NAS) || kernels.isEmpty() && classes.isEmpty()) {
            return experiment;
        }
        return Experiments.nas(chosenKernels(), chosenClasses());
    }

    private List<KernelKind> chosenKernels() throws UsageException {
        List<String> known = Arrays.stream(KernelKind.values()).map(KernelKind::word).toList();
        List<KernelKind> chosen = new ArrayList<>();
        for (String name : kernels) {
            chosen.add(KernelKind.named(name).orElseThrow(() -> new UsageException("unknown kernel: " + name
                + Suggestion.among(name, known) + "; there are " + String.join(", ", known))));
        }
        return chosen.isEmpty() ? List.of(KernelKind.values()) : chosen;
    }

    private List<ProblemClass> chosenClasses() throws UsageException {
        List<ProblemClass> chosen = new ArrayList<>();
        for (String name : classes) {
            chosen.add(Arrays.stream(ProblemClass.values())
                .filter(size -> size.name().equals(name.toUpperCase(Locale.ROOT))).findFirst()
                .orElseThrow(() -> new UsageException("unknown class: --class " + name + "; there are S, W, A")));
        }
        return chosen.isEmpty() ? List.of(ProblemClass.W) : chosen;
    }
}
