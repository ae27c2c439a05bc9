package org.hawser.bench.peer;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The MPI libraries that we know how to build with and start, by Debian's names or the plain ones.
 *
 * <p><b>Threads:</b> immutable.
 */
enum MpiFlavour {
    /** Open MPI, its shared-memory path without single-copy calls into the kernel. */
    OPENMPI("openmpi", "Open MPI", "apt-get install openmpi-bin libopenmpi-dev",
        List.of("--bind-to", "core", "--oversubscribe", "--allow-run-as-root", "--mca", "pml", "ob1", "--mca", "btl",
            "vader,self", "--mca", "btl_vader_single_copy_mechanism", "none"), Map.of()),
    /** MPICH. */
    MPICH("mpich", "HYDRA", "apt-get install mpich libmpich-dev", List.of("-bind-to", "core"), Map.of());

    private final String word;
    private final String mark;
    private final String howToGet;
    private final List<String> options;
    private final Map<String, String> environment;

    MpiFlavour(String word, String mark, String howToGet, List<String> options, Map<String, String> environment) {
        this.word = word;
        this.mark = mark;
        this.howToGet = howToGet;
        this.options = options;
        this.environment = environment;
    }

    static Optional<MpiFlavour> named(String name) {
        return Arrays.stream(values()).filter(flavour -> flavour.word.equals(name)).findFirst();
    }

    static List<String> names() {
        return Arrays.stream(values()).map(flavour -> flavour.word).toList();
    }

    String word() {
        return word;
    }

    /** What {@code mpiexec --version} says of this one and of no other. */
    String mark() {
        return mark;
    }

    String compiler() {
        return "mpicc." + word;
    }

    String starter() {
        return "mpiexec." + word;
    }

    String howToGet() {
        return howToGet;
    }

    List<String> options() {
        return options;
    }

    Map<String, String> environment() {
        return environment;
    }
}
