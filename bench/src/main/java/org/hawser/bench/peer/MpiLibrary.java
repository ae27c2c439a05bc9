package org.hawser.bench.peer;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.hawser.bench.Namespaces;

/**
 * The libraries in C that we know how to build with and start, by Debian's names or the plain ones: of MPI, and
 * OpenSHMEM.
 *
 * <p><b>Threads:</b> immutable.
 */
enum MpiLibrary {
    /** Open MPI. Its programs bind themselves, to the same cores as our ranks. */
    OPENMPI("openmpi", "Open MPI", "apt-get install openmpi-bin libopenmpi-dev",
        List.of("--bind-to", "none", "--oversubscribe", "--allow-run-as-root")),
    /** MPICH. */
    MPICH("mpich", "HYDRA", "apt-get install mpich libmpich-dev", List.of("-bind-to", "none")),
    /** The OpenSHMEM of Open MPI, whose programs may call MPI as well. */
    OSHMEM("oshmem", "Open MPI", "apt-get install openmpi-bin libopenmpi-dev", OPENMPI.options);

    private static final String GLOBAL_ADDRESSES = "pgas-";

    private final String word;
    private final String mark;
    private final String howToGet;
    private final List<String> options;

    MpiLibrary(String word, String mark, String howToGet, List<String> options) {
        this.word = word;
        this.mark = mark;
        this.howToGet = howToGet;
        this.options = options;
    }

    static Optional<MpiLibrary> named(String name) {
        return Arrays.stream(values()).filter(library -> library.word.equals(name)).findFirst();
    }

    static List<String> names() {
        return Arrays.stream(values()).map(MpiLibrary::word).toList();
    }

    String word() {
        return word;
    }

    /** What {@code mpiexec --version} says of this one and of no other. */
    String mark() {
        return mark;
    }

    String compiler() {
        return this == OSHMEM ? "oshcc" : "mpicc." + word;
    }

    String starter() {
        return this == OSHMEM ? "oshrun" : "mpiexec." + word;
    }

    /** True when the program is written for this library: those for the global address space are for OpenSHMEM. */
    boolean suits(String program) {
        return program.startsWith(GLOBAL_ADDRESSES) == (this == OSHMEM);
    }

    /** What there may be none of, and how to get it. */
    String whatIsMissing() {
        return "no " + compiler() + " with the library's headers, or no " + starter() + ", on the PATH; get it with: "
            + howToGet;
    }

    /** What its starter is told to start ranks on two hosts, half of them on each, with those variables. */
    List<String> options(Namespaces hosts, int ranks, Set<String> variables) {
        String parts = hosts.parts(ranks);
        String shell = hosts.remoteShell().toString();
        if (this == MPICH) {
            return List.of("-hosts", parts, "-launcher", "ssh", "-launcher-exec", shell);
        }
        List<String> all = new ArrayList<>(List.of("--host", parts, "--mca", "plm_rsh_agent", shell,
            "--mca", "oob_tcp_if_include", Namespaces.DEVICE));
        variables.forEach(name -> all.addAll(List.of("-x", name)));
        return all;
    }

    /** What its starter is always told. */
    List<String> options(int ranks, int cores) {
        if (this == MPICH) {
            return options;
        }
        List<String> all = new ArrayList<>(options);
        all.addAll(List.of("--mca", "mpi_yield_when_idle", ranks > cores ? "1" : "0"));
        return all;
    }
}
