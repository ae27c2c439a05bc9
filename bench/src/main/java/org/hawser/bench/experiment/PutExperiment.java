package org.hawser.bench.experiment;

import static org.hawser.platform.memory.Words.setOpaque;

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
import org.hawser.runtime.Rank;
import org.hawser.runtime.Symmetric;

/**
 * Puts from rank 0 into rank 1's memory, back to back: 8 bytes beside a bare store, more beside
 * {@code MemorySegment.copy} between the same two places.
 *
 * <p><b>Threads:</b> as every {@link RankExperiment}.
 */
final class PutExperiment extends RankExperiment {
    static final List<Long> SIZES = List.of(8L, 64L, 512L, 4L << 10, 64L << 10, 256L << 10, 1L << 20, 4L << 20);
    /** Words of 8 bytes are put over a page, one after the other. */
    static final int WORDS = 512;

    @Override
    public String name() {
        return "put";
    }

    @Override
    public String summary() {
        return "put: 8 B back to back, then latency and bandwidth up to 4 MiB beside a plain copy";
    }

    @Override
    public boolean isForConnections() {
        return false;
    }

    @Override
    List<Measurement> prepare(Lab lab) {
        List<Long> sizes = lab.task().sizesOr(SIZES);
        long most = Math.max(sizes.stream().mapToLong(Long::longValue).max().orElse(0), WORDS * (long) Long.BYTES);
        Symmetric pieces = lab.rank().symmetric(most);
        RemoteRegion there = pieces.at(1);
        MemorySegment here = pieces.memory();
        MemorySegment mapped = Lab.map(there);
        List<Measurement> all = new ArrayList<>();
        for (long size : sizes) {
            if (size == Long.BYTES) {
                all.add(new Pair(lab.series("put", size, Metric.LATENCY), words(lab, there), "store",
                    stores(lab, mapped)));
                continue;
            }
            Operation put = bulk(lab, there, here, size);
            all.add(Timing.of(put, lab.series("put", size, Metric.LATENCY)));
            all.add(new Pair(lab.series("put", size, Metric.BANDWIDTH), put, "memcpy",
                copies(lab, here, mapped, size)));
        }
        return all;
    }

    private static Operation words(Lab lab, RemoteRegion there) {
        Rank rank = lab.rank();
        return !lab.leads() ? count -> 0 : count -> {
            long start = System.nanoTime();
            for (int i = 0; i < count; i++) {
                rank.put(there, (i & WORDS - 1) * (long) Long.BYTES, i);
            }
            rank.fence(there.owner());
            return System.nanoTime() - start;
        };
    }

    private static Operation stores(Lab lab, MemorySegment mapped) {
        return !lab.leads() ? count -> 0 : count -> {
            long start = System.nanoTime();
            for (int i = 0; i < count; i++) {
                setOpaque(mapped, (i & WORDS - 1) * (long) Long.BYTES, i);
            }
            return System.nanoTime() - start;
        };
    }

    private static Operation bulk(Lab lab, RemoteRegion there, MemorySegment here, long size) {
        Rank rank = lab.rank();
        return !lab.leads() ? count -> 0 : count -> {
            long start = System.nanoTime();
            for (int i = 0; i < count; i++) {
                rank.put(there, 0, here, 0, size);
            }
            rank.fence(there.owner());
            return System.nanoTime() - start;
        };
    }

    /** The same bytes between two places, with nothing of ours in between. */
    static Operation copies(Lab lab, MemorySegment from, MemorySegment to, long size) {
        return !lab.leads() ? count -> 0 : count -> {
            long start = System.nanoTime();
            for (int i = 0; i < count; i++) {
                MemorySegment.copy(from, 0, to, 0, size);
            }
            return System.nanoTime() - start;
        };
    }
}
