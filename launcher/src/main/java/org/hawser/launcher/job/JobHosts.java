package org.hawser.launcher.job;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.ProcessBuilder.Redirect;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import org.hawser.fabric.NodeMap;
import org.hawser.fabric.WireUp;
import org.hawser.launcher.agent.HostPart;
import org.hawser.launcher.agent.JobAddresses;
import org.hawser.launcher.host.LocalNames;
import org.hawser.launcher.host.Placement;
import org.hawser.platform.node.NodeDirectory;
import org.hawser.platform.settings.Settings;

/**
 * The hosts of one job: this one, others, or both.
 *
 * <p><b>Threads:</b> any may list, end and close; one starts.
 */
final class JobHosts {
    private static final long PATIENCE_SECONDS = 30;
    private static final long START_SECONDS = 60;
    private static final int INPUT_PIECE = 16 * 1024;

    private final LocalHost local;
    private final List<RemoteHost> remote;
    private final List<Host> all = new ArrayList<>();
    private final JobAddresses addresses;
    private final long startSeconds = Settings.number("hawser.hosts.start", START_SECONDS, 1, 3_600);

    private JobHosts(LocalHost local, List<RemoteHost> remote, JobAddresses addresses) {
        this.local = local;
        this.remote = remote;
        this.addresses = addresses;
        if (local != null) {
            all.add(local);
        }
        all.addAll(remote);
    }

    /** Makes them, with nothing running so far. */
    static JobHosts of(JobSpec spec, OutputPumps pumps, OutputSink output, JobAddresses addresses,
                       Consumer<StartedRank> ended) throws IOException {
        String jobId = HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextLong());
        Placement placement = spec.hosts() == null
            ? new Placement(List.of(LocalNames.LOCAL), NodeMap.single(spec.ranks())) : spec.hosts().placement();
        byte[] secret = new byte[WireUp.SECRET_BYTES];
        if (spec.hosts() != null) {
            new SecureRandom().nextBytes(secret);
        }
        int patience = (int) Settings.number("hawser.hosts.patience", PATIENCE_SECONDS, 10, 86_400);
        LocalHost local = null;
        List<RemoteHost> remote = new ArrayList<>();
        for (int node = 0; node < placement.hosts().size(); node++) {
            String host = placement.hosts().get(node);
            HostPart part = new HostPart(jobId, node, placement.nodes(), spec, secret, patience);
            if (host.equals(LocalNames.LOCAL)) {
                local = new LocalHost(part, directory(part), pumps, ended);
            } else {
                remote.add(new RemoteHost(host, spec.hosts().shell(), part, output, addresses, ended));
            }
        }
        return new JobHosts(local, remote, addresses);
    }

    private static NodeDirectory directory(HostPart part) throws IOException {
        if (part.spec().threads()) {
            NodeDirectory.sweep();
            return null;
        }
        return NodeDirectory.create(part.directoryName());
    }

    /** Gathers the hosts, and when all have come, starts the ranks. */
    void start(String tagStyle) throws IOException {
        try {
            new HostMuster(remote, startSeconds).connect();
            remote.forEach(RemoteHost::order);
            if (local != null) {
                local.start(addresses, Redirect.INHERIT, true, tagStyle);
            }
            for (RemoteHost host : remote) {
                host.awaitStart(startSeconds);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while hosts were started", e);
        }
        remote.stream().filter(JobHosts::readsInput).findFirst().ifPresent(JobHosts::passInput);
    }

    private static boolean readsInput(RemoteHost host) {
        return host.part().spec().input() && Arrays.binarySearch(host.part().ranks(), 0) >= 0;
    }

    /** Rank 0 is elsewhere, and reads what this process is given to read. */
    private static void passInput(RemoteHost host) {
        Thread.ofPlatform().daemon().name("hawser-input").start(() -> {
            byte[] piece = new byte[INPUT_PIECE];
            try (InputStream in = new FileInputStream(FileDescriptor.in)) {
                for (int count = in.read(piece); count >= 0; count = in.read(piece)) {
                    if (count > 0) {
                        host.input(Arrays.copyOf(piece, count));
                    }
                }
                host.input(new byte[0]);
            } catch (IOException | InterruptedException e) {
                // Nothing can be read, or nobody is there to read it.
                Thread.currentThread().interrupt();
            }
        });
    }

    /** All of them; this one first. */
    List<Host> all() {
        return all;
    }

    /** The ranks that run or ran, in order; those that others asked for behind them. */
    List<StartedRank> ranks() {
        List<StartedRank> ranks = new ArrayList<>();
        all.forEach(host -> ranks.addAll(host.ranks()));
        ranks.sort(Comparator.comparingInt((StartedRank rank) -> rank.job() == null ? 0 : rank.job().number())
            .thenComparingInt(StartedRank::rank));
        return ranks;
    }

    /** Clears away on all hosts; returns when that is done. */
    void close() {
        all.forEach(Host::dismiss);
        for (Host host : all) {
            try {
                host.close();
            } catch (IOException e) {
                System.err.println("hawser: cannot clear away on host " + host.name() + ": " + e.getMessage()
                    + " (the next start tries again)");
            }
        }
    }

    /** Clears away what a job had that ranks asked for, once nobody of it is left. */
    static void close(SpawnedJob job) {
        try {
            job.closeWhenEmpty();
        } catch (IOException e) {
            System.err.println("hawser: cannot remove " + job.directory().path() + ": " + e.getMessage());
        }
    }
}
