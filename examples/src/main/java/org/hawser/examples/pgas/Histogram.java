package org.hawser.examples.pgas;

import java.util.SplittableRandom;
import org.hawser.pgas.Distribution;
import org.hawser.pgas.Pgas;
import org.hawser.pgas.Reduction;
import org.hawser.pgas.SharedLongArray;

/**
 * All threads count random numbers in one histogram: {@code hawser run -n 4 pgas.histogram [samples [bins]]}.
 *
 * <p>Shows a shared array with an element here and one there, and remote atomics: whoever draws a number adds one to
 * its bin, wherever that is, and the bin's own thread runs nothing for it. At the end each thread looks after the bins
 * that are near it ({@code forAll}), against counts that every thread kept for itself and a reduction added up.
 *
 * <p><b>Threads:</b> the main thread of each rank.
 */
public final class Histogram {
    private static final String USAGE = """
        Counts random numbers of all threads in one shared histogram, with remote atomics.
        usage: hawser run -n 4 pgas.histogram [samples [bins]]
          samples   numbers that each thread draws, 100000 unless given
          bins      16 unless given
        """;
    private static final int SUMMANDS = 6;
    private static final int WIDTH = 50;

    private Histogram() {
    }

    /**
     * Runs on every rank.
     *
     * @param args samples per thread (100000) and bins (16)
     */
    public static void main(String[] args) {
        try (Pgas pgas = Pgas.start()) {
            run(pgas, args);
        }
    }

    static void run(Pgas pgas, String... args) {
        Arguments arguments = new Arguments(pgas, USAGE, 2, args);
        int samples = arguments.number(0, 100_000, 1, Integer.MAX_VALUE);
        int bins = arguments.number(1, 16, 1, 1 << 20);
        try (SharedLongArray counts = pgas.longs(bins, Distribution.cyclic())) {
            long start = System.nanoTime();
            long[] drawn = count(pgas, counts, samples);
            pgas.barrier();
            double seconds = (System.nanoTime() - start) / 1e9;
            check(pgas, counts, drawn);
            if (pgas.myThread() == 0) {
                draw(counts);
                System.out.printf("%d samples in %d bins by %d threads: every count is right, %.3f s%n",
                    (long) samples * pgas.threads(), bins, pgas.threads(), seconds);
            }
            pgas.barrier();
        }
    }

    /** Draws and counts; returns what this thread alone has drawn. */
    private static long[] count(Pgas pgas, SharedLongArray counts, int samples) {
        int bins = (int) counts.length();
        SplittableRandom random = new SplittableRandom(pgas.myThread());
        long[] drawn = new long[bins];
        for (int i = 0; i < samples; i++) {
            double sum = 0;
            for (int j = 0; j < SUMMANDS; j++) {
                sum += random.nextDouble();
            }
            int bin = (int) (sum / SUMMANDS * bins);
            pgas.atomics().add(counts.pointer(bin), 1L);
            drawn[bin]++;
        }
        return drawn;
    }

    private static void check(Pgas pgas, SharedLongArray counts, long[] drawn) {
        pgas.collectives().allReduce(drawn, Reduction.SUM);
        counts.forAll(bin -> {
            if (counts.get(bin) != drawn[(int) bin]) {
                throw new IllegalStateException("a count is wrong: bin=" + bin + " counted=" + counts.get(bin)
                    + " drawn=" + drawn[(int) bin]);
            }
        });
        pgas.barrier();
    }

    private static void draw(SharedLongArray counts) {
        if (counts.length() > WIDTH) {
            return;
        }
        long most = 1;
        for (long bin = 0; bin < counts.length(); bin++) {
            most = Math.max(most, counts.get(bin));
        }
        for (long bin = 0; bin < counts.length(); bin++) {
            long count = counts.get(bin);
            System.out.printf("%3d %9d %s%n", bin, count, "#".repeat((int) (count * WIDTH / most)));
        }
    }
}
