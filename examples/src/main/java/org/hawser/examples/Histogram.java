package org.hawser.examples;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.util.SplittableRandom;
import org.hawser.runtime.Rank;
import org.hawser.runtime.Symmetric;

/**
 * All ranks throw dice and count the sums in one histogram: {@code hawser run -n 4 Histogram [throws]}.
 *
 * <p>Shows remote atomics. The bins are spread over the ranks, and whoever throws a sum adds one to its bin wherever it
 * is; the owner's processor takes no part.
 *
 * <p><b>Threads:</b> the main thread of each rank.
 */
public final class Histogram {
    private static final int DICE = 3;
    private static final int FACES = 6;
    private static final int BINS = DICE * FACES + 1;
    private static final int WIDTH = 50;

    private Histogram() {
    }

    /**
     * Runs on every rank.
     *
     * @param arguments throws per rank (100000)
     */
    public static void main(String[] arguments) {
        long count = arguments.length > 0 ? Long.parseLong(arguments[0]) : 100_000;
        try (Rank rank = Rank.join(); Symmetric bins = rank.symmetric((long) BINS * Long.BYTES)) {
            SplittableRandom random = new SplittableRandom(rank.number());
            for (long i = 0; i < count; i++) {
                int sum = 0;
                for (int die = 0; die < DICE; die++) {
                    sum += 1 + random.nextInt(FACES);
                }
                rank.fetchAdd(bins.at(sum % rank.size()), (long) sum * Long.BYTES, 1);
            }
            rank.barrier();
            if (rank.number() == 0) {
                report(rank, bins, count * rank.size());
            }
            rank.barrier();
        }
    }

    private static void report(Rank rank, Symmetric bins, long expected) {
        long total = 0;
        for (int sum = DICE; sum < BINS; sum++) {
            long thrown = rank.get(bins.at(sum % rank.size()), (long) sum * Long.BYTES);
            System.out.printf("%3d %9d %s%n", sum, thrown, "#".repeat((int) (thrown * 7 * WIDTH / expected)));
            total += thrown;
        }
        // Bins that are not this rank's to keep must be empty here: a sum has one owner.
        for (int sum = 0; sum < BINS; sum++) {
            if (sum % rank.size() != 0 && bins.memory().getAtIndex(JAVA_LONG, sum) != 0) {
                throw new IllegalStateException("a count in a bin of another rank: sum=" + sum);
            }
        }
        if (total != expected) {
            throw new IllegalStateException("counts were lost: counted=" + total + " expected=" + expected);
        }
    }
}
