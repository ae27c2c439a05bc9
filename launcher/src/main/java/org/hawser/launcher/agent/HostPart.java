package org.hawser.launcher.agent;

import org.hawser.fabric.NodeMap;
import org.hawser.launcher.job.JobSpec;
import org.hawser.runtime.spawn.SpawnRequest;

/**
 * What one host does for a job.
 *
 * <p><b>Threads:</b> immutable, as long as nobody changes the secret.
 *
 * @param jobId    the name of this run
 * @param node     the host's number
 * @param nodes    which ranks are on which host
 * @param spec     what they run
 * @param secret   what only the processes of this job know; null for a job on one host, whose ranks make their own
 * @param patience seconds without a word after which the launcher takes an agent for gone
 * @param spawn    what ranks have asked for that these ranks run, instead of what the spec says; else null
 */
public record HostPart(String jobId, int node, NodeMap nodes, JobSpec spec, byte[] secret, int patience,
                       SpawnRequest spawn) {
    /** Of a job that nobody's ranks have asked for. */
    public HostPart(String jobId, int node, NodeMap nodes, JobSpec spec, byte[] secret, int patience) {
        this(jobId, node, nodes, spec, secret, patience, null);
    }

    /** True when rank 0, if it is here, reads what the launcher reads. */
    public boolean readsInput() {
        return spawn == null && spec.input() && nodes.nodeOf(0) == node;
    }

    /** The ranks of this host, in order. */
    public int[] ranks() {
        return nodes.ranksOn(node);
    }

    /** True when other hosts have ranks too. */
    public boolean isOneOfMany() {
        return !nodes.isSingle();
    }

    /** The name of the host's directory; hosts that share a file system must not share it. */
    public String directoryName() {
        return isOneOfMany() ? jobId + "-" + node : jobId;
    }
}
