package org.hawser.launcher.job;

/**
 * Ranks that ranks of the job asked for: a job with its own numbers and its own hosts, which are cleared when the last
 * of them has ended. Until all have joined, one that fails is their parents' concern and not the whole job's.
 *
 * <p><b>Threads:</b> any.
 */
final class SpawnedJob {
    private final int number;
    private final String id;
    private JobHosts hosts;
    private Runnable whenOneEnds;
    private boolean ended;
    private volatile boolean begun;
    private volatile boolean joined;
    private volatile boolean abandoned;

    /** A job where nothing runs; {@code number} is from 1, in the order of starts. */
    SpawnedJob(int number, String id) {
        this.number = number;
        this.id = id;
    }

    int number() {
        return number;
    }

    String id() {
        return id;
    }

    /** Where its ranks will run. */
    synchronized void on(JobHosts itsHosts) {
        hosts = itsHosts;
    }

    synchronized JobHosts hosts() {
        return hosts;
    }

    /** Has something done when the first of its ranks ends, or at once when one has ended. */
    synchronized void whenOneEnds(Runnable todo) {
        whenOneEnds = todo;
        if (ended) {
            todo.run();
        }
    }

    /** One of its ranks has ended. */
    synchronized void end(int rank) {
        hosts.addresses().end(rank);
        if (!ended && whenOneEnds != null) {
            whenOneEnds.run();
        }
        ended = true;
    }

    void join() {
        joined = true;
    }

    /** Ends them: those who asked do not want them any more. */
    void abandon() {
        abandoned = true;
        hosts().all().forEach(Host::kill);
    }

    /** True while the failure of a rank does not end the whole job. */
    boolean isOnTrial() {
        return !joined;
    }

    boolean isAbandoned() {
        return abandoned;
    }

    /** All its ranks have been started; some may have ended since. */
    void begun() {
        begun = true;
        closeWhenEmpty();
    }

    /** Clears away on its hosts once none of its ranks runs, and none is still to be started. */
    void closeWhenEmpty() {
        if (begun && hosts().ranks().stream().noneMatch(StartedRank::isAlive)) {
            hosts().close();
        }
    }
}
