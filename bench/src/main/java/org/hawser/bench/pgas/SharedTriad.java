package org.hawser.bench.pgas;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.Locale;
import org.hawser.pgas.Distribution;
import org.hawser.pgas.Pgas;
import org.hawser.pgas.Reduction;
import org.hawser.pgas.SharedDoubleArray;

/**
 * The triad of STREAM, {@code a[i] = b[i] + s c[i]}, each thread on its part of three shared arrays, and for comparison
 * on three arrays of the Java heap.
 *
 * <p><b>Threads:</b> the rank's main thread. <b>Allocates:</b> at construction.
 */
public final class SharedTriad implements AutoCloseable {
    /** Arrays that a run reads or writes. */
    public static final int ARRAYS = 3;

    private static final double SCALE = 3;

    private final Pgas pgas;
    private final SharedDoubleArray sums;
    private final SharedDoubleArray first;
    private final SharedDoubleArray second;
    private final double[] plainSums;
    private final double[] plainFirst;
    private final double[] plainSecond;
    private final int length;

    /** How a thread gets at its elements. */
    public enum Way {
        /** As memory segments. */
        SEGMENT {
            @Override
            void run(SharedTriad triad) {
                triad.bySegments();
            }
        },
        /** One by one, by their places in the thread's part. */
        LOCAL {
            @Override
            void run(SharedTriad triad) {
                triad.byPlaces();
            }
        },
        /** By the loop over all elements that are near, and their indices. */
        FOR_ALL {
            @Override
            void run(SharedTriad triad) {
                triad.byIndices();
            }
        },
        /** By the loop over runs of elements that are near, and by places inside a run. */
        FOR_ALL_RUNS {
            @Override
            void run(SharedTriad triad) {
                triad.byRuns();
            }
        },
        /** Not shared at all: what the others are compared with. */
        PLAIN {
            @Override
            void run(SharedTriad triad) {
                plain(triad.plainSums, triad.plainFirst, triad.plainSecond);
            }
        };

        abstract void run(SharedTriad triad);

        /** The word on the command line and in the names of series. */
        public String word() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    /** Collective: arrays of so many bytes at each thread. */
    public SharedTriad(Pgas pgas, long bytes) {
        this.pgas = pgas;
        length = (int) (bytes / Double.BYTES);
        long all = (long) length * pgas.threads();
        sums = pgas.doubles(all, Distribution.even());
        first = pgas.doubles(all, Distribution.even());
        second = pgas.doubles(all, Distribution.even());
        plainSums = new double[length];
        plainFirst = new double[length];
        plainSecond = new double[length];
        // Not by forAll: what is timed should be the only body that the compiler sees in it.
        for (int i = 0; i < length; i++) {
            plainFirst[i] = first.indexOf(i);
            plainSecond[i] = 2 * plainFirst[i] + 1;
            first.putLocal(i, plainFirst[i]);
            second.putLocal(i, plainSecond[i]);
        }
    }

    /** The triad so many times. */
    public void run(Way way, int count) {
        for (int i = 0; i < count; i++) {
            way.run(this);
        }
    }

    /** Collective: the share of all threads' elements that are not what they should be after a run. */
    public double shareWrong(Way way) {
        sums.local().fill((byte) 0);
        Arrays.fill(plainSums, 0);
        way.run(this);
        long wrong = 0;
        for (int i = 0; i < length; i++) {
            double right = plainFirst[i] + SCALE * plainSecond[i];
            wrong += (way == Way.PLAIN ? plainSums[i] : sums.getLocal(i)) == right ? 0 : 1;
        }
        return (double) pgas.collectives().allReduce(wrong, Reduction.SUM) / sums.length();
    }

    private void bySegments() {
        MemorySegment to = sums.local();
        MemorySegment one = first.local();
        MemorySegment other = second.local();
        for (long i = 0; i < length; i++) {
            to.setAtIndex(ValueLayout.JAVA_DOUBLE, i, one.getAtIndex(ValueLayout.JAVA_DOUBLE, i)
                + SCALE * other.getAtIndex(ValueLayout.JAVA_DOUBLE, i));
        }
    }

    private void byPlaces() {
        for (int i = 0; i < length; i++) {
            sums.putLocal(i, first.getLocal(i) + SCALE * second.getLocal(i));
        }
    }

    private void byIndices() {
        sums.forAll(i -> sums.put(i, first.get(i) + SCALE * second.get(i)));
    }

    private void byRuns() {
        sums.forAllRuns((index, place, count) -> {
            for (int i = 0; i < count; i++) {
                sums.putLocal(place + i, first.getLocal(place + i) + SCALE * second.getLocal(place + i));
            }
        });
    }

    private static void plain(double[] to, double[] one, double[] other) {
        for (int i = 0; i < to.length; i++) {
            to[i] = one[i] + SCALE * other[i];
        }
    }

    /** Collective. */
    @Override
    public void close() {
        sums.close();
        first.close();
        second.close();
    }
}
