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
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.hawser.fabric.NodeMap;
import org.hawser.fabric.WireUp;
import org.hawser.launcher.agent.HostPart;
import org.hawser.launcher.agent.JobAddresses;
import org.hawser.launcher.host.LocalNames;
import org.hawser.launcher.host.Placement;
import org.hawser.platform.node.NodeDirectory;
import org.hawser.platform.settings.Settings;
import org.hawser.runtime.launch.OutputTag;
import org.hawser.runtime.spawn.SpawnException;
import org.hawser.runtime.spawn.SpawnRequest;

/**
 * The hosts of one job: this one, others, or both; and the jobs that its ranks have asked for, each with hosts of its
 * own out of the same.
 *
 * <p><b>Threads:</b> any may list, spawn, end and close; one starts.
 */
final class JobHosts {
    private static final long PATIENCE_SECONDS = 30;
    private static final long START_SECONDS = 60;
    private static final int INPUT_PIECE = 16 * 1024;

    private final JobSpec spec;
    private final Placement placement;
    private final OutputPumps pumps;
    private final OutputSink output;
    private final JobAddresses addresses;
    private final Consumer<StartedRank> ended;
    private final List<RemoteHost> remote = new ArrayList<>();
    private final List<Host> own = new ArrayList<>();
    private final List<SpawnedJob> spawned = new CopyOnWriteArrayList<>();
    private final AtomicInteger number = new AtomicInteger();
    private final long startSeconds = Settings.number("hawser.hosts.start", START_SECONDS, 1, 3_600);
    private LocalHost local;
    /** Serves the requests of ranks for further ranks; one for all jobs that come of one. */
    private SpawnService.Desk desk;
    private volatile boolean ending;

    private JobHosts(JobSpec spec, Placement placement, OutputPumps pumps, OutputSink output, JobAddresses addresses,
                     Consumer<StartedRank> ended) {
        this.spec = spec;
        this.placement = placement;
        this.pumps = pumps;
        this.output = output;
        this.addresses = addresses;
        this.ended = ended;
    }

    /** Makes them, with nothing running so far. */
    static JobHosts of(JobSpec spec, OutputPumps pumps, OutputSink output, JobAddresses addresses,
                       Consumer<StartedRank> ended) throws IOException {
        Placement placement = spec.hosts() == null
            ? new Placement(List.of(LocalNames.LOCAL), NodeMap.single(spec.ranks())) : spec.hosts().placement();
        JobHosts hosts = new JobHosts(spec, placement, pumps, output, addresses, ended);
        hosts.make(newId(), null, null, new SpawnDesk(hosts::spawn));
        return hosts;
    }

    private static String newId() {
        return HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextLong());
    }

    private void make(String jobId, SpawnedJob job, SpawnRequest request, SpawnService.Desk requests)
            throws IOException {
        desk = requests;
        byte[] secret = new byte[WireUp.SECRET_BYTES];
        if (spec.hosts() != null) {
            new SecureRandom().nextBytes(secret);
        }
        int patience = (int) Settings.number("hawser.hosts.patience", PATIENCE_SECONDS, 10, 86_400);
        for (int node = 0; node < placement.hosts().size(); node++) {
            String host = placement.hosts().get(node);
            HostPart part = new HostPart(jobId, node, placement.nodes(), spec, secret, patience, request);
            if (host.equals(LocalNames.LOCAL)) {
                local = new LocalHost(part, job, directory(part), pumps, ended);
                own.addFirst(local);
            } else {
                RemoteHost far = new RemoteHost(host, spec.hosts().shell(), part, job, desk, output, addresses, ended);
                remote.add(far);
                own.add(far);
            }
        }
    }

    /** Starts the ranks that a rank asks for, all or none, on hosts of this job. */
    private SpawnedJob spawn(SpawnRequest request) throws SpawnException {
        Placement places = SpawnPlacement.of(request, placement.hosts());
        // Ranks of other hosts shall reach them, though all of them may be on one.
        JobSpec theirs = placement.hosts().size() > 1 ? spec.withEnvironment("HAWSER_MEET", "hosts") : spec;
        SpawnedJob job = new SpawnedJob(number.incrementAndGet(), newId());
        JobHosts hosts = new JobHosts(theirs, places, pumps, output, new JobAddresses(), rank -> {
            job.end(rank.rank());
            ended.accept(rank);
        });
        job.on(hosts);
        try {
            hosts.make(job.id(), job, request, desk);
            if (hosts.local != null) {
                hosts.local.findPrograms();
            }
            spawned.add(job);
            hosts.start(OutputTag.NONE);
            job.begun();
        } catch (IOException e) {
            job.abandon();
            hosts.close();
            throw new SpawnException(-1, e.getMessage());
        } catch (SpawnException e) {
            hosts.close();
            throw e;
        }
        if (ending) {
            job.abandon();
        }
        return job;
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
                local.start(addresses, Redirect.INHERIT, desk, tagStyle);
            }
            for (RemoteHost host : remote) {
                host.awaitStart(startSeconds);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while hosts were started", e);
        }
        remote.stream().filter(host -> host.part().readsInput()).findFirst().ifPresent(JobHosts::passInput);
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

    /** What its ranks have said about themselves. */
    JobAddresses addresses() {
        return addresses;
    }

    /** All of them, this one first; behind them those of jobs that ranks have asked for. */
    List<Host> all() {
        List<Host> all = new ArrayList<>(own);
        spawned.forEach(job -> all.addAll(job.hosts().own));
        return all;
    }

    /** No further ranks run from now on. */
    void end() {
        ending = true;
    }

    /** The ranks that run or ran, in order; those that others asked for behind them. */
    List<StartedRank> ranks() {
        List<StartedRank> ranks = new ArrayList<>();
        all().forEach(host -> ranks.addAll(host.ranks()));
        ranks.sort(Comparator.comparingInt((StartedRank rank) -> rank.job() == null ? 0 : rank.job().number())
            .thenComparingInt(StartedRank::rank));
        return ranks;
    }

    /** Clears away on all hosts; returns when that is done. */
    void close() {
        List<Host> all = all();
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
}
