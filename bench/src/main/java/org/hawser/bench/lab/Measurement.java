package org.hawser.bench.lab;

import java.util.List;

/**
 * Something that samples are taken of, one or more figures at a time.
 *
 * <p><b>Threads:</b> the rank's main thread.
 */
public interface Measurement {
    /** What each figure of a sample is. */
    List<Series> series();

    /** Takes a sample of {@code count} operations, on all ranks at once; only rank 0's figures count. */
    double[] sample(int count);

    /** True when the way of a bare cache line is the limit that the latency is to be compared with. */
    default boolean isMessage() {
        return false;
    }
}
