package org.hawser.launcher.job;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.hawser.platform.node.NodeDirectory;

/**
 * Ranks that ranks of the job asked for: a job with its own numbers and its own directory, which goes when the last of
 * them has ended. Until all have joined, one that fails is their parents' concern and not the whole job's.
 *
 * <p><b>Threads:</b> any.
 */
final class SpawnedJob {
    private final int number;
    private final String id;
    private final NodeDirectory directory;
    private final List<RankProcess> ranks = new ArrayList<>();
    private volatile boolean joined;
    private volatile boolean abandoned;

    /** A job with a new directory; {@code number} is from 1, in the order of starts. */
    SpawnedJob(int number, String id) throws IOException {
        this.number = number;
        this.id = id;
        directory = NodeDirectory.create(id);
    }

    int number() {
        return number;
    }

    String id() {
        return id;
    }

    NodeDirectory directory() {
        return directory;
    }

    synchronized void add(RankProcess rank) {
        ranks.add(rank);
    }

    synchronized long[] processes() {
        return ranks.stream().mapToLong(RankProcess::pid).toArray();
    }

    void join() {
        joined = true;
    }

    /** Ends them: those who asked do not want them any more. */
    synchronized void abandon() {
        abandoned = true;
        ranks.forEach(RankProcess::kill);
    }

    /** True while the failure of a rank does not end the whole job. */
    boolean isOnTrial() {
        return !joined;
    }

    boolean isAbandoned() {
        return abandoned;
    }

    /** Removes the directory once nobody is in it. */
    synchronized void closeWhenEmpty() throws IOException {
        if (ranks.stream().noneMatch(RankProcess::isAlive)) {
            directory.close();
        }
    }
}
