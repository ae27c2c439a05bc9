package org.hawser.runtime;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.hawser.fabric.Domain;
import org.hawser.fabric.Place;
import org.hawser.fabric.WireUp;
import org.hawser.platform.libc.Notices;
import org.hawser.platform.node.NodeDirectory;
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
            return new Membership(job, shared, directory, place.wireUp(), Providers.open(place));
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
            return new Membership(reachable, null, directory, place.wireUp(), Providers.open(place));
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
