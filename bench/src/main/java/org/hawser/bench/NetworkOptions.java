package org.hawser.bench;

import java.io.IOException;
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

    private static final String TWO_NAMESPACES = "2ns";

    @Option(names = "--fabric", paramLabel = "NAME",
        description = "What ranks talk through, peers' ranks as well: shm, tcp (default: shm).")
    private String fabric;

    @Option(names = "--tls", description = "With tcp: runs every job also with encrypted connections, as a peer 'tls'.")
    private boolean tls;

    @Option(names = "--hosts", paramLabel = "2ns",
        description = "With tcp: ranks, peers' as well, are in two network namespaces joined by a cable (takes root).")
    private String hosts;

    /** True when ranks talk through connections. */
    boolean isTcp() {
        return new Network(fabric, tls, null).isTcp();
    }

    /** What was chosen, to be closed. */
    Network open() throws UsageException, IOException {
        check();
        return new Network(fabric, tls, hosts == null ? null : Namespaces.make());
    }

    private void check() throws UsageException {
        if (fabric != null && !KNOWN.contains(fabric)) {
            throw new UsageException("unknown fabric: " + fabric + "; there are shm, tcp and shm,tcp");
        }
        if (hosts != null && !hosts.equals(TWO_NAMESPACES)) {
            throw new UsageException("unknown hosts: " + hosts + "; there is " + TWO_NAMESPACES
                + ", two network namespaces");
        }
        if ((tls || hosts != null) && !isTcp()) {
            throw new UsageException("--tls and --hosts are for connections: add --fabric tcp");
        }
    }
}
