package org.hawser.runtime.wireup;

import java.util.Optional;
import java.util.Set;
import org.hawser.platform.node.NodeDirectory;

/**
 * Ends this process when the launcher that started it is gone, or when the job is told to end: once a second it looks
 * at the connection, where there is one, and at the process of the launcher's that it comes from.
 *
 * <p><b>Threads:</b> one daemon thread.
 */
final class ManagerWatch extends Thread {
    private static final long PERIOD_MILLIS = 1_000;
    /** 128 + SIGTERM: what a rank ends with that was told to end. */
    private static final int ENDED = 143;
    /** What launchers are called on the hosts where they start ranks; a script may stand between. */
    private static final Set<String> LAUNCHERS = Set.of("hydra_pmi_proxy", "orted", "orterun", "mpirun", "mpiexec",
        "mpirun.openmpi", "mpiexec.openmpi", "mpiexec.hydra", "prted", "prterun", "prte", "slurmstepd");

    private final ManagedJob job;
    /** Null when it is not known. */
    private final ProcessHandle launcher;

    private ManagerWatch(ManagedJob job, ProcessHandle launcher) {
        super(null, null, "hawser-launcher-watch", 256 * 1024, false);
        this.job = job;
        this.launcher = launcher;
        setDaemon(true);
    }

    static void start(ManagedJob job, StartedBy starter) {
        new ManagerWatch(job, starter == StartedBy.DIRECTORY ? null : launcher()).start();
    }

    private static ProcessHandle launcher() {
        Optional<ProcessHandle> next = ProcessHandle.current().parent();
        while (next.isPresent()) {
            String command = next.get().info().command().orElse("");
            if (LAUNCHERS.contains(command.substring(command.lastIndexOf('/') + 1))) {
                return next.get();
            }
            next = next.get().parent();
        }
        return null;
    }

    @Override
    public void run() {
        try {
            while (true) {
                String reason = job.values().end();
                if (reason == null && launcher != null && !launcher.isAlive()) {
                    reason = "its launcher is gone: pid=" + launcher.pid();
                }
                if (reason != null) {
                    System.err.println("hawser: rank " + job.rank() + " of " + job.nodes().size() + " on " + Host.name()
                        + " ends: " + reason);
                    NodeDirectory.forsake(job.directory());
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
}
