package org.hawser.bench.peer;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.hawser.bench.Network;
import org.hawser.launcher.job.UsageException;

/**
 * The peers that can be asked for: a library, which stands for all its flavours, or one flavour.
 *
 * <p><b>Threads:</b> stateless.
 */
public final class Peers {

    private Peers() {
    }

    /**
     * Finds peers by name.
     *
     * @param names   libraries and flavours
     * @param network what lies between their ranks
     * @throws UsageException when one is unknown, or not installed: the text says how to get it
     */
    public static List<Peer> find(List<String> names, Network network) throws UsageException {
        List<Peer> peers = new ArrayList<>();
        for (MpiFlavour flavour : chosen(names, network)) {
            MpiLibrary library = flavour.library();
            MpiTools tools = MpiTools.find(library).orElseThrow(() -> new UsageException("the peer " + library.word()
                + " is not installed: " + library.whatIsMissing()));
            if (flavour.isIn(tools)) {
                peers.add(new NativeMpi(flavour, tools, network, false));
                if (flavour.hasOwnMemoryWindows()) {
                    peers.add(new NativeMpi(flavour, tools, network, true));
                }
            } else {
                System.err.println("hawser bench: left out, because " + library.word() + " was built without it: "
                    + flavour.word());
            }
        }
        return peers;
    }

    /** OpenSHMEM in shared memory, where it is installed. */
    public static Optional<Peer> openShmem() {
        return MpiTools.find(MpiLibrary.OSHMEM)
            .map(tools -> new NativeMpi(MpiFlavour.OSHMEM, tools, Network.NODE, false));
    }

    /** Why {@link #openShmem} finds nothing, and what to do. */
    public static String noOpenShmem() {
        return "not compared with oshmem: " + MpiLibrary.OSHMEM.whatIsMissing();
    }

    /** True when records with this {@code peer} are of another library, not of the machine or of a variant of ours. */
    public static boolean isLibrary(String peer) {
        return libraryOf(peer).isPresent();
    }

    /**
     * The library behind the {@code peer} of a record, whatever its flavour: {@code openmpi} for {@code openmpi-ucx},
     * and for {@code openmpi-ucx/create}, which is the same with windows onto the program's own memory.
     */
    public static Optional<String> libraryOf(String peer) {
        return MpiFlavour.named(peer.split("/")[0]).map(MpiFlavour::library)
            .or(() -> MpiLibrary.named(peer)).map(MpiLibrary::word);
    }

    /** The flavours that these names stand for, each once. */
    static List<MpiFlavour> chosen(List<String> names, Network network) throws UsageException {
        List<MpiFlavour> chosen = new ArrayList<>();
        for (String name : names) {
            chosen.addAll(MpiLibrary.named(name).map(library -> MpiFlavour.of(library, network))
                .or(() -> MpiFlavour.named(name).filter(flavour -> flavour.suits(network)).map(List::of))
                .orElseThrow(() -> new UsageException("unknown peer: " + name
                    + "; peers are " + String.join(", ", MpiLibrary.names()))));
            if (chosen.isEmpty()) {
                throw new UsageException("the peer " + name + " is compared where ranks share memory; leave out"
                    + " --fabric");
            }
        }
        return chosen.stream().distinct().toList();
    }
}
