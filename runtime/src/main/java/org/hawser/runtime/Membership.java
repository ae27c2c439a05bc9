package org.hawser.runtime;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.stream.Collectors;
import org.hawser.fabric.Domain;
import org.hawser.fabric.FabricException;
import org.hawser.fabric.NodeMap;
import org.hawser.fabric.Place;
import org.hawser.fabric.Provider;
import org.hawser.fabric.WireUp;
import org.hawser.platform.libc.Notices;
import org.hawser.platform.node.NodeDirectory;
import org.hawser.platform.settings.Settings;
import org.hawser.runtime.launch.JobDescription;
import org.hawser.runtime.launch.RankEnd;
import org.hawser.runtime.wireup.WireUps;

/**
 * A rank's place in its job: the node's directory it holds, where it found the others, and the provider's domain it
 * opened.
 *
 * <p><b>Threads:</b> made and closed once.
 */
record Membership(JobDescription job, ConcurrentMap<Object, Object> shared, NodeDirectory directory, WireUp wireUp,
                  Domain domain) implements AutoCloseable {

    static Membership of(JobDescription job, ConcurrentMap<Object, Object> shared) {
        NodeDirectory directory = null;
        try {
            directory = job.directory() == null ? null : NodeDirectory.join(job.directory());
            // A job of one rank with no launcher meets itself in its own memory.
            ConcurrentMap<Object, Object> meeting = shared == null && directory == null
                ? new ConcurrentHashMap<>() : shared;
            Place place = new Place(job.rank(), job.nodes(), job.directory(), meeting,
                WireUps.of(job.rank(), job.directory(), meeting));
            return new Membership(job, shared, directory, place.wireUp(), open(place));
        } catch (IOException e) {
            throw new RankException(job.rank(), "cannot join the job in " + job.directory()
                + ", which may have ended: " + e.getMessage(), e);
        } catch (RuntimeException e) {
            leave(directory);
            throw e;
        }
    }

    /** As {@link #of}; a job of one rank with no launcher meets in a directory, where ranks of other jobs find it. */
    static Membership open(JobDescription job, ConcurrentMap<Object, Object> shared) {
        if (shared != null || job.directory() != null) {
            return of(job, shared);
        }
        NodeDirectory directory;
        try {
            directory = NodeDirectory.create(job.jobId());
        } catch (IOException e) {
            Notices.once("no other job can connect to this one: " + e.getMessage());
            return of(job, null);
        }
        try {
            JobDescription reachable = new JobDescription(job.jobId(), job.rank(), job.nodes(), directory.path(), false,
                job.progressThread(), job.launcherPid());
            Place place = new Place(job.rank(), job.nodes(), directory.path(), null,
                WireUps.of(job.rank(), directory.path(), null));
            return new Membership(reachable, null, directory, place.wireUp(), open(place));
        } catch (RuntimeException e) {
            leave(directory);
            throw e;
        }
    }

    /**
     * Has {@code leave} run when the rank's program ends without closing it: peers that wait for it are told.
     *
     * @return what to run when that is no longer wanted
     */
    Runnable whenProgramEnds(Runnable leave) {
        if (job.threads()) {
            shared.put(new RankEnd(job.rank()), leave);
            return () -> shared.remove(new RankEnd(job.rank()));
        }
        Thread hook = new Thread(leave, "hawser-leave-" + job.rank());
        Runtime.getRuntime().addShutdownHook(hook);
        return () -> forget(hook);
    }

    /** A JVM that runs many jobs, one after the other, must not keep their ranks. */
    private static void forget(Thread hook) {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The JVM ends: the hook runs, or has run, and finds nothing to do.
            return;
        }
    }

    /** Leaves a sign for the launcher that this rank goes on when another is killed, or takes it away. */
    void outlives(boolean others) {
        if (job.directory() == null) {
            return;
        }
        Path sign = job.directory().resolve(JobDescription.OUTLIVES + job.rank());
        try {
            if (others) {
                Files.write(sign, new byte[0]);
            } else {
                Files.deleteIfExists(sign);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot leave a sign for the launcher: file=" + sign, e);
        }
    }

    /** One provider where one is the best to all ranks, else the best to the own node and the best to the others. */
    private static Domain open(Place place) {
        Provider near = choose(place, place.rank());
        Provider far = near;
        int stranger = place.size();
        for (int peer = 0; peer < place.size(); peer++) {
            if (!place.isNear(peer)) {
                far = choose(place, peer);
                stranger = peer;
                break;
            }
        }
        if (stranger == place.size() && Place.meetsHosts()) {
            far = choose(withStranger(place), stranger);
        }
        Domain domain = near.open(place, null);
        if (far == near) {
            return domain;
        }
        try {
            return new RoutedDomain(place, domain, far.open(place, domain.doorbell()));
        } catch (RuntimeException e) {
            domain.close();
            throw e;
        }
    }

    /** The same with one rank more, on a node of its own: who reaches that one reaches ranks of other jobs there. */
    private static Place withStranger(Place place) {
        return new Place(place.rank(), NodeMap.parse("0*" + place.size() + ",1"), place.directory(), place.shared(),
            place.wireUp());
    }

    private static Provider choose(Place place, int peer) {
        String wanted = Settings.text("hawser.fabric", null);
        Set<String> allowed = wanted == null ? Set.of() : Set.of(wanted.split(","));
        return Known.PROVIDERS.stream()
            .filter(provider -> wanted == null || allowed.contains(provider.name()))
            .filter(provider -> provider.reaches(place, peer))
            .max((one, other) -> Integer.compare(one.preference(), other.preference()))
            .orElseThrow(() -> FabricException.refused("no provider reaches the ranks of this job: hawser.fabric="
                + (wanted == null ? "any" : wanted) + " known=" + Known.names() + " rank=" + place.rank()
                + " peer=" + peer + " nodes=" + place.nodes()));
    }

    /** Looked for once in a JVM, however many ranks it has. */
    private static final class Known {
        static final List<Provider> PROVIDERS = ServiceLoader.load(Provider.class, Provider.class.getClassLoader())
            .stream().map(ServiceLoader.Provider::get).toList();

        static String names() {
            return PROVIDERS.stream().map(Provider::name).collect(Collectors.joining(","));
        }
    }

    @Override
    public void close() {
        domain.close();
        leave(directory);
        wireUp.close();
    }

    private static void leave(NodeDirectory directory) {
        try {
            if (directory != null) {
                directory.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot leave the job's directory", e);
        }
    }
}
