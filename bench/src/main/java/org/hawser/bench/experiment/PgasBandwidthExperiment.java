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
import org.hawser.fabric.RemoteRegion;
import org.hawser.pgas.GlobalPointer;
import org.hawser.pgas.Pgas;
import org.hawser.runtime.Rank;

/**
 * Long {@code memput}s and {@code memget}s on memory of thread 1, each done before the next, beside
 * {@code MemorySegment.copy} between the same two places, in turns within one sample. Over connections the limit is the
 * runtime's own put and get.
 *
 * <p><b>Threads:</b> as every {@link RankExperiment}.
 */
final class PgasBandwidthExperiment extends PgasExperiment {
    private static final List<Long> SIZES = List.of(64L << 10, 128L << 10, 256L << 10, 512L << 10, 1L << 20, 2L << 20);
    private static final String PUT = "put";
    private static final String GET = "get";
    private static final String COPY = "memcpy";

    @Override
    public String name() {
        return "pgas-bandwidth";
    }

    @Override
    public String summary() {
        return "PGAS: bytes per second of memput and memget, beside a plain copy";
    }

    @Override
    List<String> words() {
        return List.of(PUT, GET);
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
        long most = most(sizes, Long.BYTES);
        GlobalPointer there = memory(pgas, most)[TARGET];
        MemorySegment here = Arena.global().allocate(most, 4096);
        RemoteRegion below = lab.rank().symmetric(most).at(TARGET);
        MemorySegment mapped = lab.hasConnections() ? null : there.local();
        List<Measurement> all = new ArrayList<>();
        for (long size : sizes) {
            add(all, lab, PUT, size, atOrigin(lab, count -> puts(pgas, there, here, size, count)),
                mapped == null ? atOrigin(lab, count -> puts(lab.rank(), below, here, size, count))
                    : PutExperiment.copies(lab, here, mapped, size));
            add(all, lab, GET, size, atOrigin(lab, count -> gets(pgas, there, here, size, count)),
                mapped == null ? atOrigin(lab, count -> gets(lab.rank(), below, here, size, count))
                    : PutExperiment.copies(lab, mapped, here, size));
        }
        return all;
    }

    private void add(List<Measurement> all, Lab lab, String word, long size, Operation ours, Operation limit) {
        if (lab.task().has(word)) {
            all.add(new Pair(series(lab, word, size, Metric.BANDWIDTH), ours,
                lab.hasConnections() ? PgasLatencyExperiment.RUNTIME : COPY, limit));
        }
    }

    private static void puts(Pgas pgas, GlobalPointer there, MemorySegment here, long size, int count) {
        for (int i = 0; i < count; i++) {
            pgas.memput(there, here, 0, size);
        }
    }

    private static void gets(Pgas pgas, GlobalPointer there, MemorySegment here, long size, int count) {
        for (int i = 0; i < count; i++) {
            pgas.memget(here, 0, there, size);
        }
    }

    private static void puts(Rank rank, RemoteRegion there, MemorySegment here, long size, int count) {
        for (int i = 0; i < count; i++) {
            rank.put(there, 0, here, 0, size);
        }
    }

    private static void gets(Rank rank, RemoteRegion there, MemorySegment here, long size, int count) {
        for (int i = 0; i < count; i++) {
            rank.get(there, 0, here, 0, size);
        }
    }
}
