package org.hawser.bench.experiment;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.hawser.bench.Metric;
import org.hawser.bench.lab.Lab;
import org.hawser.bench.lab.Measurement;
import org.hawser.bench.lab.Operation;
import org.hawser.bench.lab.Pair;
import org.hawser.bench.lab.Timing;
import org.hawser.fabric.RemoteRegion;
import org.hawser.pgas.GlobalPointer;
import org.hawser.pgas.Pgas;
import org.hawser.pgas.Semaphore;
import org.hawser.runtime.Rank;

/**
 * Single operations on memory of thread 1: {@code memput} and {@code memget} by size, each done before the next, in
 * turns with the runtime's own put and get; put with signal by size, to and fro; and those of a word, which are in
 * {@link PgasWords}.
 *
 * <p><b>Threads:</b> as every {@link RankExperiment}.
 */
final class PgasLatencyExperiment extends PgasExperiment {
    static final String PUT = "put";
    static final String GET = "get";
    static final String PUT_IMPLICIT = "put-implicit";
    static final String PUT_SIGNAL = "put-signal";
    /** The peer that is the floor below. */
    static final String RUNTIME = "runtime";

    private static final List<Long> SIZES = List.of(8L, 64L, 512L, 4L << 10, 32L << 10, 256L << 10, 2L << 20);
    /** From a byte on, as the figure of the paper on one runtime for UPC and MPI has them. */
    private static final List<Long> SIGNAL_SIZES = List.of(1L, 8L, 64L, 512L, 4L << 10, 32L << 10, 256L << 10,
        2L << 20);
    /** Words are put over a page, one after the other: the compiler cannot make one of two. */
    private static final int WORDS = 512;

    @Override
    public String name() {
        return "pgas-latency";
    }

    @Override
    public String summary() {
        return "PGAS: memput and memget by size; elements, put with signal, messages, atomics and locks";
    }

    @Override
    List<String> words() {
        List<String> all = new ArrayList<>(List.of(PUT, GET, PUT_IMPLICIT, PUT_SIGNAL));
        all.addAll(PgasWords.NAMES);
        return all;
    }

    @Override
    List<Long> sizes() {
        return SIZES;
    }

    @Override
    String program() {
        return name();
    }

    @Override
    void addPeers(Campaign campaign) {
        addOpenShmem(campaign);
    }

    @Override
    List<Measurement> prepare(Lab lab, Pgas pgas) {
        List<Long> sizes = lab.task().sizesOr(SIZES);
        long most = most(sizes, WORDS * (long) Long.BYTES);
        GlobalPointer there = memory(pgas, most)[TARGET];
        RemoteRegion below = lab.rank().symmetric(most).at(TARGET);
        MemorySegment here = Arena.global().allocate(most, 64);
        List<Measurement> all = new ArrayList<>();
        for (long size : sizes) {
            GlobalPointer[] places = places(there, size, most);
            if (lab.task().has(PUT)) {
                all.add(Pair.withoutShare(series(lab, PUT, size, Metric.LATENCY), puts(lab, pgas, places, here, size),
                    RUNTIME, puts(lab, below, here, size, places.length - 1)));
            }
            if (lab.task().has(GET)) {
                all.add(Pair.withoutShare(series(lab, GET, size, Metric.LATENCY), gets(lab, pgas, places, here, size),
                    RUNTIME, gets(lab, below, here, size, places.length - 1)));
            }
        }
        if (lab.task().has(PUT_IMPLICIT)) {
            sizes.forEach(size -> all.add(Timing.of(startedPuts(lab, pgas, places(there, size, most), here, size),
                series(lab, PUT_IMPLICIT, size, Metric.LATENCY))));
        }
        if (lab.task().has(PUT_SIGNAL)) {
            signals(lab, pgas, all);
        }
        if (sizes.contains((long) Long.BYTES)) {
            new PgasWords(lab, pgas).measurements((word, size, operation, isMessage) -> all.add(isMessage
                ? Timing.roundTrip(operation, series(lab, word, size, Metric.LATENCY))
                : Timing.of(operation, series(lab, word, size, Metric.LATENCY))));
        }
        return all;
    }

    /** A power of two of them. */
    private static GlobalPointer[] places(GlobalPointer there, long size, long most) {
        GlobalPointer[] places = new GlobalPointer[Math.clamp(Long.highestOneBit(most / size), 1, WORDS)];
        for (int i = 0; i < places.length; i++) {
            places[i] = there.plus(i * size);
        }
        return places;
    }

    private static Operation puts(Lab lab, Pgas pgas, GlobalPointer[] places, MemorySegment here, long size) {
        int mask = places.length - 1;
        return atOrigin(lab, count -> {
            for (int i = 0; i < count; i++) {
                pgas.memput(places[i & mask], here, 0, size);
            }
        });
    }

    /** With no handle: one fence waits for all of them. */
    private static Operation startedPuts(Lab lab, Pgas pgas, GlobalPointer[] places, MemorySegment here, long size) {
        int mask = places.length - 1;
        return atOrigin(lab, count -> {
            for (int i = 0; i < count; i++) {
                pgas.memput(places[i & mask], here, 0, size, null);
            }
            pgas.fence(TARGET);
        });
    }

    /** Each thread puts into the other's memory and waits for what the other puts; one way is half of that. */
    private void signals(Lab lab, Pgas pgas, List<Measurement> all) {
        List<Long> sizes = lab.task().sizesOr(SIGNAL_SIZES);
        long most = most(sizes, Long.BYTES);
        GlobalPointer[] pieces = memory(pgas, most);
        Semaphore full = pgas.semaphore();
        MemorySegment here = Arena.global().allocate(most, 64);
        for (long size : sizes) {
            all.add(Timing.roundTrip(between(lab, count -> {
                for (int i = 0; i < count; i++) {
                    pgas.memputSignal(pieces[TARGET], here, 0, size, full, 1);
                    full.await();
                }
            }, count -> {
                for (int i = 0; i < count; i++) {
                    full.await();
                    pgas.memputSignal(pieces[0], here, 0, size, full, 1);
                }
            }), series(lab, PUT_SIGNAL, size, Metric.LATENCY)));
        }
    }

    private static Operation gets(Lab lab, Pgas pgas, GlobalPointer[] places, MemorySegment here, long size) {
        int mask = places.length - 1;
        return atOrigin(lab, count -> {
            for (int i = 0; i < count; i++) {
                pgas.memget(here, 0, places[i & mask], size);
            }
        });
    }

    private static Operation puts(Lab lab, RemoteRegion there, MemorySegment here, long size, int mask) {
        Rank rank = lab.rank();
        return atOrigin(lab, count -> {
            for (int i = 0; i < count; i++) {
                rank.put(there, (i & mask) * size, here, 0, size);
            }
        });
    }

    private static Operation gets(Lab lab, RemoteRegion there, MemorySegment here, long size, int mask) {
        Rank rank = lab.rank();
        return atOrigin(lab, count -> {
            for (int i = 0; i < count; i++) {
                rank.get(there, (i & mask) * size, here, 0, size);
            }
        });
    }
}
