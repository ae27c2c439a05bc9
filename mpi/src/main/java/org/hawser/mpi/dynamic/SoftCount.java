package org.hawser.mpi.dynamic;

import org.hawser.mpi.ErrorClass;
import org.hawser.mpi.MpiFailure;

/**
 * The hint {@code soft}: which numbers of processes will do. Ranges with commas between, each {@code a}, {@code a:b} or
 * {@code a:b:step}.
 *
 * <p><b>Threads:</b> stateless.
 */
public final class SoftCount {
    private SoftCount() {
    }

    /**
     * The largest number that will do and is not above {@code most}.
     *
     * @param hint empty when only {@code most} will do
     * @throws MpiFailure when the hint is malformed, or none will do
     */
    public static int of(String hint, int most) {
        if (hint.isBlank()) {
            return most;
        }
        int best = -1;
        for (String range : hint.split(",")) {
            best = Math.max(best, best(range, most));
        }
        if (best < 0) {
            throw new MpiFailure(ErrorClass.SPAWN, "no number of processes will do: soft=" + hint + " maxprocs="
                + most);
        }
        return best;
    }

    private static int best(String range, int most) {
        String[] parts = range.strip().split(":");
        try {
            int from = Integer.parseInt(parts[0].strip());
            int to = parts.length > 1 ? Integer.parseInt(parts[1].strip()) : from;
            int step = parts.length > 2 ? Integer.parseInt(parts[2].strip()) : 1;
            if (parts.length > 3 || step == 0) {
                throw new NumberFormatException(range);
            }
            int best = -1;
            for (long each = from; step > 0 ? each <= to : each >= to; each += step) {
                best = each >= 0 && each <= most ? (int) Math.max(best, each) : best;
            }
            return best;
        } catch (NumberFormatException e) {
            throw new MpiFailure(ErrorClass.SPAWN, "not a range of numbers: soft=" + range, e);
        }
    }
}
