package org.hawser.bench.experiment;

/**
 * A computation of a chosen length that touches no memory: it stands for what a program does between two calls. Its
 * length is a count of steps, so that it takes longer when something takes the core away.
 *
 * <p><b>Threads:</b> one.
 */
class Computation {
    private static final int WARM_UPS = 20_000;
    private static final int TRIAL = 20_000;
    private static final int TRIALS = 50;

    private double value = 1;

    /** Computes. */
    void run(long steps) {
        double x = value;
        for (long i = 0; i < steps; i++) {
            x = x * 0.999 + 0.5;
        }
        value = x;
    }

    /** Steps that take so long when nothing disturbs them. */
    long stepsFor(double nanos) {
        for (int i = 0; i < WARM_UPS; i++) {
            run(i & 63);
        }
        long best = Long.MAX_VALUE;
        for (int i = 0; i < TRIALS; i++) {
            long start = System.nanoTime();
            run(TRIAL);
            best = Math.min(best, System.nanoTime() - start);
        }
        return Math.max(1, Math.round(nanos * TRIAL / Math.max(1, best)));
    }
}
