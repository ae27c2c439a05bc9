package org.hawser.runtime;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.hawser.fabric.Domain;
import org.hawser.fabric.FabricException;
import org.hawser.fabric.ForeignRank;
import org.hawser.runtime.launch.JobDescription;
import org.hawser.runtime.wireup.NodeIdentity;

/**
 * The ranks of other jobs that this rank has met. Each has a number from the job's size on, the same whenever it is met
 * again, and no two ranks ever have the same.
 *
 * <p>Who meets or parts has this object's lock first and the rank then. {@link #address} is asked by those who hold the
 * rank, and so takes no lock.
 *
 * <p><b>Threads:</b> any; those that hold the rank: {@link #address} only. <b>Allocates:</b> per rank that is met.
 */
final class ForeignRanks {
    /** The jobs whose ranks are threads of this process, by name: what their ranks share. */
    private static final ConcurrentMap<String, ConcurrentMap<Object, Object>> JOBS_HERE = new ConcurrentHashMap<>();

    private final JobDescription job;
    private final Domain domain;
    private final Peers peers;
    private final ProgressEngine engine;
    /** By job and rank. */
    private final Map<String, Integer> numbers = new HashMap<>();
    private final Map<Long, String> jobs = new HashMap<>();
    private final Map<Integer, RankAddress> met = new ConcurrentHashMap<>();
    /** This rank's; asked for when it is first wanted. */
    private String node;

    ForeignRanks(JobDescription job, ConcurrentMap<Object, Object> shared, Domain domain, Peers peers,
                 ProgressEngine engine) {
        this.job = job;
        this.domain = domain;
        this.peers = peers;
        this.engine = engine;
        if (shared != null) {
            JOBS_HERE.putIfAbsent(job.jobId(), shared);
        }
    }

    RankAddress own() {
        return new RankAddress(job.jobId(), job.rank(), ProcessHandle.current().pid(), node(), domain.meetsInMemory(),
            domain.contact(), job.directory());
    }

    private synchronized String node() {
        if (node == null) {
            node = NodeIdentity.own();
        }
        return node;
    }

    synchronized int meet(RankAddress other) {
        if (other.job().equals(job.jobId())) {
            return other.rank();
        }
        String name = other.job() + ":" + other.rank();
        Integer known = numbers.get(name);
        if (known != null && met.containsKey(known)) {
            return known;
        }
        int number = known != null ? known : job.size() + numbers.size();
        ForeignRank rank = find(other);
        engine.hold();
        try {
            domain.admit(number, rank, stamp(job.jobId(), job.rank()));
            // With the rank held: whoever takes its first message finds it here.
            met.put(number, other);
        } finally {
            engine.letGo();
        }
        numbers.put(name, number);
        peers.allow(number);
        publish();
        return number;
    }

    synchronized void part(int number) {
        if (met.remove(number) == null) {
            return;
        }
        publish();
        engine.hold();
        try {
            peers.forget(number);
            domain.dismiss(number);
        } finally {
            engine.letGo();
        }
    }

    RankAddress address(int number) {
        return number < job.size() ? new RankAddress(job.jobId(), number, 0, "", false, null, null)
            : met.get(number);
    }

    /** The job has ended for this rank. */
    void close() {
        if (job.rank() == 0) {
            JOBS_HERE.remove(job.jobId());
        }
    }

    private void publish() {
        engine.know(met.keySet().stream().mapToInt(Integer::intValue).toArray());
    }

    private ForeignRank find(RankAddress other) {
        long stamp = stamp(other.job(), other.rank());
        String owner = jobs.putIfAbsent(stamp >>> Integer.SIZE, other.job());
        if (owner != null && !owner.equals(other.job())) {
            throw FabricException.refused("two jobs sign alike: job=" + owner + " other=" + other.job());
        }
        boolean isNear = other.node().equals(node());
        if (isNear && other.memory() && domain.meetsInMemory()) {
            ConcurrentMap<Object, Object> here = other.directory() == null
                && other.process() == ProcessHandle.current().pid() ? JOBS_HERE.get(other.job()) : null;
            boolean meetsHere = here != null && job.directory() == null;
            if (meetsHere || other.directory() != null && job.directory() != null) {
                return new ForeignRank(other.rank(), stamp, true, other.directory(), here, other.contact());
            }
        }
        if (other.contact() == null || domain.contact() == null) {
            throw FabricException.refused("no way leads to a rank of another job: rank=" + job.rank() + " node=" + node
                + " provider=" + domain.provider() + " listens=" + (domain.contact() != null) + " peerJob="
                + other.job() + " peer=" + other.rank() + " peerNode=" + other.node() + " peerListens="
                + (other.contact() != null) + remedy(isNear, other));
        }
        return new ForeignRank(other.rank(), stamp, isNear, null, null, other.contact());
    }

    private String remedy(boolean isNear, RankAddress other) {
        if (!isNear) {
            return "; start both jobs with hawser.meet=hosts or on several hosts (hawser run --hosts)";
        }
        return other.directory() == null || job.directory() == null
            ? "; ranks that are threads are reached in their own process only, or with hawser.fabric=tcp at both jobs"
            : "; start both jobs with the same hawser.fabric";
    }

    /** A hash of the job's name above the rank. */
    private static long stamp(String job, int rank) {
        long hash = Integer.toUnsignedLong(job.hashCode() * 0x9e3779b1 >>> 1) | 1;
        return hash << Integer.SIZE | rank;
    }
}
