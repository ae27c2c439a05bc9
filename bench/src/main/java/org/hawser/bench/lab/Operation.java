package org.hawser.bench.lab;

/**
 * Something that is timed. Every rank of the job runs it at the same time, with the same count.
 *
 * <p><b>Threads:</b> the rank's main thread.
 */
@FunctionalInterface
public interface Operation {
    /**
     * Does it {@code count} times. The loop is the operation's own, so that the compiler sees one body.
     *
     * @return nanoseconds that it took at rank 0; what other ranks return is not looked at
     */
    long run(int count);
}
