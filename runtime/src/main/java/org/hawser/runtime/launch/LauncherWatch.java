package org.hawser.runtime.launch;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.hawser.platform.node.NodeDirectory;

/**
 * Ends this process when the launcher is gone, so that nothing outlives a {@code kill -9} of the launcher by more
 * than about two seconds. The last one to end removes the node's directory, since nobody else will.
 *
 * <p>Where the launcher is our parent we watch for a new parent: an orphan gets one at once, even when the dead
 * launcher stays in the process table as a zombie. Where it is not (a process manager stands between) we ask
 * whether its process lives.
 *
 * <p><b>Threads:</b> one daemon thread.
 */
public final class LauncherWatch extends Thread {

    private static final long PERIOD_MILLIS = 1_000;

    /** 128 + SIGTERM: what a rank ends with that was told to end. */
    private static final int ENDED = 143;

    private static final AtomicBoolean STARTED = new AtomicBoolean();

    private final JobDescription job;

    private LauncherWatch(JobDescription job) {
        super(null, null, "hawser-launcher-watch", 256 * 1024, false);
        this.job = job;
        setDaemon(true);
    }

    /** Starts to watch, once in a process. */
    public static void start(JobDescription job) {
        if (STARTED.compareAndSet(false, true)) {
            new LauncherWatch(job).start();
        }
    }

    @Override
    public void run() {
        boolean child = false;
        try {
            while (true) {
                long parent = parentPid();
                child |= parent == job.launcherPid();
                if (child ? parent != job.launcherPid() : !isAlive(job.launcherPid())) {
                    System.err.println("hawser: rank " + job.rank() + " ends: its launcher is gone: pid="
                        + job.launcherPid());
                    if (job.directory() != null) {
                        NodeDirectory.forsake(job.directory());
                    }
                    Runtime.getRuntime().halt(ENDED);
                }
                // CHECKSTYLE.OFF: sleep (nothing wakes us when a process that is not our child dies)
                Thread.sleep(PERIOD_MILLIS);
                // CHECKSTYLE.ON: sleep
            }
        } catch (InterruptedException e) {
            // Nobody interrupts a thread that only this class knows; if somebody does, the watch ends.
            Thread.currentThread().interrupt();
        }
    }

    private static long parentPid() {
        Optional<ProcessHandle> parent = ProcessHandle.current().parent();
        return parent.isPresent() ? parent.get().pid() : 0;
    }

    private static boolean isAlive(long pid) {
        Optional<ProcessHandle> process = ProcessHandle.of(pid);
        return process.isPresent() && process.get().isAlive();
    }
}
