package org.hawser.bench.nas;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * What a run of a kernel came to.
 *
 * <p><b>Threads:</b> immutable.
 *
 * @param verified whether the answer is the official one
 * @param seconds  what the timed part took, on the slowest rank
 * @param mops     millions of operations per second, counted as the benchmarks do
 * @param checks   values beside the official ones, for people to read
 */
public record Outcome(boolean verified, double seconds, double mops, List<String> checks) {

    /** Copies. */
    public Outcome {
        checks = List.copyOf(checks);
    }

    /**
     * Compares values with the official ones, and collects what was found.
     *
     * <p><b>Threads:</b> one.
     */
    static final class Verification {
        private final List<String> checks = new ArrayList<>();
        private boolean verified = true;

        /** A value that may differ by {@code tolerance}, as a share of the official one. */
        Verification check(String name, double value, double official, double tolerance) {
            double error = Math.abs((value - official) / official);
            // Not a number is not at most anything.
            boolean right = error <= tolerance;
            verified &= right;
            checks.add(String.format(Locale.ROOT, "%-12s %22.14e, official %22.14e, error %.1e%s", name, value,
                official, error, right ? "" : "  WRONG"));
            return this;
        }

        /** Something that is so or not. */
        Verification check(String what, boolean right) {
            verified &= right;
            checks.add(what + (right ? "" : "  WRONG"));
            return this;
        }

        /** The outcome of a run that took so long and did so many operations. */
        Outcome outcome(double seconds, double operations) {
            return new Outcome(verified, seconds, operations / seconds / 1e6, checks);
        }
    }
}
