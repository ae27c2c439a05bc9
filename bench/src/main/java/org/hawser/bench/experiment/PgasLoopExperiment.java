package org.hawser.bench.experiment;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleSupplier;
import org.hawser.bench.Metric;
import org.hawser.bench.lab.Lab;
import org.hawser.bench.lab.Measurement;
import org.hawser.bench.lab.Operation;
import org.hawser.bench.lab.Pair;
import org.hawser.pgas.Distribution;
import org.hawser.pgas.Pgas;
import org.hawser.pgas.SharedDoubleArray;

/**
 * The sum of the elements near thread 0, in every way that a program can go through them, each in turns with the same
 * sum over a {@code double[]}. The size is that of the thread's part, 10 million doubles unless another is asked for.
 *
 * <p><b>Threads:</b> as every {@link RankExperiment}.
 */
final class PgasLoopExperiment extends PgasExperiment {
    private static final List<Long> SIZES = List.of(10_000_000L * Double.BYTES);
    private static final String LOCAL = "get-local";
    private static final String SEGMENT = "segment";
    private static final String FOR_ALL = "for-all";
    private static final String PLACES = "places";
    private static final String PLACES_BLOCKS = "places-blocks";
    private static final String PLACES_CYCLIC = "places-cyclic";
    private static final String GET = "get";
    private static final int BLOCK = 1000;
    /** Accesses to elements near another thread, before anything is measured. */
    private static final int OTHERS = 200_000;
    private static final String ARRAY = "double[]";

    @Override
    public String name() {
        return "pgas-loop";
    }

    @Override
    public String summary() {
        return "PGAS: the sum of 10 M near doubles by place, segment, forAllPlaces, forAll and index; and double[]";
    }

    @Override
    List<String> words() {
        return List.of(LOCAL, SEGMENT, PLACES, PLACES_BLOCKS, PLACES_CYCLIC, FOR_ALL, GET);
    }

    @Override
    List<Long> sizes() {
        return SIZES;
    }

    @Override
    List<Measurement> prepare(Lab lab, Pgas pgas) {
        List<Measurement> all = new ArrayList<>();
        for (long size : lab.task().sizesOr(SIZES)) {
            int length = (int) (size / Double.BYTES);
            double[] plain = new double[lab.leads() ? length : 0];
            for (int i = 0; i < plain.length; i++) {
                plain[i] = 1.0 / (1 + i);
            }
            double expected = sum(plain);
            SharedDoubleArray shared = filled(pgas, plain, length, Distribution.even());
            reachOthers(pgas, shared);
            add(all, lab, LOCAL, size, plain, expected, () -> sumOfLocal(shared));
            add(all, lab, SEGMENT, size, plain, expected, () -> sum(shared.local()));
            add(all, lab, PLACES, size, plain, expected, () -> sumByPlaces(shared));
            addPlaces(all, lab, pgas, PLACES_BLOCKS, size, plain, expected, Distribution.blocks(BLOCK));
            addPlaces(all, lab, pgas, PLACES_CYCLIC, size, plain, expected, Distribution.cyclic());
            add(all, lab, FOR_ALL, size, plain, expected, () -> sumForAll(shared));
            add(all, lab, GET, size, plain, expected, () -> sumOfGets(shared, pgas.myThread() * (long) length));
        }
        return all;
    }

    /** Collective: an array whose elements near thread 0 are those of {@code plain}, in their order. */
    private static SharedDoubleArray filled(Pgas pgas, double[] plain, int length, Distribution distribution) {
        SharedDoubleArray shared = pgas.doubles((long) length * pgas.threads(), distribution);
        for (int i = 0; i < plain.length; i++) {
            shared.putLocal(i, plain[i]);
        }
        pgas.barrier();
        return shared;
    }

    /**
     * What programs do with such an array as well: so the compiler knows accesses as it would in them, not as those of
     * a program that has nothing but loops over what is near.
     */
    private static void reachOthers(Pgas pgas, SharedDoubleArray shared) {
        int next = (pgas.myThread() + 1) % pgas.threads();
        long first = next * shared.lengthAt(next);
        for (int i = 0; i < OTHERS; i++) {
            long index = first + i % shared.lengthAt(next);
            shared.put(index, shared.get(index));
        }
        pgas.barrier();
    }

    /** The same loop over an array that is dealt out otherwise. */
    private void addPlaces(List<Measurement> all, Lab lab, Pgas pgas, String word, long size, double[] plain,
                           double expected, Distribution distribution) {
        if (lab.task().has(word)) {
            // Whole blocks, as many at each thread; what is too much is 0.
            int length = Math.ceilDiv((int) (size / Double.BYTES), BLOCK) * BLOCK;
            SharedDoubleArray shared = filled(pgas, plain, length, distribution);
            add(all, lab, word, size, plain, expected, () -> sumByPlaces(shared));
        }
    }

    private void add(List<Measurement> all, Lab lab, String word, long size, double[] plain, double expected,
                     DoubleSupplier ours) {
        if (lab.task().has(word)) {
            all.add(Pair.withoutShare(series(lab, word, size, Metric.LATENCY), sums(lab, ours, expected), ARRAY,
                sums(lab, () -> sum(plain), expected)));
        }
    }

    /** All go through the elements in the same order, so that the sums are the same to the last bit. */
    private static Operation sums(Lab lab, DoubleSupplier sum, double expected) {
        return atOrigin(lab, count -> {
            for (int i = 0; i < count; i++) {
                double found = sum.getAsDouble();
                if (found != expected) {
                    throw new IllegalStateException("wrong sum: found=" + found + " expected=" + expected);
                }
            }
        });
    }

    private static double sum(double[] plain) {
        double sum = 0;
        for (double value : plain) {
            sum += value;
        }
        return sum;
    }

    private static double sumOfLocal(SharedDoubleArray shared) {
        double sum = 0;
        long length = shared.localLength();
        for (long i = 0; i < length; i++) {
            sum += shared.getLocal(i);
        }
        return sum;
    }

    private static double sum(MemorySegment local) {
        double sum = 0;
        long length = local.byteSize() / Double.BYTES;
        for (long i = 0; i < length; i++) {
            sum += local.getAtIndex(ValueLayout.JAVA_DOUBLE, i);
        }
        return sum;
    }

    private static double sumByPlaces(SharedDoubleArray shared) {
        Total total = new Total();
        shared.forAllPlaces((index, place) -> total.sum += shared.getLocal(place));
        return total.sum;
    }

    private static double sumForAll(SharedDoubleArray shared) {
        Total total = new Total();
        shared.forAll(i -> total.sum += shared.get(i));
        return total.sum;
    }

    private static double sumOfGets(SharedDoubleArray shared, long first) {
        double sum = 0;
        long end = first + shared.localLength();
        for (long i = first; i < end; i++) {
            sum += shared.get(i);
        }
        return sum;
    }

    private static final class Total {
        private double sum;
    }
}
