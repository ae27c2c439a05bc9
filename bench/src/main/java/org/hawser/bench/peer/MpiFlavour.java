package org.hawser.bench.peer;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.hawser.bench.Network;

/**
 * The ways in which a library moves bytes, between ranks that share memory or through connections. Which one is best
 * depends on the size, so a library is compared in all of them that suit the network.
 *
 * <p>Those for connections leave the library no other way: it is given nothing else to load, and MPICH is told that
 * ranks do not share a node. Their programs see to it, too, and fail when the kernel has not counted the bytes on their
 * sockets.
 *
 * <p><b>Threads:</b> immutable.
 */
enum MpiFlavour {
    /** Open MPI as it comes: long messages are copied once, by the kernel. */
    OPENMPI("openmpi", MpiLibrary.OPENMPI, false, List.of("--mca", "pml", "ob1", "--mca", "btl", "vader,self"),
        Map.of(), null),
    /** Open MPI without single-copy calls into the kernel: long messages go through shared memory, in pieces. */
    OPENMPI_NOCMA("openmpi-nocma", MpiLibrary.OPENMPI, false, List.of("--mca", "pml", "ob1", "--mca", "btl",
        "vader,self", "--mca", "btl_vader_single_copy_mechanism", "none"), Map.of(), null),
    /** Open MPI over UCX, which otherwise declines to work without a network card. */
    OPENMPI_UCX("openmpi-ucx", MpiLibrary.OPENMPI, false, List.of("--mca", "pml", "ucx", "--mca",
        "opal_common_ucx_tls", "any", "--mca", "opal_common_ucx_devices", "any"), Map.of("UCX_TLS", "self,sm"),
        "pml: ucx"),
    /** MPICH as it comes. */
    MPICH("mpich", MpiLibrary.MPICH, false, List.of(), Map.of(), null),
    /** Open MPI's own connections; windows are messages there. */
    OPENMPI_TCP("openmpi-tcp", MpiLibrary.OPENMPI, true, List.of("--mca", "pml", "ob1", "--mca", "btl", "tcp,self",
        "--mca", "btl_tcp_if_include", Words.DEVICE, "--mca", "osc", "pt2pt"), Map.of(), null),
    /** Open MPI over UCX's connections. */
    OPENMPI_UCX_TCP("openmpi-ucx-tcp", MpiLibrary.OPENMPI, true, List.of("--mca", "pml", "ucx", "--mca", "osc", "ucx",
        "--mca", "opal_common_ucx_tls", "any", "--mca", "opal_common_ucx_devices", "any"),
        Map.of("UCX_TLS", "tcp,self", "UCX_NET_DEVICES", Words.DEVICE), "pml: ucx"),
    /** MPICH, which Debian builds for UCX only. */
    MPICH_TCP("mpich-tcp", MpiLibrary.MPICH, true, List.of(),
        Map.of("UCX_TLS", "tcp,self", "UCX_NET_DEVICES", Words.DEVICE, "MPIR_CVAR_NOLOCAL", "1"), null),
    /** OpenSHMEM as it comes, in shared memory: over UCX. */
    OSHMEM("oshmem", MpiLibrary.OSHMEM, false, List.of("--mca", "opal_common_ucx_tls", "any", "--mca",
        "opal_common_ucx_devices", "any"), Map.of("UCX_TLS", "self,sm"), null);

    /** What the constants above need. */
    private static final class Words {
        /** Stands for the interface that connections go through. */
        static final String DEVICE = "DEVICE";
    }

    private final String word;
    private final MpiLibrary library;
    private final boolean tcp;
    private final List<String> options;
    private final Map<String, String> environment;
    private final String component;

    MpiFlavour(String word, MpiLibrary library, boolean tcp, List<String> options, Map<String, String> environment,
               String component) {
        this.word = word;
        this.library = library;
        this.tcp = tcp;
        this.options = options;
        this.environment = environment;
        this.component = component;
    }

    /** The flavour of that name, if there is one. */
    static Optional<MpiFlavour> named(String name) {
        return Arrays.stream(values()).filter(flavour -> flavour.word.equals(name)).findFirst();
    }

    /** All flavours of a library for that network. */
    static List<MpiFlavour> of(MpiLibrary library, Network network) {
        return Arrays.stream(values()).filter(flavour -> flavour.library == library && flavour.suits(network)).toList();
    }

    /** True when it moves bytes the way that our ranks do. */
    boolean suits(Network network) {
        return tcp == network.isTcp();
    }

    String word() {
        return word;
    }

    /** True where windows onto the program's own memory work, and not just as they do in another flavour. */
    boolean hasOwnMemoryWindows() {
        return this == OPENMPI || this == MPICH || this == OPENMPI_TCP || this == MPICH_TCP;
    }

    /** What the library's starter is told for windows onto memory that the library allocates. */
    List<String> windowOptions() {
        // Its other way for them crashes in MPI_Compare_and_swap, and is slower.
        return library == MpiLibrary.OPENMPI && !tcp ? List.of("--mca", "osc", "sm") : List.of();
    }

    MpiLibrary library() {
        return library;
    }

    /** What the library's starter is told to get this flavour. */
    List<String> options(Network network) {
        return options.stream().map(option -> option.equals(Words.DEVICE) ? network.device() : option).toList();
    }

    Map<String, String> environment(Network network) {
        Map<String, String> variables = new LinkedHashMap<>(environment);
        variables.replaceAll((name, value) -> value.equals(Words.DEVICE) ? network.device() : value);
        return variables;
    }

    /** True when the library was built with what this flavour needs. */
    boolean isIn(MpiTools tools) {
        return component == null || tools.has(component);
    }
}
