package org.hawser.runtime.launch;

/**
 * Where a rank that is a thread keeps, in the job's shared map, the {@link Runnable} that makes it leave the job.
 *
 * <p><b>Threads:</b> immutable.
 *
 * @param rank the rank that leaves
 */
public record RankEnd(int rank) {
}
