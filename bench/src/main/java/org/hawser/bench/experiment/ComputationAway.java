package org.hawser.bench.experiment;

/**
 * A computation that an accelerator does, or a disk, or another machine: it takes as long as is asked for, and
 * meanwhile leaves the core to whoever wants it. A step is a nanosecond.
 *
 * <p><b>Threads:</b> one.
 */
final class ComputationAway extends Computation {
    @Override
    void run(long steps) {
        long start = System.nanoTime();
        while (System.nanoTime() - start < steps) {
            Thread.yield();
        }
    }

    @Override
    long stepsFor(double nanos) {
        return Math.max(1, Math.round(nanos));
    }
}
