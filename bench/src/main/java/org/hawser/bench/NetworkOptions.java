package org.hawser.bench;

import java.util.List;
import org.hawser.launcher.job.UsageException;
import picocli.CommandLine.Option;

/**
 * The options that say what lies between ranks.
 *
 * <p><b>Threads:</b> main thread only.
 */
final class NetworkOptions {
    private static final List<String> KNOWN = List.of("shm", Network.TCP, "shm,tcp");

    @Option(names = "--fabric", paramLabel = "NAME",
        description = "What ranks talk through, peers' ranks as well: shm, tcp (default: shm).")
    private String fabric;

    @Option(names = "--tls", description = "With tcp: runs every job also with encrypted connections, as a peer 'tls'.")
    private boolean tls;

    /** What was chosen. */
    Network network() throws UsageException {
        if (fabric != null && !KNOWN.contains(fabric)) {
            throw new UsageException("unknown fabric: " + fabric + "; there are shm, tcp and shm,tcp");
        }
        Network network = new Network(fabric, tls);
        if (tls && !network.isTcp()) {
            throw new UsageException("--tls is for connections: add --fabric tcp");
        }
        return network;
    }
}
