package org.hawser.bench.lab;

import org.hawser.bench.Metric;

/**
 * What the samples of one kind have in common.
 *
 * <p><b>Threads:</b> immutable.
 *
 * @param bench    the experiment, with its variant after a dot
 * @param provider what carries it
 * @param ranks    ranks of the job
 * @param size     bytes per operation; 0 where there are none
 * @param metric   what the figures are
 * @param peer     whose figures they are, or null for ours
 */
public record Series(String bench, String provider, int ranks, long size, Metric metric, String peer) {

    /** The same operation, done by {@code other}. */
    public Series by(String other) {
        return new Series(bench, provider, ranks, size, metric, other);
    }

    /** The same figure of another operation. */
    public Series of(String other) {
        return new Series(other, provider, ranks, size, metric, peer);
    }

    /** Another figure of the same operation. */
    public Series as(Metric other) {
        return new Series(bench, provider, ranks, size, other, peer);
    }
}
