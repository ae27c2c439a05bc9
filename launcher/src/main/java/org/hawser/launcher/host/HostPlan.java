package org.hawser.launcher.host;

import java.util.Objects;

/**
 * Where the ranks of a job go and how they get there.
 *
 * <pre>{@code
 * Placement placement = Placement.of(8, HostList.parse("a:4,b:4"), Mapping.NODE, false);
 * HostPlan plan = new HostPlan(placement, RemoteShell.ssh(null));
 * }</pre>
 *
 * <p><b>Threads:</b> immutable.
 *
 * @param placement which rank on which host
 * @param shell     starts agents on hosts other than this one
 */
public record HostPlan(Placement placement, RemoteShell shell) {
    /** Checks. */
    public HostPlan {
        Objects.requireNonNull(placement, "placement");
        Objects.requireNonNull(shell, "shell");
    }
}
